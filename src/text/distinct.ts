/** One of each that are the same as JSON, in the order of their first. */
export function distinct<T>(all: readonly T[]): readonly T[] {
  if (all.length < 2) return all;
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
