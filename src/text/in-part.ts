/** So much of a text is quoted in a message: a line of thousands of addresses would fill the screen. */
const MOST_QUOTED = 200;

/** The text as a message quotes it: a very long one up to a word's end. */
export function inPart(text: string): string {
  if (text.length <= MOST_QUOTED) return text;
  const end = text.lastIndexOf(' ', MOST_QUOTED);
  return `${text.slice(0, end > MOST_QUOTED / 2 ? end : MOST_QUOTED)} ...`;
}
