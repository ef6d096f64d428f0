import { modulesProvidingName24 } from '../catalog/index.ts';
import type { ModuleUse } from './types.ts';

const METHOD = /^lbmethod=(.*)$/i;
const SPEAKING_OF_BALANCERS = new Set(['balancermember', 'proxy', 'proxypass', 'proxypassmatch', 'proxyset']);

/** What a line says of a balancer: that it is there, and by which method it shares out. */
export interface BalancerMention {
  /** `balancer://name`, lower case, without what follows the name. */
  readonly balancer: string;
  /** `byrequests`, ...; null if the line names none. */
  readonly method: string | null;
}

/**
 * What a directive or section (lower case) says of a balancer. `section` is the URL of the `<Proxy>` around it, or ''.
 */
export function balancerMentions(
  name: string,
  args: readonly string[],
  section: string,
): readonly BalancerMention[] {
  if (!SPEAKING_OF_BALANCERS.has(name)) return [];
  const url = args.find(isBalancer) ?? (name.startsWith('proxypass') ? '' : section);
  if (!isBalancer(url)) return [];
  const method = args.flatMap((word) => METHOD.exec(word)?.[1] ?? [])[0] ?? null;
  return [{ balancer: balancerName(url), method }];
}

/**
 * The modules that balance, for each mention that needs one. 2.2 had the methods in mod_proxy_balancer, with byrequests where
 * none was named; 2.4 dies at its start without the method's module (AH02432).
 */
export function usesOfBalancing<M extends BalancerMention>(
  mentions: readonly M[],
): readonly (M & ModuleUse)[] {
  const withMethod = mentions.filter(({ method }) => method !== null);
  const named = new Set(withMethod.map(({ balancer }) => balancer));
  return mentions.flatMap((mention) => {
    const { balancer, method } = mention;
    if (method === null && named.has(balancer)) return [];
    const what = method === null ? `${balancer} without lbmethod=` : `lbmethod=${method}`;
    const anyOf = modulesProvidingName24('lbmethod', method ?? 'byrequests');
    return anyOf.length > 0 ? [{ ...mention, anyOf, kind: 'new', what } as const] : [];
  });
}

function isBalancer(word: string): boolean {
  return /^balancer:\/\//i.test(word);
}

function balancerName(url: string): string {
  return /^balancer:\/\/[^/]*/i.exec(url)?.[0].toLowerCase() ?? '';
}
