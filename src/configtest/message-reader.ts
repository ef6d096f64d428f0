import type { ModelFile, ServerModel } from '../model/index.ts';
import type { PatchSet, FilePatch, Provenance } from '../patch/index.ts';
import { originalOffset } from '../patch/index.ts';
import type { ServerMessage, MessagePlace } from './types.ts';
import type { Span } from '../text/index.ts';
import { lineIndex, positionAt } from '../text/index.ts';
import { nodeAtOffset } from '../syntax/index.ts';

interface MessageWish {
  /** The tree that the server was shown. */
  readonly model: ServerModel;
  /** What made it of the original. */
  readonly patchSet: PatchSet;
  /** The folder that it was shown in; '' for its own place. */
  readonly folder: string;
}

/** What the server printed as messages with the original's names and places. That all is well is no message. */
export function messageReader({ model, patchSet, folder }: MessageWish): (output: string) => ServerMessage[] {
  const byName = filesByName(model);
  const fileOf = (path: string) =>
    path.startsWith(folder) ? byName.get(path.slice(folder.length)) : undefined;
  return (output) =>
    readMessages(output, (path) => fileOf(path) !== undefined)
      .filter(({ text }) => text !== 'Syntax OK')
      .map(({ text, path, line }) => {
        const file = path === null ? undefined : fileOf(path);
        const isPlaced = file !== undefined && path !== null && line !== null;
        return {
          text: folder === '' ? text : text.replaceAll(folder, ''),
          place: isPlaced ? placeMessage({ file, name: path.slice(folder.length), line }, patchSet) : null,
        };
      });
}

/** The files of a configuration by each name that the server reaches them by. */
function filesByName(model: ServerModel): ReadonlyMap<string, ModelFile> {
  const byName = new Map([...model.files.values()].map((file) => [file.path, file]));
  for (const { names, files } of model.includes) {
    names.forEach((name, index) => byName.set(name, files[index]!));
  }
  return byName;
}

/** A line of the result, by the name that the server reached its file by. */
interface NamedLine {
  readonly file: ModelFile;
  readonly name: string;
  readonly line: number;
}

/** Where in the original stands what the server names as a line of the result, and which transforms made that line. */
function placeMessage({ file, name, line }: NamedLine, patchSet: PatchSet): MessagePlace {
  const { text } = file.source;
  const span = logicalLine(file, line);
  const patch = patchSet.files.find(({ newPath }) => newPath === file.path);
  const start = patch === undefined ? span.start : originalOffset(patch, span.start);
  return {
    path: patch?.path ?? file.path,
    position: positionAt(patch?.before ?? text, start),
    line: firstLine(text.slice(span.start, span.end)),
    by: [...(patch === undefined ? [] : makersOf(patch, span)), ...linkMakers(name, patchSet)],
  };
}

/** The server counts the last physical line of one that is continued; an opening line stands for itself, not for its section. */
function logicalLine({ document, source }: ModelFile, line: number): Span {
  const lines = lineIndex(source.text);
  const start = lines.lineStart(line);
  const physical = { start, end: line < lines.lineCount ? lines.lineStart(line + 1) : source.text.length };
  const node = nodeAtOffset(document, start);
  if (node === null || node.type === 'blank') return physical;
  const span = node.type === 'section' ? node.open.span : node.span;
  const isThere = span.start <= start && start < span.end;
  return trimmed(isThere ? span : physical, source.text);
}

function trimmed({ start, end }: Span, text: string): Span {
  const part = text.slice(start, end);
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length };
}

function firstLine(text: string): string {
  return text.split(/\\?\r?\n/, 1)[0]!.trim();
}

/** A file that is read because a transform has linked it. */
function linkMakers(name: string, { links }: PatchSet): Provenance[] {
  return links.flatMap((link) => (link.type === 'link' && link.path === name ? [link.by] : []));
}

/** Each once, in the order of their pieces. */
function makersOf(patch: FilePatch, span: Span): Provenance[] {
  const makers: Provenance[] = [];
  let at = 0;
  for (const piece of patch.pieces) {
    const length = piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start;
    const touches = at < span.end && at + length > span.start;
    at += length;
    if (piece.type === 'kept' || !touches) continue;
    for (const by of piece.by) {
      if (!makers.some((one) => one.transform === by.transform && one.title === by.title)) makers.push(by);
    }
  }
  return makers;
}

/** A message as the server prints it, and the path and line that it names. */
interface RawMessage {
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
}

/**
 * `Syntax error on line 3 of /x.conf: Syntax error on line 5 of /y.conf:` (of Include lines; the last is the place), `defined at
 * /x.conf:3`, `(/x.conf:3)`: server/main.c, server/config.c, server/log.c.
 */
const ON_LINE = /\b(?:on|in|at) line (\d+) of (\/.*?)[.:](?=\s|$)/g;
const AT_LINE = /(\/[^\s:'"]+):(\d+)(?![\d:])/g;
/** What a line of the error log has before the message; -t prints some lines so, too. */
const LOG_HEAD = /^\[[^\]]*\](?: \[[^\]]*\])* /;

/** What the server printed, as messages: a line that ends in a colon is one with the line below it. */
export function readMessages(output: string, isOwn: (path: string) => boolean): RawMessage[] {
  const messages: RawMessage[] = [];
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  for (let index = 0; index < lines.length; index++) {
    let text = lines[index]!.replace(LOG_HEAD, '');
    if (text.endsWith(':') && index + 1 < lines.length) text += ` ${lines[++index]!.replace(LOG_HEAD, '')}`;
    messages.push({ text: withoutForeign(text, isOwn), ...placeOf(text, isOwn) });
  }
  return messages;
}

/**
 * The server quotes lines, and by ways that can't be followed (a macro's parameter as the path of an Include) it may have been led to a
 * file that is no configuration at all: a secret. What it says of a file that was not read here is not told.
 */
function withoutForeign(text: string, isOwn: (path: string) => boolean): string {
  const foreign = [...text.matchAll(ON_LINE)].find(([, , path]) => !isOwn(path!));
  return foreign === undefined ? text : text.slice(0, foreign.index + foreign[0].length) + NOT_SHOWN;
}

const NOT_SHOWN = ' (what is wrong is not shown here, since this file was not read with the tree)';

function placeOf(
  text: string,
  isOwn: (path: string) => boolean,
): { readonly path: string | null; readonly line: number | null } {
  const places = [
    ...[...text.matchAll(ON_LINE)].map(([, line, path]) => ({ path: path!, line: Number(line) })),
    ...[...text.matchAll(AT_LINE)].map(([, path, line]) => ({ path: path!, line: Number(line) })),
  ];
  return places.findLast(({ path }) => isOwn(path)) ?? { path: null, line: null };
}
