import type { Scope } from '../../model/index.ts';
import { fnmatch } from '../../model/index.ts';
import { namesOf } from '../hosts/host-names.ts';

/**
 * The path of a URL that a rewrite rule makes ('' for none), if it may be one of the server itself: that is no redirect (`reduce_uri`,
 * mod_rewrite.c). Null: it is none. Ports are not looked at.
 * @param url as written: `http://%{HTTP_HOST}/x`
 */
export function ownPath(url: string, server: Scope, main: Scope): string | null {
  const [, scheme = '', host = '', path = ''] = /^(https?):\/\/([^/:]*)(?::\d+)?(.*)/is.exec(url) ?? [];
  if (scheme === '' || (scheme.toLowerCase() === 'https' && !mayHaveTls([server, main]))) return null;
  return mayBeNameOf(server, host.toLowerCase()) ? path : null;
}

function mayHaveTls(servers: readonly Scope[]): boolean {
  const engines = servers.flatMap(({ items }) => items.filter(({ name }) => name === 'sslengine'));
  return engines.some(({ args }) => args[0]?.toLowerCase() !== 'off');
}

/** Without a ServerName it is called as the machine is. */
function mayBeNameOf(server: Scope, host: string): boolean {
  if (/[$%]/.test(host) || !server.items.some(({ name }) => name === 'servername')) return true;
  return namesOf(server).some((name) => fnmatch(name, host));
}
