import type { Choice, Choices } from './flow.ts';
import { numbering } from '../../text/index.ts';
import { TooMuchWork } from '../work.ts';

// Sets of choices are compared by short texts: choices are long patterns, and a flow has thousands of sets of them.

/** One character for a choice that was made one way. Those of the two ways stand side by side. */
export type ChoiceLetter = (choice: Choice, isTrue: boolean) => string;

/** For choices that are compared with one another. @throws TooMuchWork where there are more than characters */
export function choiceLetters(): ChoiceLetter {
  const numberOf = numbering<Choice>();
  return (choice, isTrue) => {
    const letter = 2 * numberOf(choice) + Number(isTrue);
    if (letter < FIRST_SURROGATE) return String.fromCharCode(letter);
    const code = letter - FIRST_SURROGATE + BEHIND_SURROGATES;
    if (code > LAST_CODE) throw new TooMuchWork('there are too many patterns to tell apart');
    return String.fromCodePoint(code);
  };
}

/** Halves of characters: no character begins within another. */
const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0x10000;
const LAST_CODE = 0x10ffff;

/** Equal for equal choices that were made in the same order. */
export function lettersOf(choices: Choices, letterOf: ChoiceLetter): string {
  let letters = '';
  for (const [choice, isTrue] of choices) letters += letterOf(choice, isTrue);
  return letters;
}
