import { ALL_METHODS, DENIED, GRANTED } from '../policy/index.ts';
import type { MethodTree, RequireTree } from '../policy/index.ts';
import type { Pair } from '../proof/start.ts';
import { distinct, flatMap, groupBy } from '../../text/index.ts';
import { finalState, ownStateBefore } from '../states/walk-state.ts';
import type { TextCandidate } from './candidate.ts';
import { partsOf } from './candidates.ts';
import { casesFor, type Wanted } from './cases.ts';
import type { ReadArrival } from './judge.ts';
import { isRight, onePerPair } from './judge.ts';
import type { Planning } from './planning.ts';
import { treesInForce, treesOf } from './planning.ts';
import { statesOnce } from './written-candidates.ts';

type Merging = NonNullable<TextCandidate['merging']>;

/**
 * Texts by cases that are joined to what is inherited. Where many patterns for names of files overlap, what is inherited is too much to tell apart;
 * what has to be joined to it often needs few conditions: the section's own rules in one folder, and nothing where `Satisfy any` counts.
 */
export function* joinedByCases(read: readonly ReadArrival[], planning: Planning): Generator<TextCandidate> {
  for (const merging of ['and', 'or'] as const) {
    const wanted = joinedParts(read, merging, planning);
    const cases = wanted && casesFor(wanted, planning, merging);
    if (cases !== null) yield cases;
  }
}

/** What may be joined in each state; null if nothing is right in some. */
function joinedParts(
  read: readonly ReadArrival[],
  merging: Merging,
  planning: Planning,
): readonly Wanted[] | null {
  const parts = partsToJoin(read, merging, planning).map((trees) => {
    const candidate: TextCandidate = { type: 'text', merging, trees, isByCases: false };
    return { trees, candidate };
  });
  const once = onePerPair(read);
  const options = new Map<ReadArrival, Wanted['options']>();
  for (const each of once) {
    const right = parts.filter(({ candidate }) => isRight(candidate, [each], planning));
    if (right.length === 0) return null;
    options.set(
      each,
      right.map(({ trees }) => trees),
    );
  }
  const byPair: ReadonlyMap<Pair, readonly ReadArrival[]> = groupBy(once, ({ pair }) => pair);
  return read.map(({ section, world, pair, situation }) => {
    const same = byPair.get(pair)!.find((each) => each.section === section && each.world === world)!;
    return { situation, options: options.get(same)! };
  });
}

/** Nothing, the section's own rules, all that is in force. */
function partsToJoin(
  read: readonly ReadArrival[],
  merging: Merging,
  planning: Planning,
): readonly (readonly MethodTree[])[] {
  const { readBy, semantics, work } = planning;
  const owns = read.map(({ section, world }) => ownStateBefore(section, readBy, world, semantics));
  const ownParts = flatMap(statesOnce(owns, work), (own) => {
    const { host, users } = partsOf(own);
    return [host, users].flatMap((part) => (part === null ? [] : [treesOf(part, planning)]));
  });
  const inForce = statesOnce(
    read.map(({ behind }) => finalState(behind)),
    work,
  ).map((state) => treesInForce(state, planning));
  return distinct([forAll(merging === 'and' ? GRANTED : DENIED), ...ownParts, ...inForce]);
}

function forAll(tree: RequireTree): readonly MethodTree[] {
  return [{ methods: ALL_METHODS, tree, dropped: [] }];
}
