import { matchText } from '../addresses/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Recorder } from './recorder.ts';

/** Whether a section is for what is asked for; `unknown`: its pattern is beyond what can be matched here. */
export type Meeting = boolean | 'unknown';

/** @param endIsDead a `$` never matches */
export function meetsPattern(pattern: string, text: string, endIsDead = false): Meeting {
  const match = matchText(pattern, text, { endIsDead });
  return match === 'unreadable' ? 'unknown' : match !== null;
}

/** Whether the section is taken to apply: one of which that is not known as the request says, else not. */
export function isTaken(meeting: Meeting, { scope }: AccessSection, recorder: Recorder): boolean {
  if (meeting !== 'unknown') return meeting;
  const supposed = recorder.conditions.get(scope);
  if (supposed === undefined) recorder.doubt(scope);
  return supposed ?? false;
}
