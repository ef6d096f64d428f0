import type { Explanation } from '../types.ts';

/** What every entry must say; the rest is empty unless said. */
type RequiredParts = Pick<Explanation, 'id' | 'title' | 'means' | 'why' | 'does' | 'undo' | 'link'>;

export function defineExplanation(parts: RequiredParts & Partial<Explanation>): Explanation {
  return {
    rows: [],
    directives: [],
    codes: [],
    messages: [],
    words: [],
    change: null,
    see: [],
    ...parts,
  };
}
