import type { MethodDifference } from '../proof/compare-answers.ts';
import type { ProofDifference } from '../proof/prove.ts';
import { decidingRound } from '../request/deciding-round.ts';
import { decisionOf } from '../request/decision.ts';
import type { AccessSection } from '../sections/types.ts';
import type { ExampleRequest } from './example-request.ts';
import { findExamples } from './example-request.ts';
import { groupBy } from '../../text/index.ts';
import type { TreePairs } from './tree-pairs.ts';

/** A difference that was found, with the requests that are like it. */
export interface FoundDifference {
  /** `opened`: 2.4 lets through whom 2.2 refused; `closed`: the other way round; `other`: refused otherwise. */
  readonly kind: 'opened' | 'closed' | 'other';
  readonly difference: MethodDifference;
  readonly about: ProofDifference['flow']['about'];
  /** The last section that counts; null if none has. */
  readonly section: AccessSection | null;
  /** Null if none of the requests that were tried shows it: it may be of patterns that no request meets together. */
  readonly example: ExampleRequest | null;
  /** Further sets of requests with the same difference. */
  readonly alike: number;
}

const KINDS = ['opened', 'closed', 'other'] as const;
/** Of differences that are alike, so many are looked at for examples. */
const MOST_TRIED = 5;

/**
 * The differences by what decides: one for each pair of sets of sections that answer differently in the two trees. Openings
 * first, those with an example before those without.
 * @param pairs the trees to ask
 */
export function groupDifferences(
  found: readonly ProofDifference[],
  pairs: TreePairs,
  mostExamples: number,
): FoundDifference[] {
  const shown = new Map<string, FoundDifference>();
  const unshown: FoundDifference[] = [];
  for (const group of alikeOnes(found)) {
    const [first] = group;
    if (first === undefined) continue;
    const rest = { ...described(first, null), alike: group.length - 1 };
    const tried = shown.size < mostExamples ? group.slice(0, MOST_TRIED) : [];
    const examples = tried.flatMap((each) =>
      [...findExamples(each.flow, each.difference, pairs)].map((example) => described(each, example)),
    );
    const keys = new Set<string>();
    for (const each of examples) {
      const key = decidingKey(each);
      if (!shown.has(key)) shown.set(key, each);
      keys.add(key);
    }
    const [key] = keys;
    if (key === undefined) unshown.push(rest);
    else addAlike(shown, key, group.length - keys.size);
  }
  const rank = ({ kind }: FoundDifference) => KINDS.indexOf(kind);
  return [...shown.values(), ...unshown].toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.example === null) - Number(b.example === null),
  );
}

/** By the answers and the last section, openings first. */
function alikeOnes(found: readonly ProofDifference[]): ProofDifference[][] {
  const groups = groupBy(found, ({ difference, section }) => {
    const { file, node } = section?.scope ?? {};
    const place = file === undefined ? '' : `${file.path} ${node?.span.start ?? 0}`;
    const { before, after, login } = difference;
    return [before, after, login?.before, login?.after, place].join(' ');
  });
  const rank = ([first]: readonly ProofDifference[]) =>
    first === undefined ? 0 : KINDS.indexOf(kindOf(first.difference));
  return [...groups.values()].toSorted((a, b) => rank(a) - rank(b));
}

function described(
  { difference, flow, section }: ProofDifference,
  example: ExampleRequest | null,
): FoundDifference {
  return { kind: kindOf(difference), difference, about: flow.about, section, example, alike: 0 };
}

function kindOf({ before, after, login }: MethodDifference): FoundDifference['kind'] {
  if (login !== undefined) return 'other';
  if (after === 'pass') return 'opened';
  return before === 'pass' ? 'closed' : 'other';
}

function addAlike(shown: Map<string, FoundDifference>, key: string, more: number): void {
  const known = shown.get(key);
  if (known !== undefined && more > 0) shown.set(key, { ...known, alike: known.alike + more });
}

/** Which sections decide in either tree, and how. */
function decidingKey({ difference, example }: FoundDifference): string {
  const sections = (['before', 'after'] as const).flatMap((side) => {
    if (example === null) return [];
    const round = decidingRound(example.trees[side], example[side]);
    if (round === null) return [side];
    const { sections: deciding } = decisionOf(example.trees[side], example.request, round, difference[side]);
    return [side, ...deciding.map(({ scope }) => `${scope.file.path} ${scope.node?.span.start ?? 0}`)];
  });
  const { before, after, login } = difference;
  return [before, after, login?.before, login?.after, ...sections].join('\n');
}
