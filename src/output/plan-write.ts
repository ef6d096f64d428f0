import { isAbsolute } from 'node:path';
import type { FilePatch, LinkPatch, PatchSet } from '../patch/index.ts';
import type { WriteProblem } from './write-result.ts';

/** One thing to do, and what must be true before. Paths are real and absolute. */
export type WriteStep =
  | { readonly type: 'rewrite'; readonly path: string; readonly before: string; readonly after: string }
  /** A new file, with owner, mode and label of another. */
  | { readonly type: 'make'; readonly path: string; readonly after: string; readonly like: string }
  | { readonly type: 'folder'; readonly path: string }
  | {
      readonly type: 'rename';
      readonly path: string;
      readonly newPath: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: 'unlink'; readonly path: string; readonly target: string | null }
  | { readonly type: 'link'; readonly path: string; readonly target: string };

export interface WritePlan {
  readonly steps: readonly WriteStep[];
  readonly problems: readonly WriteProblem[];
}

/** What writing a patch set comes to, in order: folders, files, links to remove, links to make. Pure: looks at no disk. */
export function planWrite({ files, links, folders = [] }: PatchSet): WritePlan {
  const unlinks = links.filter((link) => link.type === 'unlink');
  const steps: WriteStep[] = [
    ...folders.map((path) => ({ type: 'folder', path }) as const),
    ...files.map(fileStep),
    ...unlinks.map(linkStep),
    ...links.filter((link) => link.type === 'link').map(linkStep),
  ];
  return { steps, problems: [...findNameless(files), ...findCollisions(steps)] };
}

function fileStep({ path, newPath, before, after, madeLike }: FilePatch): WriteStep {
  if (madeLike !== undefined) return { type: 'make', path, after, like: madeLike };
  return path === newPath
    ? { type: 'rewrite', path, before, after }
    : { type: 'rename', path, newPath, before, after };
}

function linkStep(link: LinkPatch): WriteStep {
  return link.type === 'link'
    ? { type: 'link', path: link.path, target: link.target }
    : { type: 'unlink', path: link.path, target: link.target ?? null };
}

function findNameless(files: readonly FilePatch[]): WriteProblem[] {
  return files
    .filter(({ path, newPath }) => !isAbsolute(path) || !isAbsolute(newPath))
    .map(({ path }) => ({
      path,
      code: 'not-a-file',
      message: 'this text came from no file and has none to go to',
    }));
}

/** Paths that two steps want. A link may be made where another one is removed: that is how it gets a new target. */
function findCollisions(steps: readonly WriteStep[]): WriteProblem[] {
  const touched = new Map<string, WriteStep['type']>();
  const problems: WriteProblem[] = [];
  for (const step of steps) {
    for (const path of step.type === 'rename' ? [step.path, step.newPath] : [step.path]) {
      const earlier = touched.get(path);
      if (earlier !== undefined && !(earlier === 'unlink' && step.type === 'link')) {
        problems.push({
          path,
          code: 'collision',
          message: `two changes want this path (${earlier}, ${step.type})`,
        });
      }
      touched.set(path, step.type);
    }
  }
  return problems;
}
