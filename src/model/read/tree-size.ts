/** So many bytes of one line weigh as much as a line. */
const BYTES_PER_LINE = 40;
/** And so many words, whatever their length. */
const WORDS_PER_LINE = 4;

/** Lines of a whole tree that are read, without another wish: about 30,000 virtual hosts. */
export const MOST_LINES = 1_000_000;

/** What a text costs to keep, in lines: as many as it has, or as its bytes or its words would make. */
export function linesOf(text: string): number {
  let lines = 1;
  let words = 0;
  let wasSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) lines++;
    if (wasSpace && code > SPACE) words++;
    wasSpace = code <= SPACE;
  }
  return Math.max(lines, inWholes(text.length, BYTES_PER_LINE), inWholes(words, WORDS_PER_LINE));
}

/** The quotient, rounded up. Of whole numbers, or V8 undoes its optimization of the caller for each text anew. */
function inWholes(amount: number, size: number): number {
  return ((amount + size - 1) / size) | 0;
}

const LINE_FEED = 10;
const SPACE = 32;

/** The end of every sentence about it. */
export const MORE_MEMORY =
  'Give Node.js more memory to read more: NODE_OPTIONS=--max-old-space-size=MEGABYTES.';
