import type { RouteLine } from './route-line.ts';

/** Lists that need more comparisons are taken to have nothing in common. */
const MOST_COMPARED = 4_000_000;

/** The lines of two lists that are not in the longest list that both have in this order: gone, and come. */
export function changedLines(
  before: readonly RouteLine[],
  after: readonly RouteLine[],
): { readonly gone: readonly RouteLine[]; readonly come: readonly RouteLine[] } {
  let start = 0;
  while (start < before.length && before[start]?.key === after[start]?.key) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end)?.key === after.at(-1 - end)?.key) end++;
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  if (left.length * right.length > MOST_COMPARED) return { gone: left, come: right };
  const kept = longestCommon(left, right);
  return {
    gone: left.filter((line) => !kept.has(line)),
    come: right.filter((line) => !kept.has(line)),
  };
}

/** The lines of both lists that are in the longest common one. */
function longestCommon(left: readonly RouteLine[], right: readonly RouteLine[]): ReadonlySet<RouteLine> {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i]?.key === right[j]?.key
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const kept = new Set<RouteLine>();
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && b !== undefined && a.key === b.key) {
      kept.add(a).add(b);
      i++;
      j++;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return kept;
}
