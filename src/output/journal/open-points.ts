import { join } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { doneRuns } from './find-runs.ts';
import type { Ledger } from './ledger.ts';
import type { OpenPoint, Run } from './types.ts';

/** A run, and what of its open points is not settled. */
export interface OpenRun {
  readonly run: Run;
  readonly points: readonly LocatedPoint[];
}

/** An open point, with the line at which its text stands now. */
export interface LocatedPoint {
  /** In the journal: by this it is settled. */
  readonly index: number;
  readonly point: OpenPoint;
}

// What a person has struck off is a file of numbers beside the journal, which itself never changes.
const SETTLED = 'settled.json';

/** The runs on the tree of these paths that were not undone, oldest first, with what they left open and still stands: see `doneRuns`. */
export function openRuns(ledger: Ledger, paths: readonly string[], history?: readonly Run[]): OpenRun[] {
  const runs = doneRuns(ledger, paths, history);
  const replaced = new Set(runs.map(({ journal }) => journal.replaces));
  const texts = new Map<string, string | null>();
  return runs
    .filter(({ id }) => !replaced.has(id))
    .map((run) => ({ run, points: locatedPoints(ledger.fileSystem, run, texts) }));
}

/** Strikes points off. */
export function settlePoints({ fileSystem }: Ledger, run: Run, indexes: readonly number[]): void {
  const all = [...new Set([...settledOf(fileSystem, run), ...indexes])].toSorted((a, b) => a - b);
  const place = join(run.folder, SETTLED);
  const partial = `${place}.new`;
  if (isThere(fileSystem, partial)) fileSystem.unlink(partial);
  const file = fileSystem.create(partial);
  try {
    fileSystem.write(file, `${JSON.stringify(all)}\n`);
    fileSystem.sync(file);
  } finally {
    fileSystem.close(file);
  }
  fileSystem.rename(partial, place);
}

function locatedPoints(fileSystem: FileSystem, run: Run, texts: Map<string, string | null>): LocatedPoint[] {
  const settled = new Set(settledOf(fileSystem, run));
  return (run.journal.open ?? []).flatMap((point, index) => {
    const now = settled.has(index) ? null : placeNow(fileSystem, point, texts);
    return now === null ? [] : [{ index, point: now }];
  });
}

/** Null where its line is gone. What is about more than a line stands as long as its file does. */
function placeNow(
  fileSystem: FileSystem,
  point: OpenPoint,
  texts: Map<string, string | null>,
): OpenPoint | null {
  const { path, text: wanted, line: known } = point;
  if (!texts.has(path)) texts.set(path, readIfThere(fileSystem, path));
  const now = texts.get(path) ?? null;
  if (now === null) return null;
  if (wanted === null) return point;
  const lines = now.split('\n').flatMap((line, at) => (line.trim() === wanted ? [at + 1] : []));
  const [nearest] = lines.toSorted((a, b) => Math.abs(a - (known ?? 1)) - Math.abs(b - (known ?? 1)));
  return nearest === undefined ? null : { ...point, line: nearest };
}

function readIfThere(fileSystem: FileSystem, path: string): string | null {
  try {
    return fileSystem.read(path).text;
  } catch {
    return null;
  }
}

function settledOf(fileSystem: FileSystem, run: Run): number[] {
  const text = readIfThere(fileSystem, join(run.folder, SETTLED));
  try {
    const numbers: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(numbers) ? numbers.filter((each) => Number.isInteger(each)) : [];
  } catch {
    return [];
  }
}
