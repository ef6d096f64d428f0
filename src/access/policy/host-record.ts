import type { MethodSet } from './method-set.ts';
import type { Bdd, Formula } from './bdd.ts';

export type Order = 'deny,allow' | 'allow,deny' | 'mutual-failure';

/** What an `Order`, or a `Satisfy`, says for some methods. Of several that speak of a method the last one counts. */
export interface MethodSlot<Value> {
  readonly value: Value;
  readonly methods: MethodSet;
}

/** One `Allow from ...` or `Deny from ...` line: the words after `from`, quotes taken off. */
export interface HostLine {
  readonly words: readonly string[];
  readonly methods: MethodSet;
}

/**
 * The Order, Allow and Deny lines of one section (`authz_host_dir_conf` of 2.2's mod_authz_host, the same part of
 * 2.4's mod_access_compat). A method without an Order has `deny,allow`.
 */
export interface HostRecord {
  readonly orders: readonly MethodSlot<Order>[];
  readonly allow: readonly HostLine[];
  readonly deny: readonly HostLine[];
}

/** `Satisfy` lines in the order merged. A method without one is as `all`. */
export type SatisfySlots = readonly MethodSlot<'all' | 'any'>[];

/** Whether every host that NAME `inner` of Allow, Deny or `Require host` covers is covered by `outer`: `in_domain`. */
export function isWithinDomain(inner: string, outer: string): boolean {
  if (!inner.endsWith(outer)) return false;
  return inner.length === outer.length || outer.startsWith('.') || inner.at(-outer.length - 1) === '.';
}

/**
 * Which sets of host names (lower case, with their variables) one client can match: a name implies the wider ones, and
 * of names side by side a client has at most one.
 */
export function hostConstraints(bdd: Bdd, variables: ReadonlyMap<string, number>): Formula {
  const siblings = new Map<string | null, number[]>();
  const implications: Formula[] = [];
  for (const [name, variable] of variables) {
    const parent = nearestWider(name, variables);
    siblings.set(parent, [...(siblings.get(parent) ?? []), variable]);
    if (parent === null) continue;
    implications.push(bdd.ite(bdd.variable(variable), bdd.variable(variables.get(parent)!), bdd.yes));
  }
  return bdd.all([...[...siblings.values()].map((group) => atMostOne(bdd, group)), ...implications]);
}

function nearestWider(name: string, known: ReadonlyMap<string, number>): string | null {
  for (let at = 1; at < name.length; at++) {
    const wider = name.slice(at);
    if (known.has(wider) && isWithinDomain(name, wider)) return wider;
  }
  return null;
}

function atMostOne(bdd: Bdd, variables: readonly number[]): Formula {
  let none = bdd.yes;
  let one = bdd.yes;
  for (const variable of variables.toSorted((a, b) => b - a)) {
    one = bdd.node(variable, one, none);
    none = bdd.node(variable, none, bdd.no);
  }
  return one;
}
