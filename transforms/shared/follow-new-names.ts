import { posix } from 'node:path';
import { fnmatch, hasWildcard } from '../../src/model/index.ts';
import type { IncludeLine, ModelFile, ServerModel } from '../../src/model/index.ts';
import { groupBy } from '../../src/text/index.ts';
import { rewriteArgument } from '../../src/transform/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

/** What reads the files of some folders. */
export interface Readers {
  readonly lines: readonly IncludeLine[];
  /** Every name by which a file is read. */
  readonly namesOf: ReadonlyMap<ModelFile, readonly string[]>;
}

/** @param folders as the server names them */
export function readersOf(model: ServerModel, folders: readonly string[]): Readers {
  const all = model.includes.flatMap(({ files, names }) =>
    files.map((file, at) => ({ file, name: names[at] ?? file.path })),
  );
  const grouped = [...groupBy(all, ({ file }) => file)];
  return {
    lines: model.includes.filter(({ path }) => folders.some((folder) => mayReadIn(path, folder))),
    namesOf: new Map(grouped.map(([file, read]) => [file, read.map(({ name }) => name)])),
  };
}

interface Followed {
  readonly edits: readonly FileEdit[];
  /** Why the names can't change: the rest of a sentence; null if nothing stands against it. */
  readonly obstacle: string | null;
}

/**
 * What Include lines need so that each goes on reading what it reads when names change: those that give an old one in full get the new one,
 * those that give a folder or a fitting pattern stay.
 * @param names old name -> new name, as the server names them
 */
export function followNewNames({ lines }: Readers, names: ReadonlyMap<string, string>): Followed {
  const edits: FileEdit[] = [];
  for (const line of lines) {
    for (const [name, newName] of names) {
      if (readsName(line.path, name) === readsName(line.path, newName)) continue;
      const edit = line.path === name ? nameAnew(line, newName) : null;
      if (edit === null)
        return { edits: [], obstacle: `\`${asWritten(line)}\` would not read the same files` };
      edits.push(...edit);
    }
  }
  return { edits, obstacle: null };
}

/** The line, for people. */
export function asWritten({ occurrence: { node } }: IncludeLine): string {
  return `${node.name.value} ${node.args[0]?.value ?? ''}`;
}

/** By its name, or with a folder or a pattern. */
function readsName(path: string, name: string): boolean {
  const parts = name.split('/');
  const patterns = path.split('/');
  return patterns.length <= parts.length && agree(patterns, parts);
}

function mayReadIn(path: string, folder: string): boolean {
  return agree(path.split('/'), folder.split('/'));
}

/** As far as both go. */
function agree(patterns: readonly string[], parts: readonly string[]): boolean {
  return patterns.slice(0, parts.length).every((pattern, at) => {
    const part = parts[at] ?? '';
    return hasWildcard(pattern) ? fnmatch(pattern, part, { period: true }) : pattern === part;
  });
}

/** Null if the line does not have the name as it is: a variable stands for it. */
function nameAnew({ path, occurrence }: IncludeLine, newName: string): FileEdit[] | null {
  const [word] = occurrence.node.args;
  const oldEnd = posix.basename(path);
  if (word === undefined || !word.value.endsWith(oldEnd)) return null;
  const value = word.value.slice(0, -oldEnd.length) + posix.basename(newName);
  return rewriteArgument(occurrence, 0, value);
}
