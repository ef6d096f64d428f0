import { patchRelease } from '../../catalog/index.ts';
import { occurrencesOf, overrideNone } from '../../model/index.ts';
import type { ModelFile, ServerModel, TreeReader, Unknown } from '../../model/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import type { Semantics } from '../states/intended-state.ts';
import { describeLine } from '../proof/describe-difference.ts';
import type { ProofDifference } from '../proof/prove.ts';
import { prove } from '../proof/prove.ts';
import { worldsOfTrees } from '../request/ask-tree.ts';
import type { AccessContainer, AccessLine } from '../sections/types.ts';
import { isContainer, withInner } from '../sections/types.ts';
import { DECIDING_FACTS } from '../sections/worlds.ts';
import { beyondReleaseNotes } from './beyond-release.ts';
import { clientNotes } from './compare-clients.ts';
import { guardNotes } from './compare-guards.ts';
import type { FileNamesDifference } from './compare-file-names.ts';
import { fileNamesBetween } from './compare-file-names.ts';
import { loginFileNotes } from './compare-login-files.ts';
import { compareFolders } from './compare-folders.ts';
import { handlerNotes } from './handler-notes.ts';
import { hostNotes } from './compare-hosts.ts';
import { macroNotes } from './compare-macros.ts';
import { moduleFileNotes, moduleNotes } from './compare-modules.ts';
import { permissionNotes } from './compare-permissions.ts';
import { correspondenceOf } from './correspondence.ts';
import type { FoundDifference } from './group-differences.ts';
import { variableNotes } from './compare-variables.ts';
import { groupDifferences } from './group-differences.ts';
import { balancerPosts } from '../questions/balancer-posts.ts';
import { certificateUsers } from '../questions/certificate-users.ts';
import { guardsBesideSatisfy } from '../questions/guards-beside-satisfy.ts';
import { hiddenProviders } from '../questions/hidden-providers.ts';
import { rootlessRules } from '../questions/rootless-rules.ts';
import { innerRequestNotes } from './inner-request-notes.ts';
import { matchHosts } from './match-hosts.ts';
import { perhapsRefused, perhapsRefusedNote, unportablePatternNotes } from './perhaps-refused.ts';
import { proxyingRuleNotes } from './proxying-rules.ts';
import { placeholdersOf } from './placeholders.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import { refusedLines } from '../refused/refused-lines.ts';
import { refusedSince } from './refused-before.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import { slashNotes } from './slash-notes.ts';
import type { TreeNote } from './tree-note.ts';
import { createTreePairs } from './tree-pairs.ts';
import type { UnreadableText } from '../refused/unreadable-texts.ts';
import { unreadableInEither } from '../refused/unreadable-texts.ts';
import { unknownDirectiveNotes } from './unknown-lines.ts';
import { unreadIncludeNotes } from './unread-includes.ts';
import { unreadNotes } from './unread-sections.ts';

export interface TreesComparison {
  /** Openings first. */
  readonly differences: readonly FoundDifference[];
  readonly refused: readonly RefusedLine[];
  /** Texts of either tree that their server does not read. */
  readonly unreadable: readonly UnreadableText[];
  readonly notes: readonly TreeNote[];
  /** Sets of requests compared. */
  readonly flows: number;
}

export interface CompareOptions {
  readonly semantics: Semantics;
  /** More are counted, but no example is looked for. */
  readonly mostExamples: number;
  /** The 2.4 that reads AFTER, if it is asked what it does not know yet. */
  readonly target?: TargetProfile;
}

/** What 2.2 answers in the one tree against what 2.4 answers in the other, for all requests to servers that both have. */
export function compareTrees(
  before: ServerModel,
  after: ServerModel,
  reader: TreeReader,
  { semantics, mostExamples, target }: CompareOptions,
): TreesComparison {
  const worlds = worldsOfTrees(before, after);
  const pairs = createTreePairs(before, after, reader, worlds);
  const [first] = pairs.likeliestFirst();
  if (first === undefined) throw new Error('internal error: no world');
  const hosts = matchHosts(before, after);
  const servers = [...hosts.beforeOf].map(([now, then]) => [then, now] as const);
  const folders = compareFolders({ ...first, servers });
  const placeholders = placeholdersOf(before, after);
  const correspondence = correspondenceOf(first, hosts, folders.map, placeholders);
  const { hasAccessCompat } = first.after;
  const certain = refusedLines(after, hasAccessCompat);
  const { refused, asBefore } = refusedSince(certain, before, after);
  const perhaps = refusedSince(perhapsRefused(before, after, hasAccessCompat, certain), before, after);
  const unread = {
    refused,
    unreadable: unreadableInEither(before, after),
  };
  const notes = [
    ...unknownDirectiveNotes(before, after),
    ...hostNotes(before, after, hosts),
    ...folders.notes,
    ...variableNotes(before, after, hosts),
    ...guardNotes(before, after, hosts),
    ...fileNamesBetween(before, after, servers).map(fileNamesNote),
    ...loginFileNotes(before, after, folders.map, semantics),
    ...clientNotes(before, after),
    ...permissionNotes(first, servers, correspondence, folders.map),
    ...handlerNotes(before, first.after),
    ...moduleNotes(before, after),
    ...moduleFileNotes(before, after),
    ...proxyingRuleNotes(before, after),
    ...placeholders.notes,
    ...templateNotes(before, after),
    ...innerRequestNotes(before, after, semantics),
    ...slashNotes(before, after, hosts, semantics),
    ...certificateUserNotes(after),
    ...guardsBesideSatisfyNotes(before, after, hasAccessCompat),
    ...hiddenProviderNotes(after),
    ...balancerNotes(before, semantics),
    ...rootlessNotes(after),
    ...macroNotes(before, after),
    ...unreadIncludeNotes(before, after),
    ...unreadNotes(before, '2.2'),
    ...unreadNotes(after, '2.4'),
    ...folderNotes(before, after),
    ...asBefore,
    ...perhaps.refused.map(perhapsRefusedNote),
    ...unportablePatternNotes(after),
    ...(target === undefined ? [] : beyondReleaseNotes(after, target)),
  ];
  const proof = prove(before, after, semantics, hasAccessCompat, correspondence);
  if (proof.type === 'undecided' || proof.type === 'too-much-work') {
    return { ...unread, differences: [], notes: [...notes, undecidedNote(proof.type)], flows: 0 };
  }
  if (proof.type === 'proven') return { ...unread, differences: [], notes, flows: proof.flows };
  return {
    ...unread,
    differences: groupDifferences(withoutRefused(proof.differences, refused), pairs, mostExamples),
    notes: [...proof.lines.map(lineNote), ...notes],
    flows: 0,
  };
}

/** A Require line that keeps the server from starting is told as such: what would come of it, if it were taken, says nothing. */
function withoutRefused(
  differences: readonly ProofDifference[],
  refused: readonly RefusedLine[],
): ProofDifference[] {
  const lines = new Set(refused.filter(({ isInHtaccess }) => !isInHtaccess).map(({ line }) => line));
  const isRefused = (entry: AccessLine | AccessContainer) =>
    !isContainer(entry) && entry.name === 'require' && lines.has(entry.occurrence);
  return differences.filter(({ difference: { witness, after }, section }) => {
    if (witness.tests.some((test) => test.startsWith('refused'))) return false;
    return after === 'pass' || section?.entries.flatMap(withInner).some(isRefused) !== true;
  });
}

/** The users of certificates whom 2.4 takes for logged in: the proof compares who gives a password. */
function certificateUserNotes(after: ServerModel): TreeNote[] {
  return certificateUsers(after).map((place) => ({
    code: 'undecided',
    level: 'difference',
    message:
      '2.4 takes the user that this line names for logged in where a Require line asks for one, and 2.2 asked for a password all the same: somebody may get in with a certificate alone',
    place,
  }));
}

/** Conditions in the place of which 2.2 took a password: the proof does not ask them. */
function guardsBesideSatisfyNotes(
  before: ServerModel,
  after: ServerModel,
  hasAccessCompat: boolean,
): TreeNote[] {
  if (hasAccessCompat && occurrencesOf(after, 'satisfy').some(({ on24 }) => on24 !== 'no')) return [];
  const left = guardsBesideSatisfy(before).filter(({ name }) =>
    occurrencesOf(after, name).some(({ on24 }) => on24 !== 'no'),
  );
  return left.map((place) => ({
    code: 'undecided',
    level: 'difference',
    message:
      'with Satisfy any 2.2 let in who met this line or the access rules beside it, and 2.4 answers 403 to whoever does not meet the line: somebody with a password may be kept out',
    place,
  }));
}

/** Aliases of providers that hosts of an old 2.4 do not see. */
function hiddenProviderNotes(after: ServerModel): TreeNote[] {
  const { version24 } = after;
  if (version24 === null || patchRelease(version24) >= SEEING_ALIASES) return [];
  return hiddenProviders(after).map(({ line, alias }) => ({
    code: 'undecided',
    level: 'difference',
    message: `before 2.4.8 a virtual host with AuthType or AuthName lines does not see the provider alias ${alias}: nobody can log in by it there (401)`,
    place: line,
  }));
}

/** Since then hosts see them. */
const SEEING_ALIASES = 8;

function balancerNotes(before: ServerModel, semantics: Semantics): TreeNote[] {
  return balancerPosts(before, semantics).map((place) => ({
    code: 'undecided',
    level: 'difference',
    message:
      '2.2 answered 404 to POST here, and 2.4 changes the balancer by it: the rules let in somebody with POST whom they keep out with GET',
    place,
  }));
}

/** Rules that lead elsewhere in a late 2.4, though they say the same. */
function rootlessNotes(after: ServerModel): TreeNote[] {
  const { version24 } = after;
  if (version24 !== null && patchRelease(version24) < ROOTING_RESULTS) return [];
  return rootlessRules(after).map(({ rule, what }) => ({
    code: 'undecided',
    level: 'difference',
    message: `where the result of this rule begins with \`${what}\` and not with a slash, 2.4 puts one before it, and 2.2 did not: rules after it see another text, and where none follows, 2.2 answered 400, and 2.4 looks below DocumentRoot`,
    place: rule.line,
  }));
}

/** Since then a slash comes before each result of a server's rule that has none (CVE-2024-38474). */
const ROOTING_RESULTS = 60;

function fileNamesNote({ line, message }: FileNamesDifference): TreeNote {
  return { code: 'not-read', level: 'difference', message, place: line };
}

function lineNote(each: LineDifference): TreeNote {
  const code = PROTECTING.has(each.role) ? 'protection' : 'mapping';
  return { code, level: 'difference', message: describeLine(each), place: each.line };
}

function undecidedNote(type: 'undecided' | 'too-much-work'): TreeNote {
  const message =
    type === 'undecided'
      ? `rules stand inside of too many IfModule, IfDefine or IfVersion tests that are open: say ${DECIDING_FACTS.names}`
      : 'there are too many combinations of rules to compare';
  return { code: 'undecided', level: 'difference', message, place: null };
}

/**
 * Folders whose .htaccess files count and were not read: what they say may be anything. Those of AFTER in which files counted in
 * BEFORE, too, are BEFORE's matter.
 */
function folderNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  const wasNeverRead = overrideNone(
    OVERRIDES.flatMap((name) => occurrencesOf(before, name)),
    before.statedRoot,
  );
  const isNew = ({ folders }: Unknown): boolean =>
    folders === undefined || folders.some((folder) => wasNeverRead(folder));
  const reported = [...before.unknowns, ...after.unknowns.filter(isNew)].filter(
    ({ kind, bearing }) => kind === 'folder' && bearing === 'access',
  );
  return [...new Set(reported.map(({ message }) => message))].map((message) => ({
    code: 'not-read',
    level: 'difference',
    message,
    place: null,
  }));
}

const OVERRIDES = ['allowoverride', 'allowoverridelist'] as const;

/** Lines that keep requests out beside the access rules, and the one that lets them in. */
const PROTECTING: ReadonlySet<string> = new Set(['refuses', 'guards', 'opens']);

/** Lines of templates that choose and repeat: `<% if @x %>`. */
const CONTROL = /^[ \t]*(?:<%(?!=).*%>|\{%.*%\})[ \t]*$/gm;

function templateNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  const isTemplate = ({ document: { tags } }: ModelFile) =>
    tags.some(({ effect }) => effect.type !== 'value');
  const [old, made] = [before, after].map((model) => [...model.files.values()].filter(isTemplate));
  const controls = (files: readonly ModelFile[] = []) =>
    files
      .flatMap(({ source }) => source.text.match(CONTROL) ?? [])
      .map((line) => line.replace(/[\s-]+/g, ''));
  const isAlike = controls(old).toSorted().join('\n') === controls(made).toSorted().join('\n');
  return [...(old ?? []), ...(made ?? [])].map(({ path }): TreeNote => {
    const alike = isAlike ? ', which are the same in both,' : '';
    const message = `${path} is a template: its branches${alike} were compared case by case`;
    return { code: 'placeholder', level: isAlike ? 'info' : 'difference', message, place: null };
  });
}
