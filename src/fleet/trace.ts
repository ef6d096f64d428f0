import { hash } from 'node:crypto';
import { isAbsolute, posix } from 'node:path';
import { mainFileOf } from '../model/index.ts';
import type { EntryKind, FileRead, FolderEntry, TreeReader } from '../model/index.ts';
import { framed, tracedPath, untracedPath } from './frame.ts';
import type { Frame } from './frame.ts';
import { isPlain, KnownPlaces } from './known-places.ts';

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
  const trace = new Trace(disk, frame);
  const { known } = trace;
  const texts: string[] = [];
  trace.noteMain();
  const reader: TreeReader = {
    readFile(path) {
      const read = disk.readFile(path);
      if ('text' in read) texts.push(read.text);
      if (!trace.isNew('read', path)) return read;
      trace.note('read', path, fileAnswer(read, frame));
      if ('text' in read) known.addFile(path, read.realPath);
      return read;
    },
    readStart(path, most) {
      const text = disk.readStart(path, most);
      const call = `start:${most}`;
      if (trace.isNew(call, path)) trace.note(call, path, textAnswer(text));
      return text;
    },
    list(path) {
      const entries = disk.list(path);
      if (!trace.isNew('list', path)) return entries;
      trace.lookAt(path);
      if (entries !== null || !isOther(known.kindOf(path), 'folder'))
        trace.note('list', path, listAnswer(entries));
      if (entries !== null) known.addNames(path, entries);
      return entries;
    },
    realPath(path) {
      const real = disk.realPath(path);
      if (!trace.isNew('real', path)) return real;
      trace.lookAt(path);
      if (known.realPath(path) !== real) trace.note('real', path, pathAnswer(real, frame));
      known.addReal(path, real);
      return real;
    },
    kindOf(path) {
      const kind = disk.kindOf(path);
      if (!trace.isNew('kind', path)) return kind;
      trace.lookAt(path);
      if (known.kindOf(path) !== kind) trace.note('kind', path, kind ?? '-');
      return kind;
    },
    readLink(path) {
      const target = disk.readLink(path);
      if (target !== null) texts.push(target);
      if (!trace.isNew('link', path)) return target;
      trace.lookAt(path);
      if (target !== null || !isOther(known.kindAt(path), 'link'))
        trace.note('link', path, linkAnswer(target));
      return target;
    },
  };
  return { reader, steps: trace.steps, texts };
}

/** The steps so far. What follows from their answers is left out: who gives the same ones gives that, too. */
class Trace {
  readonly steps: Step[] = [];
  readonly known = new KnownPlaces();
  readonly #asked = new Set<string>();
  readonly #disk: TreeReader;
  readonly #frame: Frame;

  constructor(disk: TreeReader, frame: Frame) {
    this.#disk = disk;
    this.#frame = frame;
  }

  note(call: string, path: string, answer: string): void {
    this.steps.push([call, tracedPath(path, this.#frame), answer]);
  }

  isNew(call: string, path: string): boolean {
    return this.#asked.size < this.#asked.add(`${call} ${path}`).size;
  }

  /** One answer that others follow from: what is there, whether it is a link, mostly the real path. */
  lookAt(path: string): void {
    if (!isPlain(path) || this.known.kindAt(path) !== undefined) return;
    const kind = kindAt(path, this.#disk);
    this.note('at', path, kind ?? '-');
    this.known.addKind(path, kind);
  }

  noteMain(): void {
    const path = mainPlace(this.#frame);
    const main = mainFileAt(path, this.#disk);
    const read = main === null ? null : this.#disk.readFile(main);
    this.note('main', path, mainAnswer(main, read, this.#frame));
    if (main === null || read === null || 'failure' in read) return;
    this.known.addFile(main, read.realPath);
    this.isNew('read', main);
  }
}

/**
 * What is asked first of every tree, though migrations ask for it only after some other things: so servers with different main files are told
 * apart at once.
 */
export function firstQuestion(frame: Frame): Question {
  return ['main', tracedPath(mainPlace(frame), frame)];
}

function mainPlace({ folder, rest }: Frame): string {
  return posix.join(folder, rest);
}

function isOther<T>(known: T | undefined, wanted: T): boolean {
  return known !== undefined && known !== wanted;
}

/** What the disk answers now, for a tree in this frame; null for a question that nobody can have asked of it. */
export function answerNow([call, path]: Question, frame: Frame, disk: TreeReader): string | null {
  // By its own name this tree would have been asked for it as a part of itself.
  if (!path.startsWith('@') && tracedPath(path, frame) !== path) return null;
  const place = untracedPath(path, frame);
  if (call.startsWith('start:')) return textAnswer(disk.readStart(place, Number(call.slice(6))));
  switch (call) {
    case 'main': {
      const main = mainFileAt(place, disk);
      return mainAnswer(main, main === null ? null : disk.readFile(main), frame);
    }
    case 'at':
      return kindAt(place, disk) ?? '-';
    case 'read':
      return fileAnswer(disk.readFile(place), frame);
    case 'list':
      return listAnswer(disk.list(place));
    case 'real':
      return pathAnswer(disk.realPath(place), frame);
    case 'kind':
      return disk.kindOf(place) ?? '-';
    case 'link':
      return linkAnswer(disk.readLink(place));
    default:
      return null;
  }
}

/** Whether the questions have the same meaning wherever the program is started. */
export function isWhole(steps: readonly Step[]): boolean {
  return steps.every(([, path]) => path.startsWith('@') || isAbsolute(path));
}

function mainFileAt(path: string, disk: TreeReader): string | null {
  return disk.kindOf(path) === 'folder' ? mainFileOf(path, disk) : path;
}

function mainAnswer(main: string | null, read: FileRead | null, frame: Frame): string {
  return main === null || read === null ? '-' : `${framed(main, frame)} ${fileAnswer(read, frame)}`;
}

/** Links not followed. */
function kindAt(path: string, disk: TreeReader): EntryKind | null {
  return disk.readLink(path) === null ? disk.kindOf(path) : 'link';
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

function linkAnswer(target: string | null): string {
  return target === null ? '-' : `=${target}`;
}

function pathAnswer(path: string | null, frame: Frame): string {
  return path === null ? '-' : tracedPath(path, frame);
}

/** Of Latin-1 or any other text: `hash` takes it as UTF-8, in which different texts stay different. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url' as 'base64');
}
