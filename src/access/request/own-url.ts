import { fnmatch } from '../../model/index.ts';
import { speaksTls } from './server-identity.ts';
import type { ServerFacts } from './request-tree.ts';

/**
 * The path of a URL that names the server itself, with the port of its ServerName line (`reduce_uri`, mod_rewrite.c;
 * `ap_matches_request_vhost`, server/vhost.c): no rule redirects to that but by [R]. Null: it names another.
 */
export function pathOfOwn({ lines }: Pick<ServerFacts, 'lines'>): (url: string) => string | null {
  const [called = ''] = (lines.own('servername').at(-1) ?? lines.inherited('servername').at(-1))?.args ?? [];
  const [, name = '', ownPort] = /^(?:\w+:\/\/)?([^/:]*)(?::(\d+))?$/.exec(called.toLowerCase()) ?? [];
  const aliases = lines.own('serveralias').flatMap(({ args }) => args);
  const names = [name, ...aliases.map((alias) => alias.toLowerCase())];
  const scheme = speaksTls(lines) === 'on' ? 'https' : 'http';
  const usual = scheme === 'https' ? '443' : '80';
  return (url) => {
    const [, written = '', host = '', port = usual, path = ''] =
      /^(\w+):\/\/([^/:]*)(?::(\d*))?(.*)$/s.exec(url) ?? [];
    const isOwn = written.toLowerCase() === scheme && port === ownPort;
    return isOwn && names.some((each) => fnmatch(each, host.toLowerCase())) ? path || '/' : null;
  };
}
