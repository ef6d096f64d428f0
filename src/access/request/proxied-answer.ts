import type { ServerLines } from './server-lines.ts';
import type { Served } from './expected-status.ts';

/** What a proxied request gets: the other server's answer, or a refusal by ProxyBlock (`ap_proxy_checkproxyblock`, proxy_util.c). */
export function proxiedAnswer(lines: ServerLines, url: string): Served {
  const both = (name: string) => [...lines.inherited(name), ...lines.own(name)];
  const words = both('proxyblock').flatMap(({ args }) => args);
  const blocking = words.find((word) => word.startsWith('*') || isNamed(word, url));
  // Through another proxy 2.2 compares that one.
  const isDirect = ['proxyremote', 'proxyremotematch'].every((name) => both(name).length === 0);
  if (blocking !== undefined && (isDirect || blocking.startsWith('*'))) {
    return { status: 403, why: `ProxyBlock ${blocking} keeps the server from asking ${url}` };
  }
  const unless =
    words.length === 0 ? '' : `, if ProxyBlock ${words.join(' ')} does not keep it from being asked`;
  return { status: null, why: `what ${url} says is the answer${unless}` };
}

/** Members of a balancer are compared by their own names. */
function isNamed(word: string, url: string): boolean {
  const [, scheme = '', host = ''] = /^([^:]*):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?]*)/.exec(url) ?? [];
  return !/^balancer$/i.test(scheme) && host !== '' && host.toLowerCase().includes(word);
}
