/**
 * The same text, in memory of its own: what is cut out of a file's text keeps the whole of that, and what was joined keeps each of its parts.
 */
export function ownCopy(text: string): string {
  const copy = Buffer.from(text, 'latin1').toString('latin1');
  return copy === text ? copy : text;
}
