import { editDistance } from './edit-distance.ts';

/** Nothing that has a name is longer; what is, is no misspelling. */
const LONGEST = 80;

/** The name that the user probably meant: about one slip per three letters. Null if none is that near. */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length < 2 || typed.length > LONGEST) return null;
  let nearest: string | null = null;
  let least = Math.ceil(typed.length / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= least) continue;
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** `; did you mean html?`, for the end of a sentence; '' if no name is near. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const nearest = nearestName(typed, names);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}
