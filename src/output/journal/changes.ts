import { hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { CheckedStep } from '../check-step.ts';
import type { Entry, Version } from './types.ts';

/** An entry with what only this process knows of it. `like`: of a new file, the one whose attributes it gets. */
export interface Change {
  readonly entry: Entry;
  /** The new file's bytes; null where nothing new is made, or the old file itself gets a new name. */
  readonly text: string | null;
  /** The old file or link as it was checked; of a made one, the file that it takes its attributes from. */
  readonly seen: Stats | null;
  readonly like?: string;
}

/** What the steps come to, path by path: a rename is a file made and one gone, a link that changes its target is one change. */
export function changesOf(steps: readonly CheckedStep[]): Change[] {
  const unlinked = new Map(
    steps.flatMap((step) => (step.type === 'unlink' ? [[step.path, step] as const] : [])),
  );
  const relinked = new Set(steps.flatMap((step) => (step.type === 'link' ? [step.path] : [])));
  const changes = steps.flatMap((step): Change[] => {
    if (step.type === 'unlink') return relinked.has(step.path) ? [] : [unlink(step)];
    if (step.type === 'link') return [relink(step, unlinked.get(step.path))];
    if (step.type === 'make') return [make(step)];
    // Made beforehand, see made-folders.ts.
    if (step.type === 'folder') return [];
    return step.type === 'rewrite' ? [rewrite(step)] : rename(step);
  });
  return withTwins(changes);
}

function withTwins(changes: readonly Change[]): Change[] {
  const first = new Map<string, string>();
  return changes.map((change) => {
    const { entry, seen } = change;
    if (seen === null || seen.nlink === 1 || entry.old?.type !== 'file') return change;
    const inode = `${seen.dev}:${seen.ino}`;
    const twin = first.get(inode);
    if (twin !== undefined) return { ...change, entry: { ...entry, twin } };
    first.set(inode, entry.path);
    return change;
  });
}

type Step<Type extends CheckedStep['type']> = Extract<CheckedStep, { type: Type }>;

function rewrite({ path, before, after, seen }: Step<'rewrite'>): Change {
  const entry = { path, old: fileVersion(before, seen), new: fileVersion(after, seen) };
  return { entry, text: after, seen };
}

function make({ path, after, like, seen }: Step<'make'>): Change {
  return { entry: { path, old: null, new: fileVersion(after, seen) }, text: after, seen, like };
}

/** First the new name and then the old one goes: an Include with a pattern finds at least one of them. */
function rename({ path, newPath, before, after, seen }: Step<'rename'>): Change[] {
  const made: Entry = { path: newPath, from: path, old: null, new: fileVersion(after, seen) };
  const gone: Entry = { path, old: fileVersion(before, seen), new: null };
  return [
    { entry: made, text: before === after ? null : after, seen },
    { entry: gone, text: null, seen },
  ];
}

function unlink({ path, target, seen }: Step<'unlink'>): Change {
  return { entry: { path, old: { type: 'link', target }, new: null }, text: null, seen };
}

function relink({ path, target }: Step<'link'>, before: Step<'unlink'> | undefined): Change {
  const old: Version | null = before === undefined ? null : { type: 'link', target: before.target };
  return { entry: { path, old, new: { type: 'link', target } }, text: null, seen: before?.seen ?? null };
}

export function fileVersion(text: string, { mode, uid, gid }: Stats): Version {
  return { type: 'file', sha256: hashText(text), mode: mode & 0o7777, uid, gid };
}

export function hashText(text: string): string {
  return hash('sha256', Buffer.from(text, 'latin1'));
}
