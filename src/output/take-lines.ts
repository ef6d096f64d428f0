// Lines end at LF only, as for every diff tool, and carry it; the last one of a text may have none.

/** Up to `max` lines that end at `to`. */
export function linesBefore(text: string, to: number, max: number): string[] {
  const lines: string[] = [];
  let end = to;
  while (end > 0 && lines.length < max) {
    const start = end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1;
    lines.unshift(text.slice(start, end));
    end = start;
  }
  return lines;
}

/** Up to `max` lines that start at `from`, none from behind `to`. */
export function linesAfter(text: string, from: number, max: number, to: number): string[] {
  const lines: string[] = [];
  let start = from;
  while (start < to && lines.length < max) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
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
