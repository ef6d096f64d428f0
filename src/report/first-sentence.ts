/** A message's first sentence: up to a point before a capital letter, a version or code. */
export function firstSentence(message: string): string {
  const end = /(?<!\b(?:e\.g|i\.e))\.(?= (?:[A-Z`<]|2\.[024]\b))/.exec(message)?.index;
  return end === undefined ? message : message.slice(0, end + 1);
}

/** What a message says last, without the names that its first sentence has, too: equal for equal advice about other things. */
export function adviceOf(message: string): string {
  const first = firstSentence(message);
  const sentences = message.slice(first.length).split(/(?<=\.) (?=[A-Z`<])/);
  const said = new Set(first.match(WORDS));
  return (sentences.at(-1) ?? '').replaceAll(WORDS, (word) =>
    said.has(word) && !/^[a-z]+$/i.test(word) ? '' : word,
  );
}

const WORDS = /[\w@./-]*\w/g;
