/** The offset behind the class whose `[` is at `start`; that of the text's end where it is not closed. */
export function endOfClass(text: string, start: number): number {
  const item = /\\[\s\S]|\[:\^?[a-z]+:\]|[^\]]/y;
  item.lastIndex = start + /^\[\^?\]?/.exec(text.slice(start, start + 3))![0].length;
  let end = item.lastIndex;
  while (item.exec(text) !== null) end = item.lastIndex;
  return Math.min(end + 1, text.length);
}
