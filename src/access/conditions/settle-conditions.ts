import type { Choice, Choices, Flow, FlowSubject } from '../chains/index.ts';
import {
  choiceLetters,
  choiceOf,
  isOfFolders,
  matchDirectoryWildcard,
  matchRegexBelow,
  matchRegexText,
} from '../chains/index.ts';
import type { HostFlags } from './host-flags.ts';
import { isPathAtOrBelow, pathComponents } from '../folders/paths.ts';
import type { RequireLeaf, RequireTree } from '../policy/index.ts';
import {
  allOf,
  anyOf,
  DENIED,
  GRANTED,
  isDenied,
  isGranted,
  requireLeaf,
  simplifyTree,
} from '../policy/index.ts';
import { distinct, flatMap, remember, rememberSome, rememberWeakly } from '../../text/index.ts';
import type { Clause, PatternTest } from './clause.ts';
import { choiceTest, PROXIED } from './clause.ts';
import type { Condition } from './condition.ts';
import { clausesIn, readCondition } from './condition.ts';
import type { WrittenClause } from './condition-text.ts';
import { conditionText, readClause, withPlainHashes } from './condition-text.ts';
import type { Test } from './expression-tree.ts';
import { variableTest } from './variable-values.ts';
import { namePatternIn } from './name-patterns.ts';
import { addressOfPattern, folderOfPattern, nameOfPattern, wildcardOfPattern } from './path-patterns.ts';

/** What is known of the requests that come to a section. */
export interface Situation {
  readonly about: FlowSubject;
  readonly choices: Choices;
  readonly flags: HostFlags;
  /** The patterns and wildcards of sections for folders that match all these requests. */
  readonly certain: readonly Choice[];
}

/** Of the requests of a flow. What is told of these is put together when it is asked for. */
export class FlowSituation implements Situation {
  readonly choices: Choices;
  readonly flags: HostFlags;
  readonly #flow: SituatedFlow;

  constructor(flow: SituatedFlow, choices: Choices, flags: HostFlags) {
    this.#flow = flow;
    this.choices = choices;
    this.flags = flags;
  }

  get about(): FlowSubject {
    return this.#flow.about;
  }

  get certain(): readonly Choice[] {
    return certainIn(this.#flow);
  }
}

type SituatedFlow = Pick<Flow, 'about' | 'events' | 'inputs'>;

const certainIn = rememberWeakly(({ events, inputs }: SituatedFlow): readonly Choice[] => {
  const own = events.filter((event) => event.choices.length === 0 && isOfFolders(event));
  return distinct([...flatMap(inputs, certainIn), ...own.map(choiceOf)]);
});

/** Whether the clause holds in the situation; null if that is not decided there, or if no expression can say it. */
export function clauseTruth(clause: Clause, situation: Situation): boolean | null {
  const [written] = writtenClause(clause);
  return written === undefined ? null : writtenTruth(written, situation);
}

// Each is matched against thousands of situations.
const conditionOf = rememberWeakly(({ args }: RequireLeaf) => readCondition(args));
const writtenClause = rememberWeakly((clause: Clause): readonly WrittenClause[] => {
  const written = readClause(conditionText([clause])?.slice(1, -1) ?? '');
  return written === null ? [] : [written];
});

/**
 * The tree as it reads in one situation: conditions become `all granted` or `all denied` where the situation decides
 * them, and other lines where these say the same; others stay.
 */
export function settleConditions(tree: RequireTree, situation: Situation): RequireTree {
  const { about, flags, choices } = situation;
  const last = lastSettled(tree);
  // Thousands of situations in a row are those of one flow, and most of what was chosen in it no line asks for.
  if (last.about !== about || last.flags !== flags) {
    last.known.clear();
    [last.about, last.flags] = [about, flags];
  }
  const key = last.askedIn(choices);
  let settled = last.known.get(key);
  if (settled === undefined) {
    settled = simplifyTree(tree, (leaf) => settledLine(leaf, situation));
    last.known.set(key, settled);
  }
  return settled;
}

/** What a tree was settled to in the situations of one flow, by what is chosen of what it asks for. */
interface LastSettled {
  about: FlowSubject | null;
  flags: HostFlags | null;
  readonly known: Map<string, RequireTree>;
  readonly askedIn: (choices: Choices) => string;
}

const lastSettled = rememberWeakly((tree: RequireTree): LastSettled => {
  const questions = new Set(questionsIn(tree));
  const letterOf = choiceLetters();
  const isAsked = remember((choice: Choice) => questions.has(questionOf(choice) ?? ''));
  const askedIn = (choices: Choices): string => {
    let letters = '';
    for (const [choice, isTrue] of choices) if (isAsked(choice)) letters += letterOf(choice, isTrue);
    return letters;
  };
  return { about: null, flags: null, known: new Map(), askedIn };
});

function settledLine(leaf: RequireLeaf, situation: Situation): RequireTree {
  // One that asks for the user is another thing when there is one.
  if (leaf.provider !== 'expr' || /\bREMOTE_USER\b/i.test(leaf.args)) return leaf;
  const settled = settle(conditionOf(leaf), situation);
  if (settled === null) return leaf;
  if (isDenied(settled) || isGranted(settled))
    return constant(leaf, isGranted(settled) ? 'granted' : 'denied');
  const limited = withMethods(settled, leaf.methods);
  return leaf.negated ? { type: 'none', children: [limited] } : limited;
}

/** What grants where the condition holds, and denies elsewhere; null where nothing is decided of it. */
function settle(condition: Condition, situation: Situation): RequireTree | null {
  switch (condition.type) {
    case 'constant':
      return condition.value ? GRANTED : DENIED;
    case 'line':
      return condition.tree;
    case 'clause':
      return (
        truthTree(writtenTruth(condition.clause, situation)) ??
        variableTree(condition.test, situation) ??
        negatedClause(condition.text)
      );
    case 'test':
      return variableTree(condition.test, situation);
    case 'not': {
      const part = settle(condition.part, situation);
      return part && without(part);
    }
    case 'all':
    case 'any': {
      const parts = condition.parts.map((part) => settle(part, situation));
      // The same clause elsewhere, in another text, is the same test.
      const isOfClauses = condition.parts.some(({ type }) => type === 'clause');
      if (!isOfClauses && parts.every((part) => part === null)) return null;
      const trees = parts.map((part, i) => part ?? asWritten(condition.parts[i]!));
      return condition.type === 'all' ? allOf(trees) : anyOf(trees);
    }
    case 'unread':
      return null;
  }
}

/** A test of a variable as `Require env`, which asks whether it is set. */
function variableTree(test: Test | null, { flags }: Situation): RequireTree | null {
  const read = test === null ? null : variableTest(test, flags.valuesOf);
  if (read === null) return null;
  const { name, whenSet, whenUnset } = read;
  if (whenSet === whenUnset) return truthTree(whenSet);
  const isSet = requireLeaf('env', name);
  return whenSet ? isSet : without(isSet);
}

function truthTree(truth: boolean | null): RequireTree | null {
  if (truth === null) return null;
  return truth ? GRANTED : DENIED;
}

/** A clause that is written here, and not decided, as the opposite of another: both ask for the same. */
function negatedClause(text: string): RequireTree | null {
  const opposite = /^!(\(.*\))$/s.exec(text)?.[1];
  if (opposite !== undefined) return without(requireLeaf('expr', opposite));
  return /^%\{\w+\} !~ m#[^#]*#$/.test(text)
    ? without(requireLeaf('expr', text.replace(' !~ ', ' =~ ')))
    : null;
}

/** Grants where the tree denies. */
function without(tree: RequireTree): RequireTree {
  if (isGranted(tree)) return DENIED;
  return isDenied(tree) ? GRANTED : { type: 'all', children: [GRANTED, { type: 'none', children: [tree] }] };
}

function asWritten(condition: Condition): RequireTree {
  switch (condition.type) {
    case 'all':
      return allOf(condition.parts.map(asWritten));
    case 'any':
      return anyOf(condition.parts.map(asWritten));
    case 'not':
      return without(asWritten(condition.part));
    case 'constant':
      return condition.value ? GRANTED : DENIED;
    case 'line':
      return condition.tree;
    case 'clause':
      return negatedClause(condition.text) ?? requireLeaf('expr', condition.text);
    default:
      return requireLeaf('expr', condition.text);
  }
}

function withMethods(tree: RequireTree, methods: RequireLeaf['methods']): RequireTree {
  return tree.type === 'leaf'
    ? { ...tree, methods }
    : { ...tree, children: tree.children.map((child) => withMethods(child, methods)) };
}

/** Whether the tree has a condition that a situation may decide. */
export function hasConditions(tree: RequireTree | null): boolean {
  if (tree === null) return false;
  return tree.type === 'leaf' ? tree.provider === 'expr' : tree.children.some(hasConditions);
}

function constant(leaf: RequireLeaf, args: 'granted' | 'denied'): RequireLeaf {
  return { ...leaf, provider: 'all', args };
}

/** Null: some requests of the situation meet it and some do not, or it is not known. */
function writtenTruth(clause: WrittenClause, situation: Situation): boolean | null {
  const holds =
    clause.kind === 'flag' ? flagTruth(clause.flag, situation) : patternTruth(clause.test, situation);
  return holds === null ? null : holds === clause.isTrue;
}

function flagTruth(written: string, { about, flags }: Situation): boolean | null {
  const flag = written.toLowerCase();
  return flags.all.has(flag) ? (flags.setIn.get(about.server)?.has(flag) ?? false) : null;
}

function patternTruth(test: PatternTest, situation: Situation): boolean | null {
  const chosen = choiceTruth(test, situation.choices);
  if (chosen !== null) return chosen;
  return test.variable === 'REQUEST_URI'
    ? addressTruth(test.pattern, situation.about)
    : fileTruth(test.pattern, situation.about);
}

function choiceTruth(test: PatternTest, choices: Choices): boolean | null {
  return chosenPatterns(choices).get(keyOf(test)) ?? null;
}

/** The same for tests that ask the same. */
const keyOf = rememberWeakly(({ variable, pattern }: PatternTest): string => `${variable} ${pattern}`);

/** Each pattern is read for thousands of situations. */
const MOST_PATTERNS = 5_000;

/** What a condition asks for that can tell which way the choice goes; null if none can. */
export const questionOf: (choice: Choice) => string | null = rememberSome(MOST_PATTERNS, (choice) => {
  const test = choiceTest(choice);
  return test && keyOf({ ...test, pattern: withPlainHashes(test.pattern) });
});

/** What the conditions of the tree ask for: `questionOf` the choices that tell. */
export function questionsIn(tree: RequireTree): string[] {
  if (tree.type !== 'leaf') return flatMap(tree.children, questionsIn);
  const clauses = tree.provider === 'expr' ? clausesIn(conditionOf(tree)) : [];
  return clauses.flatMap((clause) => (clause.kind === 'pattern' ? [keyOf(clause.test)] : []));
}

/** What is chosen, by the variable and the pattern that ask for it; the first choice counts. */
const chosenPatterns = rememberWeakly((choices: Choices) => {
  const chosen = new Map<string, boolean>();
  for (const [choice, value] of [...choices].toReversed()) {
    const question = questionOf(choice);
    if (question !== null) chosen.set(question, value);
  }
  return chosen;
});

const addressIn = rememberSome(MOST_PATTERNS, addressOfPattern);

function addressTruth(pattern: string, { address, addresses }: FlowSubject): boolean | null {
  if (address === null) return null;
  const above = addressIn(pattern);
  if (above !== null) return liesBelow(address, addresses, above);
  const match = matchRegexBelow(pattern, { path: address, others: addresses });
  return match === 'maybe' ? null : match === 'always';
}

/** What a pattern of paths was written for, each null where it is for something else. */
const readFilePattern = rememberSome(MOST_PATTERNS, (pattern) => ({
  folder: folderOfPattern(pattern),
  wildcard: wildcardOfPattern(pattern),
  name: nameOfPattern(pattern),
  ofName: namePatternIn(pattern),
}));

function fileTruth(pattern: string, about: FlowSubject): boolean | null {
  if (pattern.startsWith(PROXIED) && about.proxied !== undefined) return proxiedTruth(pattern, about.proxied);
  const { folder, wildcard, name, ofName } = readFilePattern(pattern);
  if (folder !== null) return liesBelow(about.region, about.regions, folder);
  if (wildcard !== null) return matchesFolder(wildcard, about);
  if (name !== null) return isNamed(name, about);
  return nameTruth(ofName, about.fileName) ?? pathTruth(pattern, about);
}

/** What holds for every file at and below the folder of a flow, as the flow's own patterns are judged. */
function pathTruth(pattern: string, { folder, regions, isMeantElsewhere }: FlowSubject): boolean | null {
  if (folder === null) return null;
  const match = matchRegexBelow(pattern, { path: folder, others: regions });
  if (match !== 'maybe') return match === 'always';
  return isMeantElsewhere?.(pattern, folder) === true ? false : null;
}

/** Of a URL, of which it is known what it begins with. */
function proxiedTruth(pattern: string, start: string): boolean | null {
  const match = matchRegexBelow(pattern, { path: PROXIED.slice(1) + start, others: new Set() });
  return match === 'maybe' ? null : match === 'always';
}

/** A name that is not told apart here may be that of any file. */
function isNamed(name: string, { fileName, fileNames }: FlowSubject): boolean | null {
  if (fileName !== null) return fileName === name;
  return fileNames.has(name) ? false : null;
}

/** A pattern of file names matched against the one name of the situation. */
function nameTruth(ofName: string | null, name: string | null): boolean | null {
  if (name === null || ofName === null) return null;
  const match = matchRegexText(ofName, name);
  return match === 'maybe' ? null : match === 'always';
}

/** Whether what is told apart as `region` is at or below the folder; null if some of it may be and some not. */
function liesBelow(region: string | null, regions: ReadonlySet<string>, folder: string): boolean | null {
  if (region === null) return false;
  if (isPathAtOrBelow(region, folder)) return true;
  const isApart = !folder.startsWith(region === '/' ? '/' : `${region}/`) || regions.has(folder);
  return isApart ? false : null;
}

/** Whether a wildcard of folders matches all files of a flow or none; null if some. Proxied requests have no folder. */
function matchesFolder(wildcard: string, { folder, regions }: FlowSubject): boolean | null {
  if (folder === null) return false;
  const match = matchDirectoryWildcard(pathComponents(wildcard), pathComponents(folder), regions);
  return match === 'maybe' ? null : match === 'always';
}
