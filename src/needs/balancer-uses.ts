import { modulesProvidingName24 } from '../catalog/index.ts';
import type { Occurrence, Scope } from '../model/index.ts';
import { flatMap } from '../text/index.ts';
import type { ModuleUse } from './types.ts';

const METHOD = /^lbmethod=(.*)$/i;
const SPEAKING_OF_BALANCERS = new Set(['balancermember', 'proxypass', 'proxypassmatch', 'proxyset']);

/** What a line says of a balancer: that it is there, and by which method it shares out. */
export interface BalancerMention {
  /** Scheme and name, lower case, without what follows them: `balancer://name`, but for some BalancerMember lines. */
  readonly balancer: string;
  /** The main server or virtual host: each has balancers of its own. */
  readonly server: Scope;
  /** `byrequests`, ...; null if the line names none. */
  readonly method: string | null;
}

/** Whether directives, or with `<` before it sections, of that name (lower case) can mention one. */
export function mayMention(name: string): boolean {
  return name === '<proxy' || SPEAKING_OF_BALANCERS.has(name);
}

/**
 * What a directive, or a `<Proxy>` section with parameters, says of a balancer; null for nothing. A `<Proxy>` section alone makes
 * none (proxysection in mod_proxy.c).
 */
export function balancerMention(item: Occurrence | Scope): BalancerMention | null {
  const url = item.type === 'scope' ? urlOfSection(item) : urlOfDirective(item);
  if (url === null) return null;
  const method = flatMap(item.args, (word) => METHOD.exec(word)?.[1] ?? [])[0] ?? null;
  const server = item.type === 'scope' ? item.server : item.scope.server;
  return { balancer: balancerName(url), server, method };
}

/**
 * The modules that balance, for each mention that needs one. 2.2 had the methods in mod_proxy_balancer, with byrequests where
 * none was named; 2.4 dies at its start without the method's module (AH02432).
 */
export function usesOfBalancing<M extends BalancerMention>(
  mentions: readonly M[],
): readonly (M & ModuleUse)[] {
  const named = new Map<Scope, Set<string>>();
  for (const { balancer, server, method } of mentions) {
    if (method === null) continue;
    const ofServer = named.get(server) ?? new Set();
    named.set(server, ofServer.add(balancer));
  }
  return flatMap(mentions, (mention) => {
    const { balancer, server, method } = mention;
    if (method === null && named.get(server)?.has(balancer)) return [];
    const what = method === null ? `${balancer} without lbmethod=` : `lbmethod=${method}`;
    const anyOf = modulesProvidingName24('lbmethod', method ?? 'byrequests');
    return anyOf.length > 0 ? [{ anyOf, kind: 'new', what, ...mention } as const] : [];
  });
}

function urlOfSection({ kind, args }: Scope): string | null {
  const [url = ''] = args;
  return kind === 'proxy' && args.length > 1 && isBalancer(url) ? url : null;
}

function urlOfDirective({ name, args, scope }: Occurrence): string | null {
  if (!SPEAKING_OF_BALANCERS.has(name)) return null;
  const ofSection = scope.kind === 'proxy' ? (scope.args[0] ?? null) : null;
  // It makes a balancer of whatever the section is for (add_member in mod_proxy.c).
  if (name === 'balancermember' && ofSection !== null) return ofSection;
  const url = args.find(isBalancer);
  if (url !== undefined || name.startsWith('proxypass')) return url ?? null;
  return ofSection !== null && isBalancer(ofSection) ? ofSection : null;
}

function isBalancer(word: string): boolean {
  return /^balancer:\/\//i.test(word);
}

function balancerName(url: string): string {
  return /^\w+:\/\/[^/]*/.exec(url)?.[0].toLowerCase() ?? '';
}
