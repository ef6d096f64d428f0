/**
 * The same text, in memory of its own: what is cut out of a file's text keeps the whole of that, and what was joined keeps each of its parts.
 */
export function ownCopy(text: string): string {
  // So short a text is neither cut out nor joined, but written anew (V8's SlicedString and ConsString have a least length).
  if (text.length < 13) return text;
  const bytes = text.length > scratch.length ? Buffer.allocUnsafe(text.length) : scratch;
  const copy = bytes.toString('latin1', 0, bytes.write(text, 'latin1'));
  return copy === text ? copy : text;
}

/** Most texts fit: one in memory of their own would each have to be made and thrown away. */
const scratch = Buffer.allocUnsafeSlow(1024);
