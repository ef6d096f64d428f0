import { JSON_REPORT_VERSION, showableJsonText } from '../report/index.ts';
import type { FindingCounts, JsonCheck, JsonFile, JsonFinding, JsonMigration } from '../report/index.ts';
import { inFrame, toFramedJson } from './frame.ts';
import type { ServerOutcome } from './outcome.ts';
import type { TreeStore } from './store.ts';

/** What `--format jsonl` prints of each server, on a line of its own. */
export interface JsonServer extends Partial<Omit<JsonMigration, 'files' | 'findings' | 'path' | 'target'>> {
  readonly version: typeof JSON_REPORT_VERSION;
  /** As given. */
  readonly path: string;
  /** As if it had been the only one. */
  readonly exitCode: number;
  readonly failure: string | null;
  /** How many files were written; null if nothing was. */
  readonly written: number | null;
  /** What the 2.4 server said of the result (--configtest); not there if it was not asked. */
  readonly configtest?: readonly JsonCheck[];
  readonly target: JsonMigration['target'];
  /** The same for all servers that are changed alike but for the values that are carried over; null if nothing changes. */
  readonly change: string | null;
  readonly counts: FindingCounts & { readonly files: number; readonly edits: number };
  /** Only files that change. `edits`: how many; with --verbose all of them. */
  readonly files?: readonly (Omit<JsonFile, 'edits'> & { readonly edits: number | JsonFile['edits'] })[];
  /** Errors and warnings; with --verbose also what is only worth knowing. */
  readonly findings?: readonly JsonFinding[];
}

/** So many bodies are kept, for servers that have the same. */
const MOST_BODIES = 64;

/** Makes the lines, one after the other. */
export function serverLines(store: TreeStore, isVerbose: boolean): (outcome: ServerOutcome) => string {
  const bodies = new Map<string, string>();
  const bodyOf = ({ frame, summary: { id } }: ServerOutcome): string => {
    if (id === null) return '{}';
    const known = bodies.get(id);
    if (known !== undefined) return known;
    const detail = store.detail(id, frame);
    const body = detail === null ? '{}' : toFramedJson(bodyFields(detail.report, isVerbose), frame);
    if (bodies.size >= MOST_BODIES) bodies.clear();
    bodies.set(id, body);
    return body;
  };
  return (outcome) => {
    const head = JSON.stringify(headFields(outcome));
    const body = inFrame(bodyOf(outcome), outcome.frame);
    return `${showableJsonText(body === '{}' ? head : `${head.slice(0, -1)},${body.slice(1)}`)}\n`;
  };
}

function headFields({ server, exitCode, failure, written, summary, configtest }: ServerOutcome): JsonServer {
  const { target, filesChanged, edits, findings, change } = summary;
  return {
    version: JSON_REPORT_VERSION,
    path: server.name,
    exitCode,
    failure,
    written,
    ...(configtest === undefined ? {} : { configtest }),
    target,
    change: edits === 0 ? null : change,
    counts: { ...findings, files: filesChanged, edits },
  };
}

function bodyFields(report: JsonMigration, isVerbose: boolean): object {
  const { path: _, target: __, files, findings, ...rest } = report;
  if (isVerbose) return { ...rest, files, findings };
  return {
    ...rest,
    files: files.map(({ edits, ...file }) => ({ ...file, edits: edits.length })),
    findings: findings.filter(({ level }) => level !== 'info'),
  };
}
