import { editDistance } from '../text/index.ts';
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
