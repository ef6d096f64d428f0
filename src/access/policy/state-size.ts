import { rememberWeakly } from '../../text/index.ts';

/** Characters of a text that count as one more. */
const LONG_TEXT = 32;
/** Words that are gone through in the time of a unit of work (work.ts). */
const TEXTS_OF_UNIT = 4;

/** The units of work that it takes to go once through a state, or a part of one: through its words, names of methods and the like. */
export const workOn: (part: object) => number = rememberWeakly((part) =>
  Math.ceil(textsIn(part) / TEXTS_OF_UNIT),
);

function textsIn(part: unknown): number {
  if (typeof part === 'string') return 1 + Math.floor(part.length / LONG_TEXT);
  if (typeof part !== 'object' || part === null) return 0;
  let texts = 0;
  if (Array.isArray(part)) {
    for (let i = 0; i < part.length; i++) texts += textsIn(part[i]);
    return texts;
  }
  for (const name in part) texts += textsIn(part[name as keyof typeof part]);
  return texts;
}
