import { directive22, directive24, directives22, directives24 } from './directives.ts';
import { lazy } from './lazy.ts';

/** Lower case -> as the manual spells it. */
const knownNames = lazy(
  () => new Map([...directives22(), ...directives24()].map(({ name }) => [name.toLowerCase(), name])),
);

/**
 * The directive name of 2.2 or 2.4 that the given one is probably a misspelling of: at most one slip (a letter missing, added,
 * replaced, or two swapped) per four letters and three in all. Null if none is that near or the name is right already.
 */
export function nearestDirectiveName(name: string): string | null {
  const wanted = name.replace(/^</, '').toLowerCase();
  if (directive22(wanted) ?? directive24(wanted)) return null;
  let nearest: string | null = null;
  let best = Math.min(3, Math.floor(wanted.length / 4)) + 1;
  for (const [known, spelling] of knownNames()) {
    if (Math.abs(known.length - wanted.length) >= best) continue;
    const distance = editDistance(wanted, known);
    if (distance < best) [nearest, best] = [spelling, distance];
  }
  return nearest;
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? at(beforeLast, column - 2) + 1
          : Infinity;
      current[column] = Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
