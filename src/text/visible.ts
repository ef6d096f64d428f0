/**
 * Control and format characters (what changes the order of letters or has no width is among these), line separators, and
 * letters that show nothing, such as the fillers of Hangul.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Text (no bytes) made fit for a terminal: what it would obey or hide is made visible as `less` does it; lines stay lines. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => (character === '\n' ? character : makeVisible(character)));
}

/** `^[`, `<9B>`, `<U+202E>`. */
export function makeVisible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `^${String.fromCharCode(code ^ 0x40)}`;
  const hex = code.toString(16).toUpperCase();
  return code < 0x100 ? `<${hex}>` : `<U+${hex.padStart(4, '0')}>`;
}

/** So much of a text is quoted in a message: a line of thousands of addresses would fill the screen. */
const MOST_QUOTED = 200;

/** The text as a message quotes it: a very long one up to a word's end. */
export function inPart(text: string): string {
  if (text.length <= MOST_QUOTED) return text;
  const end = text.lastIndexOf(' ', MOST_QUOTED);
  return `${text.slice(0, end > MOST_QUOTED / 2 ? end : MOST_QUOTED)} ...`;
}

/** The words as a POSIX shell takes them back: quoted where they need it. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word))).join(' ');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
