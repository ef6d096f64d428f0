import type { Clause, Situation } from '../conditions/index.ts';
import { clauseTruth, conditionText } from '../conditions/index.ts';
import type { RequireTree } from '../policy/index.ts';
import { flatMap, numbering, remember, rememberWeakly } from '../../text/index.ts';

// A section under many patterns has thousands of cases, and these are split over and over: each is matched against each feature once, and trees are
// compared by numbers.

/** The trees of which one is wanted in one situation, for one method. */
export interface Case {
  readonly situation: Situation;
  readonly options: readonly RequireTree[];
  /** Of each option: equal trees have equal ones. */
  readonly numbers: readonly number[];
  /** Where the situation stands in the table. */
  readonly at: number;
}

/** What some cases can be told from others by. */
export interface Feature {
  readonly clause: Clause;
  /** Of each situation, as far as it was asked for. */
  readonly truths: Uint8Array;
}

/** A case in which the feature is not decided stands on both sides. */
export interface Split {
  readonly feature: Feature;
  readonly yes: readonly Case[];
  readonly no: readonly Case[];
}

export interface CaseTable {
  casesFor(optionsOf: (at: number) => readonly RequireTree[]): readonly Case[];
  numberOf(tree: RequireTree): number;
  /** The split that leaves the fewest different trees on either side; null where no feature tells the cases apart. */
  bestSplit(cases: readonly Case[]): Split | null;
  /** See Planning. */
  readonly isOnWindows: boolean;
}

export function createCaseTable(situations: readonly Situation[], isOnWindows: boolean): CaseTable {
  const number = numbering<string>();
  const numberOf = (tree: RequireTree): number => number(textOf(tree));
  const featuresOf = featuresIn(situations);
  const split = (cases: readonly Case[], feature: Feature): Split => {
    const truths = cases.map(({ situation, at }) => truthIn(feature, situation, at));
    return {
      feature,
      yes: cases.filter((_, i) => truths[i] !== FALSE),
      no: cases.filter((_, i) => truths[i] !== TRUE),
    };
  };
  return {
    casesFor: (optionsOf) =>
      situations.map((situation, at) => {
        const options = optionsOf(at);
        return { situation, at, options, numbers: options.map(numberOf) };
      }),
    numberOf,
    isOnWindows,
    bestSplit: (cases) => {
      let best: Split | null = null;
      let fewest = Infinity;
      for (const feature of featuresOf(cases)) {
        const each = split(cases, feature);
        if (Math.max(each.yes.length, each.no.length) === cases.length) continue;
        const kinds = kindsIn(each.yes) + kindsIn(each.no);
        if (kinds < fewest) [best, fewest] = [each, kinds];
        if (fewest === FEWEST_KINDS) break;
      }
      return best;
    },
  };
}

/** One on each side. */
const FEWEST_KINDS = 2;

/** The features by which some of the cases are known: addresses, then names, then choices, each as it is met first. */
function featuresIn(situations: readonly Situation[]): (cases: readonly Case[]) => readonly Feature[] {
  const size = situations.length;
  const ofKind = (kind: Clause['kind']): ((text: string) => readonly Feature[]) =>
    remember((text) => {
      const clause: Clause = { kind, text, isTrue: true };
      return conditionText([clause]) === null ? [] : [{ clause, truths: new Uint8Array(size) }];
    });
  const [addressed, named, chosen] = [ofKind('addressed'), ofKind('named'), ofKind('choice')];
  const choicesOf = remember((at: number) => {
    const { choices, certain } = situations[at]!;
    return [...choices.keys(), ...certain].flatMap(chosen);
  });
  return (cases) => {
    const addresses = new Set(flatMap(cases, ({ situation: { about } }) => about.address ?? []));
    const names = new Set(flatMap(cases, ({ situation: { about } }) => about.fileName ?? []));
    const choices = new Set<Feature>();
    for (const { at } of cases) for (const feature of choicesOf(at)) choices.add(feature);
    return [...[...addresses].flatMap(addressed), ...[...names].flatMap(named), ...choices];
  };
}

const TRUE = 1;
const FALSE = 2;
const UNDECIDED = 3;

function truthIn({ clause, truths }: Feature, situation: Situation, at: number): number {
  const known = truths[at]!;
  if (known !== 0) return known;
  const truth = clauseTruth(clause, situation);
  return (truths[at] = truth === null ? UNDECIDED : truth ? TRUE : FALSE);
}

export function isOption(number: number, { numbers }: Case): boolean {
  return numbers.includes(number);
}

/** How many trees there must be, one for each case among them: no more than are found by taking the one that is right in most of those that are left. */
export function kindsIn(cases: readonly Case[]): number {
  if (cases.every(({ numbers }) => numbers.length === 1))
    return new Set(cases.map(({ numbers }) => numbers[0]!)).size;
  let count = 0;
  for (let left = cases; left.length > 0; count++) {
    const most = mostWanted(left);
    left = left.filter((each) => !isOption(most, each));
  }
  return count;
}

/** The tree that is right in most of the cases. */
function mostWanted(cases: readonly Case[]): number {
  const rightIn = new Map<number, number>();
  for (const { numbers } of cases)
    for (const number of new Set(numbers)) rightIn.set(number, (rightIn.get(number) ?? 0) + 1);
  let [most, count] = [-1, 0];
  for (const [number, times] of rightIn) if (times > count) [most, count] = [number, times];
  return most;
}

/** Trees of the same text say the same. */
const textOf = rememberWeakly((tree: RequireTree) => JSON.stringify(tree));
