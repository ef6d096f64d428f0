/** The words of a text, as `ap_getword_conf` (server/util.c) takes them off until the text ends. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length;) {
    const { word, end } = wordAt(text, at);
    words.push(word);
    at = skipSpace(text, end);
  }
  return words;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at]!)) at++;
  return at;
}

function isSpace(char: string): boolean {
  return char === ' ' || (char >= '\t' && char <= '\r');
}

/** In quotes a backslash escapes the quote and itself, outside only itself; a quote left open ends with the text. */
function wordAt(text: string, start: number): { word: string; end: number } {
  const quote = text[start] === '"' || text[start] === "'" ? text[start] : null;
  if (quote === null) {
    let end = start;
    while (end < text.length && !isSpace(text[end]!) && text[end] !== '\\') end++;
    if (text[end] !== '\\') return { word: text.slice(start, end), end: Math.min(end + 1, text.length) };
  }
  let word = '';
  let at = quote === null ? start : start + 1;
  while (at < text.length) {
    const char = text[at]!;
    if (quote === null ? isSpace(char) : char === quote) break;
    const next = text[at + 1];
    const isEscape = char === '\\' && (next === '\\' || next === quote);
    word += isEscape ? next : char;
    at += isEscape ? 2 : 1;
  }
  // The quote, or the blank.
  return { word, end: Math.min(at + 1, text.length) };
}

/** The first word and what follows it, as `ap_getword_white` takes it off: quotes mean nothing. */
export function takeWord(text: string): { word: string; rest: string } {
  const start = skipSpace(text, 0);
  let end = start;
  while (end < text.length && !isSpace(text[end]!)) end++;
  return { word: text.slice(start, end), rest: text.slice(skipSpace(text, end)) };
}

/** The first word and what follows it, as `ap_getword_conf` takes it off. */
export function takeConfWord(text: string): { word: string; rest: string } {
  const start = skipSpace(text, 0);
  if (start === text.length) return { word: '', rest: '' };
  const { word, end } = wordAt(text, start);
  return { word, rest: text.slice(skipSpace(text, end)) };
}

/** Words as one text that splits into the same words; quotes only where they are needed. */
export function joinWords(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

/** A backslash at the end would join the next line. */
function quoteWord(word: string): string {
  if (word !== '' && !/^["']|[\s\v]|\\\\|\\$/.test(word)) return word;
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}
