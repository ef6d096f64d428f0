/** So many bytes of one line weigh as much as a line: a word of two bytes costs the memory of dozens. */
const BYTES_PER_LINE = 40;

/** Lines of a whole tree that are read, without another wish: about 30,000 virtual hosts. */
export const MOST_LINES = 1_000_000;

/** What a text costs to keep, in lines: as many as it has, or as its bytes would make. */
export function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return Math.max(lines, Math.ceil(text.length / BYTES_PER_LINE));
}

/** The end of every sentence about it. */
export const MORE_MEMORY =
  'Give Node.js more memory to read more: NODE_OPTIONS=--max-old-space-size=MEGABYTES.';
