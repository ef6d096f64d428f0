import type { ReportData, TreeReport, Verdict } from '../../formats/index.ts';
import { verdictOf } from '../../formats/index.ts';
import { fromFramedText } from '../../fleet/index.ts';
import type { Frame, ServerOutcome, TreeStore } from '../../fleet/index.ts';
import { grouped, plural, printable } from '../../report/index.ts';
import { groupBy } from '../../text/index.ts';
import type { ReportFormat } from '../command.ts';
import { displayPath } from '../display-path.ts';
import { reportHead } from '../report-head.ts';
import type { FleetEnd } from './deliver-fleet.ts';
import { isBad } from './is-bad.ts';

/** People read equal trees once; programs want each by its own name. */
const FOR_PEOPLE: ReadonlySet<ReportFormat> = new Set(['html', 'markdown']);

/** One report of all servers, with a part for each; in the order in which they were given. */
export function fleetReport(
  { command, outcomes, store, exitCode }: FleetEnd,
  format: ReportFormat,
): ReportData {
  const groups = FOR_PEOPLE.has(format) ? equalOnes(outcomes) : outcomes.map((one) => [one]);
  const trees = groups.flatMap((group) => partOf(group, store) ?? []);
  const failed = outcomes.flatMap((outcome) => failureOf(outcome) ?? []);
  const failure = failed.length === 0 ? null : failed.join('; ');
  const verdict = stoppedVerdict(outcomes) ?? verdictOf(trees, exitCode, null);
  return { ...reportHead(command), exitCode, trees, failure, verdict };
}

/** Of which servers nothing comes; null if there are none. */
function stoppedVerdict(outcomes: readonly ServerOutcome[]): Verdict | null {
  const stopped = outcomes.filter(({ exitCode, failure, summary }) => {
    return isBad(exitCode) || failure !== null || summary.failure !== null;
  });
  if (stopped.length === 0) return null;
  const names = stopped.slice(0, MOST_NAMES).map(({ server }) => printable(server.name));
  const more = stopped.length > MOST_NAMES ? ', ...' : '';
  return {
    kind: 'stop',
    text: `${grouped(stopped.length)} of ${plural(outcomes.length, 'server')} not migrated: ${names.join(', ')}${more}.`,
  };
}

/** So many names of servers are written out. */
const MOST_NAMES = 5;

/** Servers whose trees are the same, by what is kept of them. */
function equalOnes(outcomes: readonly ServerOutcome[]): (readonly ServerOutcome[])[] {
  return [...groupBy(outcomes, ({ summary, server }) => summary.id ?? server.path).values()];
}

function partOf(group: readonly ServerOutcome[], store: TreeStore): TreeReport | null {
  const [first] = group;
  if (first === undefined || first.summary.id === null) return null;
  const shown = shownIn(first.frame, store, first.summary.id);
  if (shown === null) return null;
  const names = group.slice(0, MOST_NAMES).map(({ server }) => printable(server.name));
  const more = group.length - names.length;
  return { ...shown, path: names.join(', ') + (more > 0 ? ` and ${grouped(more)} more` : '') };
}

/** Stands for the frame's folder: a noncharacter, which no text has. */
const FOLDER = '\u{10fffe}';

/** Paths below the frame are named as the user would. */
function shownIn(frame: Frame, store: TreeStore, id: string): TreeReport | null {
  const folder = displayPath(frame.folder, process.cwd());
  if (folder !== '.') return (store.detail(id, { ...frame, folder })?.shown ?? null) as TreeReport | null;
  const json = JSON.stringify(store.detail(id, { ...frame, folder: FOLDER })?.shown ?? null);
  return JSON.parse(json.replaceAll(`${FOLDER}/`, '').replaceAll(FOLDER, '.')) as TreeReport | null;
}

/** Of a tree that has a part of its own why it can't be read is told there. */
function failureOf({ server, frame, failure, summary }: ServerOutcome): string | null {
  if (summary.id !== null && failure === summary.failure) return null;
  const why = failure ?? summary.failure;
  return why === null ? null : `${printable(server.name)}: ${printable(fromFramedText(why, frame))}`;
}
