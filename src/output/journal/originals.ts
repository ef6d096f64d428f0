import type { FilePatch, LinkPatch, PatchSet, Provenance } from '../../patch/index.ts';
import type { FileSystem } from '../file-system.ts';
import type { Ledger } from './ledger.ts';
import { survey } from './look-at-entry.ts';
import { originalPlace } from './run-places.ts';
import type { Entry, Run } from './types.ts';

/** The way back to what a run found, or the path that is not as the run left it. */
export type WayBack =
  | {
      readonly back: PatchSet;
      /** Files that were not there before: as they are, emptied. */
      readonly made: readonly FilePatch[];
      /** Folders that were not. */
      readonly folders: readonly string[];
    }
  | { readonly changed: string };

const BACK: Provenance = { transform: 'undo', title: 'Give the original back' };

/** What would give the originals back, from the files as they are: nothing is changed. */
export function wayBack({ fileSystem }: Ledger, run: Run): WayBack {
  const surveyed = survey(fileSystem, run);
  const other = surveyed.find(({ state }) => state !== 'new');
  if (other !== undefined) return { changed: other.entry.path };
  const files: FilePatch[] = [];
  const made: FilePatch[] = [];
  const links: LinkPatch[] = [];
  for (const entry of run.journal.entries) {
    const { path, old, new: next } = entry;
    if (next?.type === 'file') {
      const file = fileBack(fileSystem, run, entry);
      if (file === null) return { changed: path };
      (isMade(entry) ? made : files).push(file);
    } else if (next?.type === 'link') {
      if (old !== null) return { changed: path };
      links.push({ type: 'unlink', path, target: next.target, by: BACK });
    } else if (old?.type === 'link') links.push({ type: 'link', path, target: old.target, by: BACK });
  }
  return { back: { files, links }, made, folders: run.journal.made ?? [] };
}

function isMade({ old, from }: Entry): boolean {
  return old === null && from === undefined;
}

/** Null if its original is not kept. */
function fileBack(fileSystem: FileSystem, run: Run, entry: Entry): FilePatch | null {
  const { path, from = path } = entry;
  const origin = run.journal.entries.find((other) => other.path === from) ?? entry;
  try {
    const { text: before, stat } = fileSystem.read(path);
    const after = isMade(entry) ? '' : fileSystem.read(originalPlace(fileSystem, run, origin)).text;
    const piece = {
      type: 'made',
      text: after,
      replaces: { start: 0, end: before.length },
      by: [BACK],
    } as const;
    const { mtimeMs, size } = stat;
    return { path, newPath: from, renamedBy: BACK, before, pieces: [piece], after, stat: { mtimeMs, size } };
  } catch {
    return null;
  }
}
