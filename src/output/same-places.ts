import { basename, dirname } from 'node:path';
import type { FileSystem } from './file-system.ts';
import type { WriteStep } from './plan-write.ts';
import { systemProblem } from './system-error.ts';
import type { WriteProblem } from './write-result.ts';

/**
 * A folder that is mounted at two places has each of its files under two real paths, and no number of names tells it. What both steps
 * want alike is done once; what they want otherwise is a problem of the second path.
 */
export function dropSamePlaces<Step extends WriteStep>(
  fileSystem: FileSystem,
  steps: readonly Step[],
): readonly (Step | WriteProblem)[] {
  const made = new Set(steps.filter(({ type }) => type === 'folder').map(({ path }) => path));
  const placeOf = placeNamer(fileSystem, made);
  const earlier = new Map<string, Step>();
  return steps.flatMap((step): (Step | WriteProblem)[] => {
    try {
      const place = placeOf(step.path);
      // A link that gets a new target is removed and made.
      const key = step.type === 'link' ? `${place}\0link` : place;
      const other = earlier.get(key);
      earlier.set(key, other ?? step);
      if (other === undefined) return [step];
      return isAlike(step, other, placeOf) ? [] : [differing(step.path, other.path)];
    } catch (error) {
      return [systemProblem(step.path, 'look at its folder', error)];
    }
  });
}

/** What names a place whatever path leads to it: its folder's numbers, and its name there. */
function placeNamer(fileSystem: FileSystem, made: ReadonlySet<string>): (path: string) => string {
  const folders = new Map<string, string>();
  return (path) => {
    const folder = dirname(path);
    // Nothing is mounted on what is not there yet.
    if (made.has(folder)) return path;
    let known = folders.get(folder);
    if (known === undefined) {
      const { dev, ino } = fileSystem.lstat(folder);
      known = `${dev}:${ino}`;
      folders.set(folder, known);
    }
    return `${known}/${basename(path)}`;
  };
}

function isAlike(one: WriteStep, other: WriteStep, placeOf: (path: string) => string): boolean {
  if (one.type === 'folder') return other.type === 'folder';
  if (one.type === 'make') return other.type === 'make' && one.after === other.after;
  if (one.type === 'rewrite') return other.type === 'rewrite' && one.after === other.after;
  if (one.type === 'rename') {
    return (
      other.type === 'rename' && one.after === other.after && placeOf(one.newPath) === placeOf(other.newPath)
    );
  }
  return (
    other.type === one.type &&
    (one.type === 'unlink' || (other.type === 'link' && one.target === other.target))
  );
}

function differing(path: string, other: string): WriteProblem {
  const message = `is ${other} by another path (a mount), and the two are to be changed in different ways`;
  return { path, code: 'collision', message };
}
