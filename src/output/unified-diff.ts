import { isAbsolute, relative } from 'node:path';
import type { FilePatch, LinkPatch, PatchSet } from '../patch/index.ts';
import { inChunks, lineIndex } from '../text/index.ts';
import { makeHunks, NO_NEWLINE } from './make-hunks.ts';
import type { Hunk } from './make-hunks.ts';
import { printFileDiff, quotedName } from './print-file-diff.ts';
import type { FileDiff } from './print-file-diff.ts';

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
export function renderDiff(patchSet: PatchSet, base: string, options?: DiffOptions): Promise<string> {
  return Promise.resolve([...diffParts(patchSet, base, options)].join(''));
}

/** The same, in parts. */
export function diffParts(patchSet: PatchSet, base: string, options: DiffOptions = {}): Generator<string> {
  return inChunks(printedParts(patchSet, base, options));
}

/** File by file. */
function* printedParts(patchSet: PatchSet, base: string, options: DiffOptions): Generator<string> {
  // A rename alone has no text: GNU patch takes the next file's for it, where that begins without a header of git's.
  const isRename = ({ before, after, madeLike }: FilePatch) => before === after && madeLike === undefined;
  const ordered = [...patchSet.files.filter((file) => !isRename(file)), ...patchSet.files.filter(isRename)];
  for (const file of ordered) yield printFileDiff(fileDiff(file, base, options));
  for (const link of patchSet.links) {
    const diff = linkDiff(link, base);
    yield diff === null
      ? `# remove the symbolic link ${JSON.stringify(nameFrom(base, link.path))}\n`
      : printFileDiff(diff);
  }
}

function fileDiff(file: FilePatch, base: string, { context = 3, reasons }: DiffOptions): FileDiff {
  const name = nameFrom(base, file.path);
  const plain = makeHunks(file, context);
  const hunks = reasons === undefined ? plain : withReasons(file, plain, reasons);
  if (file.madeLike !== undefined) return { oldName: '/dev/null', newName: `b/${name}`, hunks };
  if (file.path === file.newPath) return { oldName: `a/${name}`, newName: `b/${name}`, hunks };
  const newName = nameFrom(base, file.newPath);
  const extended = [
    gitLine(name, newName),
    `rename from ${quotedName(name)}`,
    `rename to ${quotedName(newName)}`,
  ];
  return { extended, oldName: `a/${name}`, newName: `b/${newName}`, hunks };
}

function gitLine(oldName: string, newName: string): string {
  return `diff --git ${quotedName(`a/${oldName}`)} ${quotedName(`b/${newName}`)}`;
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
function linkDiff(link: LinkPatch, base: string): FileDiff | null {
  if (link.target === undefined) return null;
  const target = Buffer.from(link.target, 'utf8').toString('latin1');
  const name = nameFrom(base, link.path);
  const isMade = link.type === 'link';
  const hunk: Hunk = {
    oldStart: 1,
    oldLines: isMade ? 0 : 1,
    newStart: 1,
    newLines: isMade ? 1 : 0,
    lines: [`${isMade ? '+' : '-'}${target}`, NO_NEWLINE],
  };
  return {
    extended: [gitLine(name, name), `${isMade ? 'new' : 'deleted'} file mode 120000`],
    oldName: isMade ? '/dev/null' : `a/${name}`,
    newName: isMade ? `b/${name}` : '/dev/null',
    hunks: [hunk],
  };
}

function nameFrom(base: string, path: string): string {
  return isAbsolute(path) ? relative(base, path) : path;
}
