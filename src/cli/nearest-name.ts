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

/** Letters to add, drop, replace or swap with a neighbour to make one word of the other (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, replace, swapped ? beforeLast[j - 2]! + 1 : Infinity);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
