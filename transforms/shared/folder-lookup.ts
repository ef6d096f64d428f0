import { fnmatch } from '../../src/model/index.ts';
import { groupBy } from '../../src/text/index.ts';

/** What says something about a folder, as a Directory section would name it. */
export interface OfFolder {
  readonly folder: string;
  readonly isPattern: boolean;
}

/** What is said of one path itself, by patterns first (`fnmatch`), each in the order of all. */
export function lookupByFolder<One extends OfFolder>(all: readonly One[]): (path: string) => readonly One[] {
  const plain = groupBy(
    all.filter(({ isPattern }) => !isPattern),
    ({ folder }) => folder,
  );
  const numbered = all.map((one, number) => ({ one, number })).filter(({ one }) => one.isPattern);
  // Equal patterns are compared once, and only with what begins as they do.
  const patterns = [...groupBy(numbered, ({ one }) => one.folder)];
  const byStart = groupBy(patterns, ([pattern]) => startOf(pattern));
  return (path) => {
    const own = plain.get(path) ?? NONE;
    if (patterns.length === 0) return own;
    const alike = pathsTo(path).flatMap((start) => byStart.get(start) ?? []);
    const met = alike.flatMap(([pattern, each]) =>
      fnmatch(pattern, path, { pathname: true }) ? [each] : [],
    );
    const inOrder = met.length < 2 ? met.flat() : met.flat().toSorted((a, b) => a.number - b.number);
    return [...inOrder.map(({ one }) => one), ...own];
  };
}

const NONE: readonly never[] = [];

/** `/`, `/a`, `/a/b` for `/a/b`; none for ''. */
export function pathsTo(folder: string): string[] {
  if (folder === '') return [];
  const paths = ['/'];
  let path = '';
  for (const part of folder.split('/')) if (part !== '') paths.push((path += `/${part}`));
  return paths;
}

/** The folders that a pattern writes out. */
function startOf(pattern: string): string {
  return pattern.replace(/\/[^/]*[*?[\\].*$/s, '') || '/';
}
