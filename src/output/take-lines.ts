// Lines end at LF only, as for every diff tool, and carry it; the last one of a text may have none.

/** Where up to `most` lines begin that end at `to`. */
export function startBefore(text: string, to: number, most: number): number {
  let start = to;
  for (let left = most; left > 0 && start > 0; left--) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return start;
}

/** Whether no more than `most` lines start between the offsets. */
export function hasAtMost(text: string, from: number, to: number, most: number): boolean {
  let start = from;
  for (let left = most; left > 0 && start < to; left--) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) return true;
    start = newline + 1;
  }
  return start >= to;
}

/** How many line feeds there are between the offsets. */
export function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
