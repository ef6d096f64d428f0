import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { lstatSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from '../output/index.ts';
import type { Frame } from './frame.ts';
import { fromFramedJson } from './frame.ts';
import { digest } from './trace.ts';
import type { AllMentions } from './mentions.ts';
import type { Step } from './trace.ts';
import type { TreeDetail, TreeSummary } from './types.ts';

/** One tree that was worked on, as the store keeps it from run to run. */
export interface StoredTree {
  readonly frame: Frame;
  /** As `TraceTree` has it. */
  readonly target: string;
  readonly steps: readonly Step[];
  readonly mentions: AllMentions;
  readonly summary: TreeSummary;
}

/**
 * Where trees are kept that were worked on: in a folder for each program, options and target. Readable for its owner alone: edits quote
 * configurations. What is damaged, or was not written to its end, is as if it were not there.
 */
export interface TreeStore {
  readonly folder: string;
  /** All that is known from before. */
  load(): readonly StoredTree[];
  add(tree: StoredTree): void;
  putDetail(framedJson: string): string;
  /** Null if it is not there. */
  detail(id: string, frame: Frame): TreeDetail | null;
  /** For a store that lasts no longer than the run. */
  discard(): void;
}

/** What was found out of a tree can't be kept: a disk is full, perhaps. */
export class NotKept extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super('', { cause });
    this.folder = folder;
  }
}

/** Of a cache the folders that were used last are kept, and no longer than that. */
const MOST_KEPT = 16;
const MOST_DAYS = 60;

/** @param base the folder of all stores that last. Or a sentence about why it can't be used */
export function openStore(base: string, key: string): TreeStore | string {
  const folder = join(base, key);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const one of [base, folder]) {
      const { mode, uid } = lstatSync(one);
      if ((mode & 0o022) !== 0 || uid !== (process.geteuid?.() ?? uid)) {
        return `${one} must belong to you and be writable by nobody else`;
      }
    }
    const now = new Date();
    utimesSync(folder, now, now);
    prune(base, key);
  } catch (error) {
    return `${base} can't be used: ${describeError(error)}`;
  }
  return storeAt(folder);
}

/** A store for this run only. Or a sentence about why there can be none */
export function openBriefStore(): TreeStore | string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'httpd-codemod-'));
    return { ...storeAt(folder), discard: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    return `${tmpdir()} can't be used: ${describeError(error)}`;
  }
}

/** The store in a folder that `openStore` has made. */
export function storeAt(folder: string): TreeStore {
  const list = join(folder, 'trees.jsonl');
  const place = (id: string) => join(folder, `${id}.json`);
  const isIntact = (id: string): boolean => {
    const json = textOf(place(id));
    return json !== null && digest(json) === id;
  };
  return {
    folder,
    discard() {},
    load: () =>
      linesOf(list)
        .flatMap((line) => readTree(line))
        .filter(({ summary: { id } }) => id === null || isIntact(id)),
    add(tree) {
      const json = JSON.stringify(tree);
      try {
        // A line of its own, even behind one that was cut off.
        appendFileSync(list, `\n${digest(json)} ${json}\n`, { mode: 0o600 });
      } catch {
        // The next run has to work on it again.
      }
    },
    putDetail(json) {
      const id = digest(json);
      const partial = `${place(id)}.${process.pid}`;
      try {
        writeFileSync(partial, json, { mode: 0o600 });
        renameSync(partial, place(id));
      } catch (error) {
        rmSync(partial, { force: true });
        throw new NotKept(folder, error);
      }
      return id;
    },
    detail(id, frame) {
      const json = textOf(place(id));
      return json === null || digest(json) !== id ? null : (fromFramedJson(json, frame) as TreeDetail);
    },
  };
}

function linesOf(path: string): string[] {
  return textOf(path)?.split('\n') ?? [];
}

function readTree(line: string): StoredTree[] {
  const at = line.indexOf(' ');
  const json = line.slice(at + 1);
  return at > 0 && digest(json) === line.slice(0, at) ? [JSON.parse(json) as StoredTree] : [];
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function prune(base: string, key: string): void {
  const folders = readdirSync(base)
    .filter((name) => /^[\w-]{43}$/.test(name) && name !== key)
    .map((name) => ({ name, used: statSync(join(base, name)).mtimeMs }))
    .toSorted((a, b) => b.used - a.used);
  const oldest = Date.now() - MOST_DAYS * 86_400_000;
  const old = folders.filter(({ used }, index) => index >= MOST_KEPT - 1 || used < oldest);
  for (const { name } of old) rmSync(join(base, name), { recursive: true, force: true });
}
