import { posix } from 'node:path';
import { fileNamesOf, occurrencesOf, quotedLine } from '../../model/index.ts';
import type { FileNames, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';

/** A server that looks for the rules of folders in other files than before, though some of them are there. */
export interface FileNamesDifference {
  /** An AccessFileName line that makes the difference, of the first tree where it has one. */
  readonly line: Occurrence;
  readonly message: string;
}

/**
 * Which servers read a .htaccess file is asked of both versions at once (accessFileNames): where the names that 2.2 looks for in the
 * one tree are not those that 2.4 looks for in the other, the rules in such files are not compared.
 * @param servers that are compared, as they are in both trees
 */
export function fileNamesBetween(
  before: ServerModel,
  after: ServerModel,
  servers: readonly (readonly [Scope, Scope])[],
): FileNamesDifference[] {
  const [linesBefore, linesAfter] = [fileNameLines(before), fileNameLines(after)];
  if (linesBefore.length + linesAfter.length === 0) return [];
  const namesBefore = fileNamesOf(linesBefore, before.main, before.readBy);
  const namesAfter = fileNamesOf(linesAfter, after.main, '2.4');
  const isPresent = presence([...before.htaccess, ...after.htaccess].map(({ file }) => file.path));
  const linesFor = [lineFinder(linesBefore, before.main), lineFinder(linesAfter, after.main)] as const;
  const found = new Map<Occurrence, FileNamesDifference>();
  for (const [then, now] of servers) {
    const [old, made] = [namesBefore(then), namesAfter(now)];
    if (listed(old) === listed(made) || ![...old, ...made].flat().some(isPresent)) continue;
    // The last that decides, of the first tree if that has one.
    const own = [...linesFor[1](now), ...linesFor[0](then)];
    const line = own.findLast(({ on22, on24 }) => on22 !== on24) ?? own.at(-1);
    if (line === undefined || found.has(line)) continue;
    const message = `Because of \`${quotedLine(line)}\` ${before.readBy} looked for the rules of folders in ${listed(old)}, and 2.4 looks for them in ${listed(made)}. Whom the rules in these files let in, or keep out, is not compared.`;
    found.set(line, { line, message });
  }
  return [...found.values()];
}

function fileNameLines(model: ServerModel): readonly Occurrence[] {
  return occurrencesOf(model, 'accessfilename');
}

/** The lines that count for a server, its own and the main server's, in reading order. */
function lineFinder(lines: readonly Occurrence[], main: Scope): (server: Scope) => readonly Occurrence[] {
  const byServer = groupBy(lines, ({ scope }) => scope.server);
  return (server) =>
    [...new Set([main, server])]
      .flatMap((each) => byServer.get(each) ?? [])
      .toSorted((a, b) => a.seq - b.seq);
}

/** Whether one of these files has the name, which may lead into a folder. */
function presence(paths: readonly string[]): (name: string) => boolean {
  const names = new Set(paths.map((path) => posix.basename(path)));
  return (name) => (name.includes('/') ? paths.some((path) => path.endsWith(`/${name}`)) : names.has(name));
}

function listed(lists: FileNames): string {
  return lists.map((names) => (names.length === 0 ? 'no file' : names.join(', '))).join(' or ');
}
