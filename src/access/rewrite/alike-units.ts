import { count, numbering } from '../../text/index.ts';
import type { ContractShape } from '../states/intended-state.ts';
import type { Above } from '../proof/start.ts';
import { isOfHtaccess } from '../sections/types.ts';
import { numberingOfLists } from '../states/list-table.ts';
import type { Candidate } from './candidate.ts';
import { isByCases } from './candidate.ts';
import { hasOldLines, hasRefusedRequire } from './old-lines.ts';
import type { Arrival, Planning } from './planning.ts';
import type { Unit, EffectBasis, UnitEffects } from './units.ts';

/** What was chosen for a unit, and what is said of it. */
export interface Choice {
  readonly candidate: Candidate;
  readonly shapes: readonly ContractShape[];
  readonly asksNobody: boolean;
}

/**
 * What was chosen, by what the choice depends on: the states in which requests come, what the sections say, and whether the lines may
 * stay. Files, names and places affect copies and cases only, so a choice of these is nobody else's.
 */
export interface AlikeUnits {
  choose(unit: Unit, arrivals: readonly Arrival[], make: () => Choice | null): Choice | null;
}

type AlikeBasis = EffectBasis & Pick<Planning, 'asking'>;

export function createAlikeUnits(effectIn: UnitEffects, basis: AlikeBasis): AlikeUnits {
  const known = new Map<number, Choice>();
  const numberOf = numbering<object>();
  const numberOfList = numberingOfLists();
  return {
    choose(unit, arrivals, make) {
      const parts = partsOf(unit, arrivals, { effectIn, basis, numberOf });
      const key = parts === null ? null : numberOfList(parts);
      const same = key === null ? undefined : known.get(key);
      count(same === undefined ? 'sections planned' : 'sections like one before');
      if (same !== undefined) return same;
      const choice = make();
      if (key !== null && choice !== null && saysSameToAll(choice.candidate)) known.set(key, choice);
      return choice;
    },
  };
}

/** Each unit by itself, to hold the other against. */
export const UNALIKE_UNITS: AlikeUnits = { choose: (_unit, _arrivals, make) => make() };

interface Keys {
  readonly effectIn: UnitEffects;
  readonly basis: AlikeBasis;
  readonly numberOf: (one: object) => number;
}

/** Null: like no other. */
function partsOf(
  unit: Unit,
  arrivals: readonly Arrival[],
  { effectIn, basis, numberOf }: Keys,
): number[] | null {
  if (unit.sections.some(isOfHtaccess)) return null;
  const isOne = unit.sections.length === 1;
  const parts = [isOne ? arrivals.length : -1];
  // Where no requests come it counts all the same whether the lines may stay.
  if (!isOne || arrivals.length === 0) {
    parts.push(Number(hasOldLines(unit, basis)), Number(hasRefusedRequire(unit, basis)));
  }
  let last: Arrival | null = null;
  for (let i = 0; i < arrivals.length; i++) {
    const arrival = arrivals[i]!;
    const { section, world, above, pair } = arrival;
    if (last?.section !== section || last.world !== world) {
      if (basis.asking.has(section)) return null;
      parts.push(numberOf(world), numberOf(effectIn(section, world)));
    }
    last = arrival;
    parts.push(NUMBERS[above], numberOf(pair));
  }
  return parts;
}

/** Told from the number of another section's world. */
const NUMBERS: Readonly<Record<Above, number>> = {
  nothing: -2,
  denied: -1,
  closed: -3,
  'no host': -4,
  password: -5,
};

const OF_ITS_PLACE: ReadonlySet<Candidate['type']> = new Set(['split', 'guarded', 'in-place']);

/** Whether it may stand in any place alike. */
export function saysSameToAll(candidate: Candidate): boolean {
  return !OF_ITS_PLACE.has(candidate.type) && !isByCases(candidate);
}
