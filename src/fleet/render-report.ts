import { posix } from 'node:path';
import { grouped, painter, plural, printable, wrapLines } from '../report/index.ts';
import type { JsonFinding, JsonMigration, Paint } from '../report/index.ts';
import { groupBy } from '../text/index.ts';
import { framed } from './frame.ts';
import type { Frame } from './frame.ts';
import { groupServers } from './outcome.ts';
import type { ServerOutcome, ServerGroup } from './outcome.ts';
import type { TreeStore } from './store.ts';

export interface ReportStyle {
  readonly color: boolean;
  /** Whether `write` was asked for: what is done is told as done. */
  readonly isWrite: boolean;
  /** All of all groups, however many lines that takes. */
  readonly isWhole: boolean;
  /** Columns to wrap at; 0: lines stay as they are. */
  readonly width: number;
}

/** However many servers: whoever reads more than this reads nothing. */
export const MOST_LINES = 190;
const MOST_FINDINGS = 3;
const WIDEST = 160;

/** The report over many servers, grouped by what happens to them. */
export function renderReport(
  outcomes: readonly ServerOutcome[],
  store: TreeStore,
  style: ReportStyle,
  diffs: Diffs,
): string {
  const paint = painter(style.color);
  const groups = groupServers(outcomes);
  const names = shortNames(outcomes);
  const wrapped = (lines: readonly string[]) =>
    lines.flatMap((line) => wrapLines(line, style.width).split('\n'));
  const head = wrapped(headLines(outcomes, groups, names, style));
  const entries = groups.map((group, index): Entry => {
    const lines = linesOf(group, names, store, paint);
    return {
      title: wrapped([paint.strong(cut(`${index + 1}. ${titleOf(group, names, style)}`))]),
      names: wrapped(lines.names),
      details: wrapped(lines.details),
      diff: diffs.get(group.first) ?? [],
    };
  });
  const body = fit(entries, style.isWhole ? Infinity : MOST_LINES - head.length);
  return [...head, ...body].map((line) => `${line}\n`).join('');
}

/** What changes in the first server of a group, where it is known: the lines of its diff. */
export type Diffs = ReadonlyMap<ServerOutcome, readonly string[]>;

interface Entry {
  readonly title: readonly string[];
  /** Which servers these are. */
  readonly names: readonly string[];
  /** What is changed, and what is to be settled. */
  readonly details: readonly string[];
  /** The change itself, in one of them. */
  readonly diff: readonly string[];
}

/** As much of each as there is room for: of all the title, of most the servers, the details of the first ones. */
function fit(entries: readonly Entry[], room: number): string[] {
  const shown = withRoom(entries, room);
  const rest = entries.length - shown.length;
  let left = room - lengthOf(shown) - (rest === 0 ? 0 : 1);
  const take = (lines: readonly string[]): readonly string[] => {
    const isWhole = lines.length <= left;
    if (isWhole) left -= lines.length;
    return isWhole ? lines : [];
  };
  const names = shown.map((entry) => take(entry.names));
  // An empty line sets apart what has details.
  const details = shown.map((entry) => take(entry.details.length === 0 ? [] : [...entry.details, '']));
  const diffs = shown.map((entry) => take(entry.diff.length === 0 ? [] : [...entry.diff, '']));
  const lines = shown.flatMap(({ title }, index) => [
    ...title,
    ...names[index]!,
    ...details[index]!,
    ...diffs[index]!,
  ]);
  return rest === 0
    ? lines
    : [...lines, `... and ${plural(rest, 'more group')}: --format jsonl has every server.`];
}

/** As many as there is room for the titles of, and for a line that tells of the others. */
function withRoom(entries: readonly Entry[], room: number): readonly Entry[] {
  if (lengthOf(entries) <= room) return entries;
  let length = 0;
  const most = entries.findIndex(({ title }) => (length += title.length) > room - 1);
  return entries.slice(0, most);
}

function lengthOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { title }) => sum + title.length, 0);
}

/** Servers by the names of their folders, where that tells them apart, and the folder that these are in. */
function shortNames(outcomes: readonly ServerOutcome[]): Names {
  const folders = outcomes.map(({ frame }) => frame.folder);
  const around = posix.dirname(folders[0] ?? '/');
  const isShort =
    new Set(folders).size === folders.length && folders.every((folder) => posix.dirname(folder) === around);
  return isShort
    ? { around, of: ({ frame }) => printable(posix.basename(frame.folder)) }
    : { around: null, of: ({ server }) => printable(server.name) };
}

interface Names {
  readonly around: string | null;
  of(outcome: ServerOutcome): string;
}

function headLines(
  outcomes: readonly ServerOutcome[],
  groups: readonly ServerGroup[],
  { around }: Names,
  style: ReportStyle,
): string[] {
  const counts = [...groupBy(outcomes, (one) => stateOf(one, style))].map(
    ([state, servers]) => `${grouped(servers.length)} ${state}`,
  );
  const targets = [
    ...groupBy(outcomes, ({ summary: { target } }) => `${target.name} ${target.version}`).values(),
  ]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [[first.summary.target, others.length + 1] as const],
    )
    .filter(([{ name }]) => name !== '')
    .map(([{ name, version, why }, count]) => {
      const release = `httpd ${version}`;
      // A release that was asked for needs no reason.
      const unnamed = why === '' ? release : `${release} (${why})`;
      return `${grouped(count)} for ${name === version ? unnamed : `${name}, ${release}`}`;
    });
  return [
    `${plural(outcomes.length, 'server')}${around === null ? '' : ` in ${printable(around)}`}: ${counts.join(', ')}.`,
    `${plural(groups.length, 'group')} of servers with the same change and the same to be settled.`,
    ...(targets.length === 0 ? [] : [`Targets: ${targets.join('; ')}.`]),
    '',
  ];
}

function stateOf({ exitCode, failure, written, summary }: ServerOutcome, { isWrite }: ReportStyle): string {
  if (exitCode === 2) return failure === summary.failure ? "can't be read" : 'failed';
  if (exitCode === 4) return 'refused';
  if (summary.edits === 0) return exitCode === 3 ? 'unchanged, with errors' : 'unchanged';
  const done = isWrite ? (written === null ? 'not written' : 'written') : 'to change';
  return exitCode === 3 ? `${done}, with errors` : done;
}

function titleOf({ servers, first, variants }: ServerGroup, names: Names, style: ReportStyle): string {
  const { summary } = first;
  const who = servers.length === 1 ? `1 server (${names.of(first)})` : plural(servers.length, 'server');
  const change = summary.edits === 0 ? '' : `, change ${summary.change}`;
  const differ = variants > 1 ? ` (${grouped(variants)} variants: values that are carried over differ)` : '';
  return `${who} ${stateOf(first, style)}${change}: ${whatHappens(first)}${differ}`;
}

function linesOf(
  { servers, first }: ServerGroup,
  names: Names,
  store: TreeStore,
  paint: Paint,
): Pick<Entry, 'names' | 'details'> {
  const { summary, frame } = first;
  const report = summary.id === null ? null : (store.detail(summary.id, frame)?.report ?? null);
  const named = servers.length === 1 ? [] : [`   ${nameLine(servers, names)}`];
  // Why a tree with a report can't be read is among its errors.
  const failure = report !== null && first.failure === summary.failure ? null : first.failure;
  const why = failure === null ? [] : [cut(`   ${printable(failure)}`)];
  return report === null
    ? { names: named, details: why }
    : { names: [...named, ...why], details: detailLines(report, frame, paint, summary.exitCode) };
}

function nameLine(servers: readonly ServerOutcome[], names: Names): string {
  const shown: string[] = [];
  for (const server of servers) {
    const name = names.of(server);
    if (shown.length > 0 && [...shown, name].join(' ').length > WIDEST - 20) break;
    shown.push(name);
  }
  const more = servers.length - shown.length;
  return `${shown.join(' ')}${more === 0 ? '' : ` and ${grouped(more)} more`}`;
}

function whatHappens({ summary, exitCode }: ServerOutcome): string {
  const { filesChanged, filesRead, edits, findings } = summary;
  const counts = [
    exitCode === 2 && summary.id === null
      ? null
      : `${grouped(filesChanged)} of ${plural(filesRead, 'file')}, ${plural(edits, 'edit')}`,
    findings.error > 0 ? plural(findings.error, 'error') : null,
    findings.warning > 0 ? plural(findings.warning, 'warning') : null,
    findings.heldBack > 0 ? `${grouped(findings.heldBack)} held back for review` : null,
  ].filter((part) => part !== null);
  return counts.length === 0 ? `exit code ${exitCode}` : counts.join(', ');
}

function detailLines(report: JsonMigration, frame: Frame, paint: Paint, exitCode: number): string[] {
  // Of what can't be read nothing was compared.
  const refused = (exitCode === 2 ? [] : report.refused).map(
    ({ path, position, message }) => `   refused ${place(path, position?.line, frame)} ${message}`,
  );
  const findings = report.findings
    .filter(({ level }) => level !== 'info')
    .toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
  const lines = [...refused, ...findings.map((one) => findingLine(one, frame, paint))];
  const shown = lines.slice(0, MOST_FINDINGS).map(cut);
  const rest = lines.length - shown.length;
  return [
    ...transformLine(report),
    ...shown,
    ...(rest === 0 ? [] : [`   ... and ${grouped(rest)} more of these`]),
  ];
}

function transformLine({ files, links }: JsonMigration): string[] {
  const ids = [
    ...files.flatMap(({ edits, renamedBy }) => [
      ...edits.flatMap(({ by }) => [...new Set(by.map(({ transform }) => transform))]),
      ...(renamedBy === null ? [] : [renamedBy.transform]),
    ]),
    ...links.map(({ by }) => by.transform),
  ];
  const counts = [...groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length] as const);
  const sorted = counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.length === 0 ? [] : [cut(`   ${sorted.map(([id, count]) => `${count} ${id}`).join(', ')}`)];
}

function findingLine(
  { level, transform, path, position, message }: JsonFinding,
  frame: Frame,
  paint: Paint,
): string {
  return `   ${paint.level(level, level)} ${place(path, position?.line, frame)} ${transform}: ${message}`;
}

/** As it is called in each of the servers. */
function place(path: string, line: number | undefined, frame: Frame): string {
  const inTree = framed(path, frame);
  const name = inTree.startsWith('@/') ? posix.relative(`/${frame.rest}`, inTree.slice(1)) : inTree;
  const short = name.startsWith('../') ? inTree.slice(2) : name === '@' ? posix.basename(path) : name;
  return printable(line === undefined ? short : `${short}:${line}`);
}

function cut(line: string): string {
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 3)}...`;
}
