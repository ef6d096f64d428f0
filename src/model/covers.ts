import type { Occurrence, Scope } from './types.ts';
import { append } from '../text/index.ts';

/** Where a line is read. */
type Reach = Pick<Occurrence, 'scope' | 'guards'>;

/**
 * Whether what one line says is in force wherever another one is read: it stands in the same scope or in one around it, behind
 * no guard that the other one does not stand behind too, but such as 2.4 passes for certain.
 */
export function covers(line: Reach, other: Reach): boolean {
  return coverage([line]).covers(other);
}

/** Lines that say something, to be asked whether one of them covers another line. */
export interface Coverage {
  covers(other: Reach): boolean;
  add(line: Reach): void;
}

export function coverage(lines: Iterable<Reach>): Coverage {
  const byScope = new Map<Scope, Reach[]>();
  const add = (line: Reach): void => append(byScope, line.scope, line);
  for (const line of lines) add(line);
  return {
    add,
    covers(other) {
      const guards = new Set(other.guards.map(({ node }) => node));
      const isAround = (line: Reach): boolean =>
        line.guards.every(({ node, on24 }) => on24 === 'yes' || guards.has(node));
      for (let scope: Scope | null = other.scope; scope; scope = scope.parent) {
        if (byScope.get(scope)?.some(isAround)) return true;
        for (const { node } of scope.guards) guards.add(node);
      }
      return false;
    },
  };
}

/** The line without the guards that ask for a module (`mod_x.c`, `x_module`): where the module is absent, the line is not missed. */
export function ignoringModule(line: Reach, ...names: readonly string[]): Reach {
  return { scope: line.scope, guards: line.guards.filter(({ test }) => !names.includes(test.toLowerCase())) };
}

/** Outer scopes before inner ones, less guarded lines before more guarded ones: so that a line comes behind those that cover it. */
export function byReach(a: Occurrence, b: Occurrence): number {
  return depth(a.scope) - depth(b.scope) || a.guards.length - b.guards.length || a.seq - b.seq;
}

/** Of lines that each want something said where they are read, those at which it has to be: neither `covering` nor one at an earlier line covers them. */
export function uncovered(lines: readonly Occurrence[], covering: readonly Occurrence[]): Occurrence[] {
  const known = coverage(covering);
  return lines.toSorted(byReach).filter((line) => {
    if (known.covers(line)) return false;
    known.add(line);
    return true;
  });
}

function depth(scope: Scope): number {
  return scope.parent === null ? 0 : 1 + depth(scope.parent);
}
