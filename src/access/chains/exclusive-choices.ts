import { patternStart } from '../addresses/index.ts';
import type { Choice, Choices } from './flow.ts';

/**
 * Patterns of which no address matches two, as `^/a/` and `^/b/`: each is written out from its start, and neither of these starts begins the
 * other. It is known of LocationMatch only: it is matched against one text, where a file may take over what its folder matched.
 */
const KIND = 'address ';

/** Whether a choice can't be true, as one that can't hold with it is. */
export function isExcluded(choice: Choice, made: Choices): boolean {
  if (made.size === 0) return false;
  const start = startOf(choice);
  for (const [other, isTrue] of made) if (isTrue && areApart(start, startOf(other))) return true;
  return false;
}

/** The most choices of which no two hold together: those with the longest starts. Of one alone nothing follows. */
export function exclusiveChoices(choices: Iterable<Choice>): ReadonlySet<Choice> {
  const sorted = [...choices]
    .map((choice) => ({ choice, start: startOf(choice) }))
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const longest = sorted.filter(({ start }, at) => sorted[at + 1]?.start.startsWith(start) !== true);
  return new Set(longest.length < 2 ? [] : longest.map(({ choice }) => choice));
}

/** What begins with nothing known begins as all others. */
function areApart(one: string, other: string): boolean {
  return !one.startsWith(other) && !other.startsWith(one);
}

/** What all addresses begin with that the pattern matches; '' where nothing is known. Whether slashes are merged first tells nothing of one without doubled ones. */
function startOf(choice: Choice): string {
  if (!choice.startsWith(KIND)) return '';
  const start = patternStart(choice.slice(KIND.length));
  return start.includes('//') ? '' : start;
}
