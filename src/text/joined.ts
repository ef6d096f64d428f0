/** Both lists in one: where one is empty, the other itself. */
export function joined<One>(first: readonly One[], second: readonly One[]): readonly One[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : first.concat(second);
}
