import type { ServerModel, TreeReader } from '../../model/index.ts';
import type { MethodDifference } from '../decide.ts';
import type { Semantics } from '../intended-state.ts';
import { createAtoms } from '../policy/index.ts';
import type { ProofDifference } from '../proof.ts';
import { prove } from '../proof.ts';
import { worldsOfTrees } from '../request/ask-tree.ts';
import type { FileView } from '../request/file-view.ts';
import { fileView, NO_FILES } from '../request/file-view.ts';
import { createRequestTree } from '../request/request-tree.ts';
import type { AccessSection } from '../sections.ts';
import type { World } from '../worlds.ts';
import { compareFolders } from './compare-folders.ts';
import { hostNotes } from './compare-hosts.ts';
import { correspondenceOf } from './correspondence.ts';
import type { ExampleRequest, TreePair } from './example-request.ts';
import { findExample } from './example-request.ts';
import { matchHosts } from './match-hosts.ts';
import { placeholderLines } from './placeholder-lines.ts';
import type { RefusedLine } from './refused-lines.ts';
import { refusedLines } from './refused-lines.ts';
import type { TreeNote } from './tree-note.ts';

/** A difference that was found, with the requests that are like it. */
export interface FoundDifference {
  /** `opened`: 2.4 lets through whom 2.2 refused; `closed`: the other way round; `other`: refused otherwise. */
  readonly kind: 'opened' | 'closed' | 'other';
  readonly difference: MethodDifference;
  readonly about: ProofDifference['flow']['about'];
  /** The last section that has a say; null if none has. */
  readonly section: AccessSection | null;
  /** Null if none of the requests that were tried shows it: it may be of patterns that no request meets together. */
  readonly example: ExampleRequest | null;
  /** Further places with the same difference by the same section. */
  readonly alike: number;
}

export interface TreesComparison {
  /** Openings first. */
  readonly differences: readonly FoundDifference[];
  readonly refused: readonly RefusedLine[];
  readonly notes: readonly TreeNote[];
  /** Sets of requests compared. */
  readonly flows: number;
}

export interface CompareOptions {
  readonly semantics: Semantics;
  /** More are counted, but no example is looked for. */
  readonly mostExamples: number;
}

/** What 2.2 answers in the one tree against what 2.4 answers in the other, for all requests to servers that both have. */
export function compareTrees(
  before: ServerModel,
  after: ServerModel,
  reader: TreeReader,
  { semantics, mostExamples }: CompareOptions,
): TreesComparison {
  const worlds = worldsOfTrees(before, after);
  const pairs = lazyPairs(before, after, reader, worlds);
  const [first] = pairs();
  if (first === undefined) throw new Error('internal error: no world');
  const hosts = matchHosts(before, after);
  const servers = [...hosts.beforeOf].map(([now, then]) => [then, now] as const);
  const folders = compareFolders({ ...first, servers });
  const correspondence = correspondenceOf(first, hosts, folders.map);
  const refused = refusedLines(after, first.after.hasAccessCompat);
  const notes = [
    ...hostNotes(first.before, first.after, hosts),
    ...folders.notes,
    ...[before, after].flatMap(templateNotes),
  ];
  const proof = prove(before, after, semantics, first.after.hasAccessCompat, correspondence);
  if (proof.type === 'undecided') {
    const message =
      'rules stand inside of too many IfModule, IfDefine or IfVersion tests that are open: give -D names';
    return {
      differences: [],
      refused,
      notes: [...notes, { code: 'undecided', level: 'difference', message, place: null }],
      flows: 0,
    };
  }
  if (proof.type === 'proven') return { differences: [], refused, notes, flows: proof.flows };
  // A line that is refused is told as such; what would come of it, if it were not, says nothing.
  const real = proof.differences.filter(
    ({ difference }) => !difference.witness.tests.some((test) => test.startsWith('refused')),
  );
  return { differences: grouped(real, pairs, mostExamples), refused, notes, flows: 0 };
}

function templateNotes(model: ServerModel): TreeNote[] {
  const code = 'placeholder' as const;
  const level = 'difference' as const;
  const lines = placeholderLines(model).map((place): TreeNote => {
    const message = 'what will be put in here is not known: whom this line means was not compared';
    return { code, level, message, place };
  });
  const templates = [...model.files.values()].filter(({ document }) =>
    document.diagnostics.some((diagnostic) => diagnostic.code === 'not-a-section'),
  );
  const whole = templates.map(({ path }): TreeNote => {
    const message = `${path} is a template: all its branches were read as if each were there`;
    return { code, level, message, place: null };
  });
  return [...lines, ...whole];
}

/** The trees in each world: with the files that are here, then as if everything that is asked for existed. */
function lazyPairs(
  before: ServerModel,
  after: ServerModel,
  reader: TreeReader,
  worlds: readonly World[],
): () => Generator<TreePair> {
  const atoms = createAtoms();
  const known = new Map<string, TreePair>();
  const pairAt = (world: World, index: number, hasFiles: boolean): TreePair => {
    const key = `${index} ${hasFiles}`;
    const view = (model: ServerModel): FileView =>
      hasFiles ? withoutTexts(fileView(model, reader)) : NO_FILES;
    const pair = known.get(key) ?? {
      before: createRequestTree(before, { version: '2.2', world, files: view(before), atoms }),
      after: createRequestTree(after, { version: '2.4', world, files: view(after), atoms }),
    };
    known.set(key, pair);
    return pair;
  };
  return function* () {
    for (const [index, world] of worlds.entries()) {
      yield pairAt(world, index, true);
      yield pairAt(world, index, false);
    }
  };
}

/** Who is in which group is the difference's own matter. */
function withoutTexts(files: FileView): FileView {
  return { ...files, textOf: () => null };
}

const KINDS = ['opened', 'closed', 'other'] as const;

function kindOf({ before, after }: MethodDifference): FoundDifference['kind'] {
  if (after === 'pass') return 'opened';
  return before === 'pass' ? 'closed' : 'other';
}

function grouped(
  found: readonly ProofDifference[],
  pairs: () => Iterable<TreePair>,
  mostExamples: number,
): FoundDifference[] {
  const groups = new Map<string, ProofDifference[]>();
  for (const each of found) {
    const { difference, section } = each;
    const { file, node } = section?.scope ?? {};
    const place = file === undefined ? '' : `${file.path} ${node?.span.start ?? 0}`;
    const key = `${difference.before} ${difference.after} ${place}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const rank = ([first]: readonly ProofDifference[]) =>
    first === undefined ? 0 : KINDS.indexOf(kindOf(first.difference));
  return [...groups.values()]
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((group, index) => summarize(group, index < mostExamples ? pairs : null))
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || unshown(a) - unshown(b));
}

function unshown({ example }: FoundDifference): number {
  return example === null ? 1 : 0;
}

/** The one of the group for which an example is found, else the first. */
function summarize(
  group: readonly ProofDifference[],
  pairs: (() => Iterable<TreePair>) | null,
): FoundDifference[] {
  let shown = group[0];
  let example: ExampleRequest | null = null;
  for (const each of pairs === null ? [] : group.slice(0, MOST_TRIED)) {
    example = findExample(each.flow, each.difference, pairs?.() ?? []);
    if (example === null) continue;
    shown = each;
    break;
  }
  if (shown === undefined) return [];
  const { difference, flow, section } = shown;
  return [
    { kind: kindOf(difference), difference, about: flow.about, section, example, alike: group.length - 1 },
  ];
}

const MOST_TRIED = 5;
