import type { ExampleRequest, FoundDifference, TreeNote, TreesComparison } from '../../access/index.ts';
import { calledHost, decidingRound, decisionOf, titleOf } from '../../access/index.ts';
import type { Answer } from '../../access/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { painter, plural, printable } from '../../report/index.ts';
import { groupBy } from '../../text/index.ts';
import type { Paint } from '../../report/index.ts';
import type { VerifyCommand } from '../command.ts';
import { replayLines } from './render-replay.ts';
import type { Tally } from '../replay/tally.ts';
import { curlLine } from './curl-line.ts';
import { guardWords } from './guard-words.ts';
import { placeNamer } from './place-namer.ts';
import type { PlaceNamer } from './place-namer.ts';
import { verifyScope } from './verify-scope.ts';

/** What verify found. */
export interface Verified {
  readonly comparison: TreesComparison;
  /** Null without a log. */
  readonly log: Tally | null;
  readonly isSame: boolean;
  /** BEFORE is no whole server: which addresses lead to its folders is not known. */
  readonly isFragment: boolean;
  /** How many differences have an example. */
  readonly shown: number;
  readonly command: VerifyCommand;
}

interface Telling {
  readonly isFragment: boolean;
  /** Something is yet to be put into the rules. */
  readonly isTemplate: boolean;
  /** Something that was not compared may affect access. */
  readonly hasUnread: boolean;
  readonly places: PlaceNamer;
  readonly paint: Paint;
}

const MOST_NOTES = 20;

/** The differences between two trees as requests to try, openings first. */
export function renderVerify(
  verified: Verified,
  style: { readonly color: boolean; readonly from: string },
): string {
  const { isFragment } = verified;
  const isTemplate = verified.comparison.notes.some(({ code }) => code === 'placeholder');
  const telling: Telling = {
    isFragment,
    isTemplate,
    hasUnread: verified.comparison.notes.some(({ code }) => code === 'not-read'),
    places: placeNamer(style.from),
    paint: painter(style.color),
  };
  const { comparison, log, command, shown } = verified;
  const { differences, notes } = comparison;
  const blocks = [
    ...refusedBlocks(comparison, telling),
    ...differences.slice(0, shown).map((found, index) => differenceBlock(found, index + 1, telling)),
    ...notesBlock(notes, telling),
    ...(log === null ? [] : [replayLines(command.accessLog ?? '-', log, shown, telling)]),
    [telling.paint.strong(summary(verified, telling)), ...scopeLines(verified, telling)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const MOST_REFUSED = 10;

/** What a server does not start with, then what it answers 500 for; BEFORE first. */
function refusedBlocks({ refused, unreadable }: TreesComparison, { places, paint }: Telling): string[][] {
  const all = [
    ...unreadable,
    ...refused.map(({ line, ...rest }) => {
      return { ...rest, version: '2.4', file: line.file, offset: line.node?.span.start ?? 0 };
    }),
  ];
  const groups = groupBy(all, ({ version, isInHtaccess }) => {
    return `${version} ${isInHtaccess ? 'answers 500 to everything below it' : 'does not start'}`;
  });
  return [...groups].toSorted().map(([what, lines]) => {
    const shown = lines.slice(0, MOST_REFUSED).map(({ file, offset, message }) => {
      return `  ${places.line(file, offset)}: ${printable(message)}`;
    });
    const more = lines.length - shown.length;
    const rest = more > 0 ? [paint.faint(`  and ${plural(more, 'more line')}`)] : [];
    return [paint.level('error', `refused: ${what}`), ...shown, ...rest];
  });
}

const KIND_WORDS: Readonly<Record<FoundDifference['kind'], string>> = {
  opened: 'opened',
  closed: 'closed',
  other: 'answered differently',
};

function differenceBlock(found: FoundDifference, number: number, telling: Telling): string[] {
  const { places, paint } = telling;
  const { kind, difference, section, example, alike } = found;
  const head = `${number}. ${headOf(kind, difference)}`;
  const where =
    section === null ? [] : [`  by ${printable(titleOf(section.scope))}  ${placeOf(section.scope, places)}`];
  const more = alike === 0 ? [] : [paint.faint(`  and ${alike} more like it by the same section`)];
  return [
    paint.level(kind === 'opened' ? 'error' : 'warning', head),
    ...(example === null
      ? [printable(`  ${placeless(found, telling)}`), ...where, ...whyPlaceless(found, telling)]
      : exampleLines(example, difference, places)),
    ...more,
  ];
}

function headOf(
  kind: FoundDifference['kind'],
  { before, after, login }: FoundDifference['difference'],
): string {
  if (login === undefined) return `${KIND_WORDS[kind]}: 2.2 ${WAS[before]}, 2.4 ${IS[after]}`;
  return printable(`other users: 2.2 looked them up in ${login.before}, 2.4 looks in ${login.after}`);
}

const WAS: Readonly<Record<Answer, string>> = {
  pass: 'let it through',
  unauthorized: 'answered 401',
  forbidden: 'answered 403',
  serverError: 'answered 500',
};

const IS: Readonly<Record<Answer, string>> = {
  pass: 'lets it through',
  unauthorized: 'answers 401',
  forbidden: 'answers 403',
  serverError: 'answers 500',
};

function exampleLines(
  { request, before, after, trees, supposed, guards }: ExampleRequest,
  difference: FoundDifference['difference'],
  places: PlaceNamer,
): string[] {
  const reason = (side: 'before' | 'after') => {
    const tree = trees[side];
    const evaluation = side === 'before' ? before : after;
    const round = decidingRound(tree, evaluation);
    const version = side === 'before' ? '2.2' : '2.4';
    if (round === null) return [];
    const { reason: why, sections } = decisionOf(tree, request, round, difference[side]);
    const by = sections.map(({ scope }) => `       ${printable(titleOf(scope))}  ${placeOf(scope, places)}`);
    const isElsewhere = difference.login !== undefined && side === 'after';
    const text = isElsewhere ? 'whoever is not in it gets 401' : (evaluation.beside?.why ?? why);
    return [`  ${version}: ${printable(text)}`, ...by];
  };
  const missing = supposed === null ? [] : [`  ${SUPPOSED[supposed]}`];
  const worlds = [
    ...guards.map(({ guard, holds }) => guardWords(guard, holds)),
    ...unsent(difference).map((each) => `${each} holds`),
  ];
  const where = worlds.length === 0 ? [] : [printable(`  where ${worlds.join(' and ')}`)];
  return [`  ${printable(curlLine(request))}`, ...where, ...missing, ...reason('before'), ...reason('after')];
}

/** What the difference supposes of expressions and names that are looked up: the request does not show it. */
function unsent({ witness }: FoundDifference['difference']): string[] {
  const tests = witness.tests.filter((each) => /^(?:expr|forward-dns) |%\{/.test(each));
  return [...new Set(tests.map((each) => each.replace(/ \(no user yet\)$/, '')))];
}

/** Where no request could be made up that shows it. */
function placeless({ about, difference: { method, witness } }: FoundDifference, telling: Telling): string {
  const { server, address, folder, fileName } = about;
  const host = calledHost(server);
  const isAddressed = address !== null && !hasOnlyFolder(about, telling);
  const place = [
    isAddressed ? `addresses at or below ${address}` : null,
    folder === null ? null : `the folder ${folder}`,
    fileName === null ? null : `a file named ${fileName}`,
  ].filter((part) => part !== null);
  const set = [...witness.env.map((name) => `${name} set`), ...witness.tests];
  const who = [`from ${witness.address}`, witness.user === null ? '' : `as ${witness.user}`, ...set].filter(
    (part) => part !== '',
  );
  const verb = method === '*' ? 'another method' : method;
  return `${verb}${host === null ? '' : ` on ${host}`}, ${place.join(', ')}, ${who.join(', ')}`;
}

function whyPlaceless(found: FoundDifference, telling: Telling): string[] {
  if (isShown(found, telling)) return [];
  const why = telling.isTemplate
    ? 'whether a request shows it depends on what the template puts in'
    : `no request was found that shows it: its patterns may exclude each other${telling.hasUnread ? ', or lines that were not compared decide' : ''}`;
  return [telling.paint.faint(`  ${why}`)];
}

/** By a request, or by rules of a folder of which any address of the server may be: there is nothing to be found. */
function isShown({ example, about }: FoundDifference, telling: Telling): boolean {
  return example !== null || hasOnlyFolder(about, telling);
}

function hasOnlyFolder({ folder, address }: FoundDifference['about'], { isFragment }: Telling): boolean {
  return isFragment && folder !== null && folder !== '/' && address === '/';
}

function notesBlock(notes: readonly TreeNote[], { places, paint }: Telling): string[][] {
  if (notes.length === 0) return [];
  const sorted = notes.toSorted(
    (a, b) => Number(b.level === 'difference') - Number(a.level === 'difference'),
  );
  const lines = sorted.slice(0, MOST_NOTES).map(({ level, message, place }) => {
    const at = place === null || place.node === null ? '' : `${placeOf(place, places)}: `;
    const text = `${at}${printable(message)}`;
    return level === 'difference' ? paint.level('warning', `! ${text}`) : `  ${text}`;
  });
  const rest = sorted.length - lines.length;
  return [['Beside the rules', ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])]];
}

function scopeLines({ comparison, log, isFragment }: Verified, { paint }: Telling): string[] {
  const { compared, notCompared } = verifyScope(comparison, isFragment, log !== null);
  return [
    paint.faint(`Compared: ${compared.join('; ')}.`),
    paint.faint(`Not compared: ${notCompared.join('; ')}.`),
  ];
}

const SUPPOSED = {
  file: 'as soon as there is such a file or folder: there is none here',
  user: 'as soon as such a user has a password and is in the groups asked for: there is none here',
} as const;

function summary({ comparison, log, isSame, shown }: Verified, telling: Telling): string {
  const { differences, notes, flows } = comparison;
  const refused = [...comparison.unreadable, ...comparison.refused];
  if (isSame)
    return `Same: 2.4 answers AFTER as 2.2 answered BEFORE (${plural(flows, 'set')} of requests compared).`;
  const changed = log === null ? 0 : log.opened + log.closed + log.other;
  const mayChange = log === null ? 0 : log.possible;
  // For what is only counted no request was looked for.
  const sure = differences.filter(
    (each, index) => telling.isTemplate || index >= shown || isShown(each, telling),
  );
  const unsure = differences.length - sure.length;
  const isMarked = notes.some(({ level }) => level === 'difference');
  const perhaps = mayChange === 0 ? [] : [`perhaps ${plural(mayChange, 'request')} of the log`];
  if (sure.length + refused.length + changed === 0) {
    const why = [
      ...perhaps,
      ...(unsure === 0 ? [] : [`no request was found for what is told above (${unsure})`]),
      ...(isMarked ? ['see what is marked ! above'] : []),
    ];
    return `Not shown to be the same: ${why.join('; ')}.`;
  }
  const count = (kind: FoundDifference['kind']) => sure.filter((each) => each.kind === kind).length;
  const hidden = differences.length - shown;
  const parts = [
    ...(sure.length === 0
      ? []
      : [`opened ${count('opened')}, closed ${count('closed')}, another status ${count('other')}`]),
    ...(changed === 0 ? [] : [`${plural(changed, 'request')} of the log`]),
    ...perhaps,
    ...(unsure === 0 ? [] : [`no request found for ${unsure} more`]),
    ...(comparison.refused.length === 0
      ? []
      : [`${plural(comparison.refused.length, 'line')} refused by 2.4`]),
    ...(comparison.unreadable.length === 0 ? [] : ['not all can be read by its server']),
    ...(hidden > 0 ? [`${hidden} not shown`] : []),
    ...(isMarked ? ['not all was compared'] : []),
  ];
  return `Different: ${parts.join('; ')}.`;
}

function placeOf({ file, node }: Occurrence | Scope, places: PlaceNamer): string {
  return node === null ? places.file(file.path) : places.line(file, node.span.start);
}
