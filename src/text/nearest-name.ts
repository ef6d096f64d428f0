/** Nothing that has a name is longer; what is, is no misspelling. */
const LONGEST = 80;

/** The name that the user probably meant: about one slip per three letters. Null if none is that near. */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length < 2 || typed.length > LONGEST) return null;
  let nearest: string | null = null;
  let least = Math.ceil(typed.length / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= least) continue;
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase(), least);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** `; did you mean html?`, for the end of a sentence; '' if no name is near. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const nearest = nearestName(typed, names);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/**
 * How many slips make one word of the other: letters missing, added, replaced, or two neighbours swapped (optimal string alignment).
 * @param most from so many on they are not counted further
 */
export function editDistance(from: string, to: string, most = Infinity): number {
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
    // What is behind is no nearer than the nearest of two rows.
    if (isFar(last, most) && isFar(current, most)) return most;
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function isFar(row: readonly number[], most: number): boolean {
  return most !== Infinity && row.every((distance) => distance >= most);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
