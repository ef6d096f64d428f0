import { isAbsolute, relative } from 'node:path';
import type { StructuredPatch } from 'diff';
import type { FilePatch, LinkPatch, PatchSet } from '../patch/index.ts';
import { inChunks, lineIndex } from '../text/index.ts';
import { makeHunks } from './make-hunks.ts';
import type { Hunk } from './make-hunks.ts';

export interface DiffOptions {
  /** Unchanged lines around each change. */
  readonly context?: number;
  /** What is said below a hunk (its stretch of the original), for people: `git apply` does not take it. */
  readonly reasons?: (file: FilePatch, start: number, end: number) => readonly string[];
}

/**
 * The patch set as a unified diff (Latin-1 string: write it as such), for `patch --binary -p1` or `git apply --whitespace=nowarn`
 * in the folder `base`. Renames and links have git's extended headers; all else has not, because inside of a
 * repository (/etc under etckeeper) `git apply` takes names below such headers as relative to the repository's root.
 */
export async function renderDiff(patchSet: PatchSet, base: string, options?: DiffOptions): Promise<string> {
  const parts: string[] = [];
  for await (const part of diffParts(patchSet, base, options)) parts.push(part);
  return parts.join('');
}

/** The same, in parts. */
export async function* diffParts(
  patchSet: PatchSet,
  base: string,
  options: DiffOptions = {},
): AsyncGenerator<string> {
  // Loaded late: the package costs as much start-up time as Node itself takes, and only diffs need it.
  const { formatPatch, FILE_HEADERS_ONLY } = await import('diff');
  const print = (patch: StructuredPatch): string =>
    endSpacedNames(patch, formatPatch(patch, FILE_HEADERS_ONLY));
  yield* inChunks(printedParts(patchSet, base, options, print));
}

/** File by file. */
function* printedParts(
  patchSet: PatchSet,
  base: string,
  options: DiffOptions,
  print: (patch: StructuredPatch) => string,
): Generator<string> {
  // A rename alone has no text: GNU patch takes the next file's for it, where that begins without a header of git's.
  const isRename = ({ before, after, madeLike }: FilePatch) => before === after && madeLike === undefined;
  const ordered = [...patchSet.files.filter((file) => !isRename(file)), ...patchSet.files.filter(isRename)];
  for (const file of ordered) yield print(filePatch(file, base, options));
  for (const link of patchSet.links) {
    const patch = linkPatch(link, base);
    yield patch === null
      ? `# remove the symbolic link ${JSON.stringify(nameFrom(base, link.path))}\n`
      : print(patch);
  }
}

function filePatch(file: FilePatch, base: string, { context = 3, reasons }: DiffOptions): StructuredPatch {
  const oldName = nameFrom(base, file.path);
  const names = namesOf(oldName, file.newPath === file.path ? oldName : nameFrom(base, file.newPath));
  const plain = makeHunks(file, context);
  const hunks = reasons === undefined ? plain : withReasons(file, plain, reasons);
  if (file.madeLike !== undefined) return { ...names, oldFileName: '/dev/null', hunks };
  return file.path === file.newPath ? { hunks, ...names } : { hunks, isGit: true, isRename: true, ...names };
}

function withReasons(
  file: FilePatch,
  hunks: readonly Hunk[],
  reasons: NonNullable<DiffOptions['reasons']>,
): Hunk[] {
  const lines = lineIndex(file.before);
  return hunks.map((hunk) => {
    const start = lines.lineStart(hunk.oldStart);
    const last = hunk.oldStart + hunk.oldLines;
    const end = last > lines.lineCount ? file.before.length : lines.lineStart(last);
    return { ...hunk, lines: [...hunk.lines, ...reasons(file, start, end).map((line) => `# ${line}`)] };
  });
}

/** A link is a file of mode 120000 that holds its target, to git and to GNU patch (since 2.7). Null: target not known. */
function linkPatch(link: LinkPatch, base: string): StructuredPatch | null {
  if (link.target === undefined) return null;
  const target = Buffer.from(link.target, 'utf8').toString('latin1');
  const name = nameFrom(base, link.path);
  const names = { ...namesOf(name, name), isGit: true };
  const lines = (mark: string): string[] => [mark + target, '\\ No newline at end of file'];
  if (link.type === 'link') {
    const hunk = { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: lines('+') };
    return { ...names, oldFileName: '/dev/null', isCreate: true, newMode: '120000', hunks: [hunk] };
  }
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 0, lines: lines('-') };
  return { ...names, newFileName: '/dev/null', isDelete: true, oldMode: '120000', hunks: [hunk] };
}

function namesOf(oldName: string, newName: string) {
  return {
    oldFileName: `a/${oldName}`,
    newFileName: `b/${newName}`,
    oldHeader: undefined,
    newHeader: undefined,
  };
}

function nameFrom(base: string, path: string): string {
  return isAbsolute(path) ? relative(base, path) : path;
}

/** A tab behind a name with spaces, as git writes it: without one GNU patch takes the name to end at the first space. */
function endSpacedNames({ oldFileName, newFileName }: StructuredPatch, diff: string): string {
  if (oldFileName?.includes(' ') !== true && newFileName?.includes(' ') !== true) return diff;
  const headEnd = diff.indexOf('\n@@ ');
  if (headEnd === -1) return diff;
  return (
    diff.slice(0, headEnd + 1).replace(/^(?:---|\+\+\+) [^"\n]* [^"\n]*$/gm, '$&\t') + diff.slice(headEnd + 1)
  );
}
