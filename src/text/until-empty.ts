/** The words before the first empty one. */
export function untilEmpty(words: readonly string[]): readonly string[] {
  const empty = words.indexOf('');
  return empty === -1 ? words : words.slice(0, empty);
}
