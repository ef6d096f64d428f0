import { fnmatch } from '../../model/index.ts';
import { addressText } from '../hosts/host-choice.ts';
import { parseHostAddress, takesPort } from '../hosts/host-names.ts';
import { speaksTls } from './server-identity.ts';
import type { ServerFacts } from './request-tree.ts';

/**
 * The path of a URL that names the server itself, with the port of its ServerName line, or an address of its `<VirtualHost>` (`reduce_uri`, mod_rewrite.c;
 * `ap_matches_request_vhost`, server/vhost.c): no rule redirects to that but by [R]. Null: it names another.
 */
export function pathOfOwn({
  server,
  lines,
}: Pick<ServerFacts, 'server' | 'lines'>): (url: string) => string | null {
  const [called = ''] = (lines.own('servername').at(-1) ?? lines.inherited('servername').at(-1))?.args ?? [];
  const [, name = '', ownPort] = /^(?:\w+:\/\/)?([^/:]*)(?::(\d+))?$/.exec(called.toLowerCase()) ?? [];
  const aliases = lines.own('serveralias').flatMap(({ args }) => args);
  const names = [name, ...aliases.map((alias) => alias.toLowerCase())];
  const words = server.kind === 'virtualhost' ? server.args : [];
  const scheme = speaksTls(lines) === 'on' ? 'https' : 'http';
  const usual = scheme === 'https' ? '443' : '80';
  return (url) => {
    const [, written = '', host = '', port = usual, path = ''] =
      /^(\w+):\/\/([^/:]*)(?::(\d*))?(.*)$/s.exec(url) ?? [];
    const isAddress = words.some(
      (text) =>
        addressText({ text }) === host.toLowerCase() && takesPort(parseHostAddress(text), Number(port)),
    );
    const isNamed = port === ownPort && names.some((each) => fnmatch(each, host.toLowerCase()));
    return written.toLowerCase() === scheme && (isAddress || isNamed) ? path || '/' : null;
  };
}
