/** The words as a POSIX shell takes them back: quoted where they need it. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word))).join(' ');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
