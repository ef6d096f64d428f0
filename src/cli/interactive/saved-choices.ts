import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../output/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Choices, HandEdit } from './choices.ts';

/** Keeps what was decided, so that whoever ends early, or is cut off, can go on. */
export interface SavedChoices {
  /** Null where nothing is kept, or the tree has changed since. */
  load(): Choices | null;
  save(choices: Choices): void;
  forget(): void;
}

/** For one tree: by what all of its files say. */
export function savedChoices({ files }: ServerModel): SavedChoices {
  const hash = createHash('sha256');
  for (const [path, { source }] of files) hash.update(`${path}\0${source.text}\0`, 'latin1');
  const folder = join(openLedger().folder, 'interactive');
  const place = join(folder, `${hash.digest('hex')}.json`);
  return {
    load: () => parseChoices(readIfThere(place)),
    save({ wanted, edits }) {
      // Nothing is lost but the way back to here.
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(`${place}.new`, JSON.stringify({ version: 1, wanted: [...wanted], edits }), {
          mode: 0o600,
        });
        renameSync(`${place}.new`, place);
      });
    },
    forget: () => attempt(() => rmSync(place, { force: true })),
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // A state folder that can't be written: the choices are kept in memory alone.
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'null';
  }
}

function parseChoices(text: string): Choices | null {
  const kept = parseJson(text);
  if (typeof kept !== 'object' || kept === null || !('wanted' in kept) || !('edits' in kept)) return null;
  const { wanted, edits } = kept;
  if (!Array.isArray(wanted) || !wanted.every(isChoice)) return null;
  if (!Array.isArray(edits) || !edits.every(isEdit)) return null;
  return { wanted: new Map(wanted), edits };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isChoice(value: unknown): value is [string, boolean] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';
}

function isEdit(value: unknown): value is HandEdit {
  if (typeof value !== 'object' || value === null) return false;
  const { path, proposed, written } = value as Readonly<Record<string, unknown>>;
  return [path, proposed, written].every((word) => typeof word === 'string');
}
