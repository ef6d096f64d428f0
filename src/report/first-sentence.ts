/** A message's first sentence: up to a point before a capital letter, a version or code. */
export function firstSentence(message: string): string {
  const end = /(?<!\b(?:e\.g|i\.e))\.(?= (?:[A-Z`<]|2\.[024]\b))/.exec(message)?.index;
  return end === undefined ? message : message.slice(0, end + 1);
}
