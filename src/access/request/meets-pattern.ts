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

/** Whether the section is taken to apply; one that is not known to is noted. */
export function isTaken(meeting: Meeting, section: AccessSection, recorder: Recorder): boolean {
  if (meeting === 'unknown') recorder.doubt(section);
  return meeting === true;
}
