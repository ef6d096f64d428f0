import { distinct } from '../../text/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import type { StateBefore } from '../states/walk-state.ts';
import { finalState, ownStateBefore } from '../states/walk-state.ts';
import { workOn } from '../policy/index.ts';
import type { Candidate, TextCandidate } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { casesFor } from './cases.ts';
import type { ReadArrival } from './judge.ts';
import { firstRight } from './judge.ts';
import { hasRefusedRequire } from './old-lines.ts';
import type { Work } from '../work.ts';
import type { Planning } from './planning.ts';
import { treesOf } from './planning.ts';
import type { Unit } from './units.ts';

/** What could be written that says the same to all requests, the most readable first. */
export function* plainCandidates(
  unit: Unit,
  read: readonly ReadArrival[],
  planning: Planning,
): Generator<Candidate> {
  const { readBy, semantics, work } = planning;
  const isRefused = hasRefusedRequire(unit, planning);
  const owns = distinct(
    statesOnce(
      read.map(({ section, world }) => ownStateBefore(section, readBy, world, semantics)),
      work,
    ),
  );
  const effective = statesOnce(
    read.map(({ behind }) => finalState(behind)),
    work,
  );
  for (const own of owns) {
    for (const candidate of candidatesFor(own, effective, planning)) {
      if (!isRefused || candidate.type !== 'keep') yield candidate;
    }
  }
}

/** The text that tells these arrivals apart by expressions; null if that can't be. */
export function textByCases(read: readonly ReadArrival[], planning: Planning): TextCandidate | null {
  if (read.some(isOfMacro)) return null;
  return casesFor(
    read.map(({ situation, behind }) => ({ situation, options: [treesOf(finalState(behind), planning)] })),
    planning,
  );
}

/** Words of m4 are known by the file that they stand in; no expression can ask for what comes in their place (`conditionText`). */
export function isOfMacro({ section, situation: { about, choices } }: ReadArrival): boolean {
  if (section.scope.file.document.engine !== 'm4') return false;
  const texts = [about.region, about.address, about.fileName, ...choices.keys()];
  return texts.some((text) => text !== null && hasPlaceholder(text, 'm4'));
}

/** The first text that is right for these arrivals and takes nothing over from what is inherited. */
export function wholeText(
  unit: Unit,
  read: readonly ReadArrival[],
  planning: Planning,
): TextCandidate | null {
  const whole = function* (): Generator<TextCandidate> {
    for (const each of plainCandidates(unit, read, planning)) {
      if (each.type === 'text' && each.merging === null) yield each;
    }
  };
  return firstRight(whole(), read, planning);
}

/** Each object once. */
export function statesOnce<State extends StateBefore>(
  states: readonly State[],
  work: Work,
): readonly State[] {
  const objects = states.length === 1 ? states : [...new Set(states)];
  for (const state of objects) work.spend(workOn(state));
  return objects;
}
