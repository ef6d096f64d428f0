import { hash } from 'node:crypto';
import { isAbsolute, posix } from 'node:path';
import { mainFileOf } from '../model/index.ts';
import type { EntryKind, FileRead, FolderEntry, TreeReader } from '../model/index.ts';
import { framed, tracedPath, untracedPath } from './frame.ts';
import type { Frame } from './frame.ts';

/** What a migration asked of the disk: a call of the reader, and the path by the frame (`start:256` reads so many bytes). */
export type Question = readonly [call: string, path: string];

/** A question, and its answer in short: equal texts, names, owners and links give equal answers, whatever else differs. */
export type Step = readonly [...question: Question, answer: string];

export interface Traced {
  readonly reader: TreeReader;
  /** In the order in which they were first asked. */
  readonly steps: readonly Step[];
  /** All texts that were read, for whoever must know what they name. */
  readonly texts: readonly string[];
}

/** The same reader, which writes down what it is asked and what it answers. */
export function tracedReader(disk: TreeReader, frame: Frame): Traced {
  const steps: Step[] = [];
  const texts: string[] = [];
  const asked = new Set<string>();
  const listed = new ListedFolders();
  const note = (call: string, path: string, answer: () => string) => {
    const key = `${call} ${path}`;
    if (asked.has(key)) return;
    asked.add(key);
    if (listed.isImplied(call, path)) return;
    const given = answer();
    steps.push([call, tracedPath(path, frame), given]);
    if (!/^[-!]/.test(given)) listed.addFound(path);
  };
  const reader: TreeReader = {
    readFile(path) {
      const read = disk.readFile(path);
      note('read', path, () => fileAnswer(read, frame));
      if ('text' in read) texts.push(read.text);
      return read;
    },
    readStart(path, most) {
      const text = disk.readStart(path, most);
      note(`start:${most}`, path, () => textAnswer(text));
      return text;
    },
    list(path) {
      const entries = disk.list(path);
      note('list', path, () => listAnswer(entries));
      if (entries !== null) listed.add(path, entries);
      return entries;
    },
    realPath(path) {
      const real = disk.realPath(path);
      note('real', path, () => pathAnswer(real, frame));
      return real;
    },
    kindOf(path) {
      const kind = disk.kindOf(path);
      note('kind', path, () => kind ?? '-');
      return kind;
    },
    readLink(path) {
      const target = disk.readLink(path);
      if (target !== null) texts.push(target);
      note('link', path, () => (target === null ? '-' : `=${target}`));
      return target;
    },
  };
  return { reader, steps, texts };
}

/** What need not be asked, since the names in the folder and what they are have been asked already. */
class ListedFolders {
  readonly #kinds = new Map<string, ReadonlyMap<string, EntryKind>>();
  readonly #real = new Set<string>();
  /** Folders in which something was found by its name: of others names may be told and nothing else. */
  readonly #searched = new Set<string>();

  addFound(path: string): void {
    this.#searched.add(posix.dirname(path));
  }

  add(path: string, entries: readonly FolderEntry[]): void {
    this.#kinds.set(path, new Map(entries.map(({ name, kind }) => [name, kind])));
  }

  isImplied(call: string, path: string): boolean {
    const folder = posix.dirname(path);
    const isName = posix.join(folder, posix.basename(path)) === path && this.#searched.has(folder);
    const names = isName ? this.#kinds.get(folder) : undefined;
    const isImplied = names !== undefined && this.#isKnown(call, names.get(posix.basename(path)), folder);
    // Whether asked or implied: it is known from here on.
    if (call === 'real') this.#real.add(path);
    return isImplied;
  }

  #isKnown(call: string, kind: EntryKind | undefined, folder: string): boolean {
    if (kind === undefined) return true;
    if (kind !== 'file' && kind !== 'folder') return false;
    return call === 'kind' || call === 'link' || (call === 'real' && this.#real.has(folder));
  }
}

/**
 * The first step of every trace: the main file, which migrations ask for only after some other things. So servers with different ones are
 * told apart at once.
 */
export function firstStep(frame: Frame, disk: TreeReader): Step {
  const question = ['main', frame.rest === '' ? '@' : `@/${frame.rest}`] as const;
  return [...question, answerNow(question, frame, disk) ?? '-'];
}

/** What the disk answers now, for a tree in this frame; null for a question that nobody can have asked of it. */
export function answerNow([call, path]: Question, frame: Frame, disk: TreeReader): string | null {
  // By its own name this tree would have been asked for it as a part of itself.
  if (!path.startsWith('@') && tracedPath(path, frame) !== path) return null;
  const place = untracedPath(path, frame);
  if (call.startsWith('start:')) return textAnswer(disk.readStart(place, Number(call.slice(6))));
  switch (call) {
    case 'main':
      return mainAnswer(place, frame, disk);
    case 'read':
      return fileAnswer(disk.readFile(place), frame);
    case 'list':
      return listAnswer(disk.list(place));
    case 'real':
      return pathAnswer(disk.realPath(place), frame);
    case 'kind':
      return disk.kindOf(place) ?? '-';
    case 'link': {
      const target = disk.readLink(place);
      return target === null ? '-' : `=${target}`;
    }
    default:
      return null;
  }
}

/** Whether the questions have the same meaning wherever the program is started. */
export function isWhole(steps: readonly Step[]): boolean {
  return steps.every(([, path]) => path.startsWith('@') || isAbsolute(path));
}

function mainAnswer(path: string, frame: Frame, disk: TreeReader): string {
  const main = disk.kindOf(path) === 'folder' ? mainFileOf(path, disk) : path;
  return main === null ? '-' : `${framed(main, frame)} ${fileAnswer(disk.readFile(main), frame)}`;
}

/** Times are left out: a copy has others, and they change nothing in what is made of it. */
function fileAnswer(read: FileRead, frame: Frame): string {
  if ('failure' in read) return `!${read.failure}`;
  const { text, realPath, origin } = read;
  const owners = origin ? [origin.owner, Math.min(origin.names, 2), ...origin.linkOwners].join(',') : '';
  return `${digest(text)} ${owners} ${framed(realPath, frame)}`;
}

function textAnswer(text: string | null): string {
  return text === null ? '-' : digest(text);
}

function listAnswer(entries: readonly FolderEntry[] | null): string {
  return entries === null ? '-' : digest(entries.map(({ name, kind }) => `${kind} ${name}`).join('\0'));
}

function pathAnswer(path: string | null, frame: Frame): string {
  return path === null ? '-' : tracedPath(path, frame);
}

/** Of Latin-1 or any other text: `hash` takes it as UTF-8, in which different texts stay different. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url' as 'base64');
}
