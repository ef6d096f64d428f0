import type { Guard } from '../../model/index.ts';
import { choiceTags } from '../../syntax/index.ts';
import { isContainer } from '../sections/types.ts';
import { guardKey, isLive, undecidedGuards } from '../sections/worlds.ts';
import type { Candidate, GuardedCandidate } from './candidate.ts';
import { positiveGuard } from './candidate.ts';
import type { ReadArrival } from './judge.ts';
import { firstRight } from './judge.ts';
import type { Arrival, Planning } from './planning.ts';
import type { Unit } from './units.ts';
import { plainCandidates, textByCases } from './written-candidates.ts';
import { isNegated } from '../../model/index.ts';

/** What was asked on the way to a text, with the answers. */
type Answers = ReadonlyMap<string, boolean>;

/** Choices of a template in one another that are still read at a glance. */
const MOST_CHOICES = 3;

/** For some guard that is not decided: one text where it holds and one where it doesn't, each right for its worlds. */
export function guardedCandidate(
  unit: Unit,
  read: readonly ReadArrival[],
  planning: Planning,
  answers: Answers = new Map(),
): GuardedCandidate | null {
  for (const guard of guardsToAsk(unit, planning, answers)) {
    const isIn = ({ world }: Arrival): boolean => isLive([positiveGuard(guard)], '2.4', world);
    const sideOf = (answer: boolean): Candidate | null => {
      const side = read.filter((arrival) => isIn(arrival) === answer);
      const text = textFor(unit, guard, side, planning);
      if (text !== null || !isOfTemplate(guard)) return text;
      return guardedCandidate(unit, side, planning, new Map([...answers, [guardKey(guard), answer]]));
    };
    const holds = sideOf(true);
    const fails = holds === null ? null : sideOf(false);
    if (holds !== null && fails !== null) return { type: 'guarded', guard, holds, fails };
  }
  return null;
}

function guardsToAsk(unit: Unit, planning: Planning, answers: Answers): Guard[] {
  if (answers.size === MOST_CHOICES) return [];
  const choices = choicesIn(unit, answers);
  return answers.size === 0 ? [...planning.undecided, ...choices] : choices;
}

/**
 * The choices of a template in the unit that can be made once more where all its lines stand: what a loop gives to the lines in
 * it is known nowhere else, and what is asked in a choice may have no answer outside of it.
 */
function choicesIn({ sections }: Unit, answers: Answers): Guard[] {
  const lines = sections.flatMap(({ entries, guards }) =>
    entries.map((entry) => ({ inside: entry.guards.slice(guards.length), isLine: !isContainer(entry) })),
  );
  const found = lines.flatMap(({ inside, isLine }) => (isLine ? (firstToAsk(inside, answers) ?? []) : []));
  return [...undecidedGuards(found).values()];
}

function firstToAsk(guards: readonly Guard[], answers: Answers): Guard | null {
  for (const guard of guards.filter(isOfTemplate)) {
    const answer = answers.get(guardKey(guard));
    if (answer === undefined) return canBeAsked(guard) ? guard : null;
    if (answer === isNegated(guard)) return null;
  }
  return null;
}

function isOfTemplate({ kind, ofValue }: Guard): boolean {
  return kind === 'template' || ofValue !== undefined;
}

function canBeAsked({ asker, ofValue }: Guard): boolean {
  return asker === undefined ? ofValue === 'anywhere' : choiceTags(asker) !== null;
}

/** A text of its own for some worlds: lines that stay as they are would be read in the others, too. */
function textFor(
  unit: Unit,
  guard: Guard,
  read: readonly ReadArrival[],
  planning: Planning,
): Candidate | null {
  const guarded = function* (): Generator<GuardedCandidate> {
    const nothing: Candidate = { type: 'nothing' };
    yield { type: 'guarded', guard, holds: nothing, fails: nothing };
    for (const text of plainCandidates(unit, read, planning)) {
      if (text.type !== 'keep') yield { type: 'guarded', guard, holds: text, fails: text };
    }
    const cases = textByCases(read, planning);
    if (cases !== null) yield { type: 'guarded', guard, holds: cases, fails: cases };
  };
  return firstRight(guarded(), read, planning)?.holds ?? null;
}
