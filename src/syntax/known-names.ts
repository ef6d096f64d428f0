/** The same text for equal names, which are few. What is cut out of a file would keep the whole file. */
export function once(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size < MOST_NAMES) names.set(name, name);
  return name;
}

/** What `once` gives for the name that stands there: most often without cutting it out. */
export function nameAt(text: string, start: number, end: number): string {
  const slot = (31 * text.charCodeAt(start) + 7 * text.charCodeAt(end - 1) + end - start) & (SLOTS - 1);
  const known = latest[slot]!;
  if (known.length === end - start && text.startsWith(known, start)) return known;
  return (latest[slot] = once(text.slice(start, end)));
}

const names = new Map<string, string>();
const MOST_NAMES = 10_000;

/** The name that was met last, of those that share a slot. */
const latest: string[] = Array.from({ length: 1024 }, () => '');
const SLOTS = latest.length;
