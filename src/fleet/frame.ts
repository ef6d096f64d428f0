import { posix } from 'node:path';

/**
 * The part of a server's place in which it differs from the servers beside it: of hosts/web1/etc/httpd among hosts/* it is hosts/web1. What is
 * below it is named from it on, so that equal trees are known to be equal; all else keeps its name.
 */
export interface Frame {
  /** Absolute. */
  readonly folder: string;
  /** Where PATH lies in it; '' for the frame itself. */
  readonly rest: string;
  /** The folder that all servers of the run lie in. */
  readonly common: string;
}

/** Stands for the frame's folder in what is kept of a tree: a noncharacter, which no text has. */
const MARK = '\u{10ffff}';

/**
 * The frames of PATHs that are given together: for each the outermost folder below all that they have in common in which no other lies.
 * @param paths absolute, no folder on the way a link
 */
export function framesOf(paths: readonly string[]): Frame[] {
  const common = paths.map((path) => posix.dirname(path)).reduce(commonFolder, paths[0] ?? '/');
  const counts = new Map<string, number>();
  const foldersOf = new Map(paths.map((path) => [path, foldersBelow(common, path)] as const));
  for (const folder of [...foldersOf.values()].flat()) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return paths.map((path) => {
    const folder = foldersOf.get(path)?.find((each) => counts.get(each) === 1) ?? path;
    return { folder, rest: path.slice(folder.length + 1), common };
  });
}

/** Those on the way to the path, outermost first, and the path itself. */
function foldersBelow(common: string, path: string): string[] {
  const names = path.slice(common === '/' ? 1 : common.length + 1).split('/');
  return path === common ? [] : names.map((_, index) => posix.join(common, ...names.slice(0, index + 1)));
}

function commonFolder(a: string, b: string): string {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, index) => name !== right[index]);
  return (at === -1 ? left : left.slice(0, at)).join('/') || '/';
}

/** A path as the trace of a tree has it: `@/conf/httpd.conf` below the frame, else itself. */
export function framed(path: string, { folder }: Frame): string {
  if (path === folder) return '@';
  return path.startsWith(`${folder}/`) ? `@${path.slice(folder.length)}` : path;
}

/** The path that `framed` was given. */
function unframed(path: string, { folder }: Frame): string {
  return path.startsWith('@') ? folder + path.slice(1) : path;
}

/** Folders between the frame and what all servers lie in, from the frame on: `/fleet/eu` of /fleet/eu/web1. */
export function foldersAround({ folder, common }: Frame): string[] {
  return folder.startsWith(`${common}/`) ? foldersBelow(common, folder).slice(0, -1).toReversed() : [];
}

/** As `framed`, with `@/..` for the folder around the frame. Servers that lie equally deep may lie in different ones. */
export function tracedPath(path: string, frame: Frame): string {
  const at = frame.folder.startsWith(`${path}/`) ? foldersAround(frame).indexOf(path) : -1;
  return at === -1 ? framed(path, frame) : `@${'/..'.repeat(at + 1)}`;
}

/** The path that `tracedPath` was given. */
export function untracedPath(path: string, frame: Frame): string {
  if (!/^@(?:\/\.\.)+$/.test(path)) return unframed(path, frame);
  return foldersAround(frame)[path.split('/').length - 2] ?? path;
}

/** A path as `tracedPath` has it, for a run over other servers. */
export function retracedPath(path: string, from: Frame, common: string): string {
  return tracedPath(untracedPath(path, from), { ...from, common });
}

/** A value as JSON, in which the frame's folder has no name. The caller knows that no text of the tree has it. */
export function toFramedJson(value: unknown, { folder }: Frame): string {
  return JSON.stringify(value).replaceAll(inJson(folder), MARK);
}

/** The value of `toFramedJson`, for a tree in this frame. */
export function fromFramedJson(json: string, frame: Frame): unknown {
  return JSON.parse(inFrame(json, frame));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A sentence in which the frame's folder has no name. */
export function toFramedText(text: string, { folder }: Frame): string {
  return text.replaceAll(folder, MARK);
}

/** The sentence again, about a tree in this frame. */
export function fromFramedText(text: string, { folder }: Frame): string {
  return text.replaceAll(MARK, () => folder);
}

/** JSON that `toFramedJson` made, as text, for a tree in this frame. */
export function inFrame(json: string, { folder }: Frame): string {
  return json.replaceAll(MARK, () => inJson(folder));
}
