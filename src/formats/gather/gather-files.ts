import { makeHunks } from '../../output/index.ts';
import type { FilePatch, LinkPatch, Piece, Provenance } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import { lineIndex, positionAt } from '../../text/index.ts';
import type { EditReport, FileReport, HunkReport, LinkReport, Reason, IncludeNode } from '../report-data.ts';
import type { IncludeLine, ModelFile, ServerModel } from '../../model/index.ts';
import { includesByFile, isReadFirst } from '../../model/index.ts';

/** A line of a file as a page shows it: without its end, tabs kept. */
export function shownLine(line: string): string {
  return line
    .replace(/\r?\n?$/, '')
    .split('\t')
    .map(printable)
    .join('\t');
}

/** Bytes as text: UTF-8 where it is such, else Latin-1. */
function decoded(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

type Made = Extract<Piece, { type: 'made' }>;

/** A file that changes: its hunks, each with who made it and why, and its edits. */
export function gatherFile(patch: FilePatch, displayPath: (path: string) => string): FileReport {
  const made = patch.pieces.filter((piece) => piece.type === 'made');
  const hunks = hunksOf(patch, made);
  const count = (mark: string): number =>
    hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(mark)).length;
  return {
    path: printable(displayPath(patch.path)),
    realPath: displayPath(patch.path),
    newPath: printable(displayPath(patch.newPath)),
    renamedBy: patch.renamedBy === undefined ? null : reasonOf(patch.renamedBy),
    isNew: patch.madeLike !== undefined,
    added: count('+'),
    removed: count('-'),
    hunks,
    edits: editsOf(patch.before, made),
  };
}

const CONTEXT = 3;

function hunksOf(patch: FilePatch, made: readonly Made[]): HunkReport[] {
  const lines = lineIndex(patch.before);
  const rest = made.map((piece) => ({ piece, line: lines.position(piece.replaces.start).line }));
  return makeHunks(patch, CONTEXT).map(({ oldStart, oldLines, newStart, lines: texts }) => {
    // In file order: what does not belong to a hunk before belongs to this one.
    const end = rest.findIndex(({ line }) => line > oldStart + oldLines);
    const own = rest.splice(0, end === -1 ? rest.length : end);
    return {
      oldStart,
      newStart,
      lines: texts.map((text) => (text.startsWith('\\') ? text : text.charAt(0) + shownLine(text.slice(1)))),
      reasons: distinct(own.flatMap(({ piece }) => piece.by.map(reasonOf))),
    };
  });
}

function editsOf(before: string, made: readonly Made[]): EditReport[] {
  const lines = lineIndex(before);
  return made.map(({ text, replaces, by }) => ({
    start: lines.position(replaces.start),
    end: lines.position(replaces.end),
    text: decoded(text),
    by: by.map(reasonOf),
  }));
}

export function gatherLink(link: LinkPatch, displayPath: (path: string) => string): LinkReport {
  const target = link.target === undefined ? null : printable(link.target);
  return { type: link.type, path: printable(displayPath(link.path)), target, by: reasonOf(link.by) };
}

function reasonOf({ transform, title }: Provenance): Reason {
  return { rule: transform, title: printable(title) };
}

function distinct(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [`${reason.rule} ${reason.title}`, reason])).values()];
}

const OUTCOMES: Readonly<Record<IncludeLine['outcome'], string>> = {
  read: '',
  'no-match': 'matches nothing',
  missing: 'missing',
  outside: 'not in this copy of the tree',
  unreadable: "can't be read",
  cycle: 'includes itself',
  'too-deep': 'too deep',
  unknown: 'depends on a variable',
};

/** The files that are read, as a tree of Include lines; what a file includes stands where it is read first. */
export function gatherIncludes(
  model: ServerModel,
  changed: ReadonlySet<string>,
  displayPath: (path: string) => string,
): IncludeNode[] {
  const byFile = includesByFile(model);
  const shown = new Set<ModelFile>();
  const nodeOf = (file: ModelFile): IncludeNode => {
    const isAgain = shown.has(file);
    shown.add(file);
    return {
      path: printable(displayPath(file.path)),
      isChanged: changed.has(file.path),
      isAgain,
      includes: isAgain ? [] : (byFile.get(file) ?? []).map(includeOf),
    };
  };
  const includeOf = ({ occurrence: { node, file, args }, outcome, files }: IncludeLine) => ({
    line: positionAt(file.source.text, node.span.start).line,
    text: printable(`${node.name.value} ${args.join(' ')}`),
    note: OUTCOMES[outcome],
    files: files.map(nodeOf),
  });
  return [...model.files.values()]
    .filter((file) => file.role === 'htaccess' || isReadFirst(file))
    .map(nodeOf);
}
