/** What `work` makes of each, one after the other; it may end early by answering null. */
export async function oneByOne<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<U | null>,
): Promise<U[]> {
  const done: U[] = [];
  for (const [index, item] of items.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    const result = await work(item, index);
    if (result === null) break;
    done.push(result);
  }
  return done;
}
