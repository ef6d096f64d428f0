import { editDistance } from './edit-distance.ts';

/** The name that the user probably meant: about one slip per three letters. Null if none is that near. */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length < 2) return null;
  let nearest: string | null = null;
  let least = Math.ceil(typed.length / 3) + 1;
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}
