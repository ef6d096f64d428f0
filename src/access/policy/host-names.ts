import type { Bdd, Formula } from './bdd.ts';

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
