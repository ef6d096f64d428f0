/**
 * The same list, in no more memory than it needs. One that was made item by item (`push`, `filter`, `flatMap`, a spread) has room for
 * sixteen more: those that are kept by the thousand are to be trimmed.
 */
export function trimmed<T>(list: readonly T[]): T[] {
  return list.slice();
}
