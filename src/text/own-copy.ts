/**
 * The same text, in memory of its own: what is cut out of a file's text keeps the whole of that, and what was joined keeps each of its parts.
 */
export function ownCopy(text: string): string {
  // So short a text is neither cut out nor joined, but written anew (V8's SlicedString and ConsString have a least length).
  if (text.length < 13) return text;
  const copy = Buffer.from(text, 'latin1').toString('latin1');
  return copy === text ? copy : text;
}
