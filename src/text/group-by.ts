/** The items in groups of one key each, in the order of their first. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  const add = (item: T): void => {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  };
  // Nearly all are lists, of which no iterator is needed.
  if (Array.isArray(items)) items.forEach(add);
  else for (const item of items) add(item);
  return groups;
}
