import { posix } from 'node:path';
import { hasWildcard } from '../fnmatch.ts';
import type { IncludeLine, ModelProblem } from '../types.ts';
import type { FileFailure } from './file-table.ts';
import { MORE_MEMORY } from './tree-size.ts';

/** What can go wrong with an Include line, or with a file that it leads to. */
export type IncludeFailure = FileFailure | 'no-match' | 'cycle' | 'too-deep' | 'alone' | 'unknown';

type Code = ModelProblem['code'];

const PROBLEMS: Readonly<
  Record<
    Exclude<IncludeFailure, 'no-match' | 'unknown'>,
    { code: Code; level: ModelProblem['level']; outcome: IncludeLine['outcome']; text: string }
  >
> = {
  missing: {
    code: 'include-missing',
    level: 'warning',
    outcome: 'missing',
    text: 'is missing. Apache does not start without it, so this may be a copy that lacks it: what it says was neither read nor migrated. Copy it here (`httpd-codemod collect` lists what a whole copy needs), or take the line out.',
  },
  outside: {
    code: 'include-outside',
    level: 'warning',
    outcome: 'outside',
    text: 'is not in this copy of the server: it was not read, and access rules in it are neither migrated nor known. Copy the whole tree (`httpd-codemod collect` lists it), or look through that file too.',
  },
  alone: {
    code: 'include-outside',
    level: 'warning',
    outcome: 'unknown',
    text: 'is not read, because this file is taken by itself. Give the main file of the server (one with a ServerRoot line) or its folder to have all of it read.',
  },
  unreadable: {
    code: 'include-unreadable',
    level: 'error',
    outcome: 'unreadable',
    text: "can't be read by this user. Run the tool as a user who may read it: rules in that file can decide who gets in.",
  },
  unnamed: {
    code: 'include-unreadable',
    level: 'error',
    outcome: 'unreadable',
    text: "has bytes in its name that are not UTF-8, and can't be opened by it: what it says was neither read nor migrated. Give it a name in UTF-8, here and in the Include line, then run again.",
  },
  special: {
    code: 'include-unreadable',
    level: 'error',
    outcome: 'unreadable',
    text: 'is a device, pipe or socket. Apache refuses to read it, and so does this tool.',
  },
  folder: {
    code: 'include-unreadable',
    level: 'error',
    outcome: 'unreadable',
    text: "is a folder that can't be listed.",
  },
  'too-large': {
    code: 'include-unreadable',
    level: 'error',
    outcome: 'unreadable',
    text: 'is larger than 64 MiB, the most that is read of one file.',
  },
  'too-many-lines': {
    code: 'tree-too-large',
    level: 'error',
    outcome: 'unreadable',
    text: `is more than can be read: the tree has too many lines. ${MORE_MEMORY}`,
  },
  secret: {
    code: 'not-configuration',
    level: 'error',
    outcome: 'unreadable',
    text: 'lies outside of the folders of this server and does not read like configuration. It was not read, and nothing of it is shown. Remove the Include line, or move its configuration into the tree.',
  },
  binary: {
    code: 'not-configuration',
    level: 'error',
    outcome: 'unreadable',
    text: 'holds binary data, not configuration. Apache would refuse to start; remove the file or narrow the Include.',
  },
  cycle: {
    code: 'include-cycle',
    level: 'error',
    outcome: 'cycle',
    text: 'is being read already: an Include cycle. Apache gives up on it after 128 levels; it was read once here.',
  },
  'too-deep': {
    code: 'include-too-deep',
    level: 'error',
    outcome: 'too-deep',
    text: 'is one Include too many: Apache follows 128 levels. It was not read.',
  },
};

/** Of what was found in a folder: what is there and missing is a link. */
const DEAD_LINK =
  'is a symbolic link that leads nowhere. Apache does not start with it, so this may be a copy that lacks what it leads to: what that says was neither read nor migrated. Copy it here (`httpd-codemod collect` lists what a whole copy needs), or remove the link.';

/** Of a file that SUSE's start scripts write, those of 2.2 and of 2.4 (apache2-start_apache2). */
const OF_SUSE =
  "is not here. SUSE's start script writes it from /etc/sysconfig/apache2: what it says was neither read nor migrated. Copy it here from the old server, and leave the line: the start script of 2.4 writes the file, too.";
const WRITTEN_BY_SUSE = /\/sysconfig\.d\/(?:loadmodule|global|include)\.conf$/;

const LEFT_OUT: ReadonlySet<IncludeLine['outcome']> = new Set([
  'missing',
  'outside',
  'unreadable',
  'unknown',
]);

/** Whether a server reads files by that line that were not read here: any module may be loaded in them. */
export function isUnread({ outcome, occurrence }: Pick<IncludeLine, 'outcome' | 'occurrence'>): boolean {
  const isNeeded = outcome !== 'missing' || occurrence.name !== 'includeoptional';
  return LEFT_OUT.has(outcome) && isNeeded && occurrence.on22 !== 'no';
}

/** How an Include line ended, and what to say of it; null where nothing need be said. */
export function describeFailure(
  failure: IncludeFailure,
  path: string,
  line: Pick<IncludeLine, 'occurrence' | 'path'>,
): { readonly outcome: IncludeLine['outcome']; readonly problem: ModelProblem | null } {
  // 2.2 takes a wildcard without a match for an empty Include. An unknown variable has a problem of its own.
  if (failure === 'no-match' || failure === 'unknown') return { outcome: failure, problem: null };
  const { file, node, name, on22 } = line.occurrence;
  const { code, level, outcome, text } = PROBLEMS[failure];
  if (failure === 'missing' && name === 'includeoptional') return { outcome, problem: null };
  const isAbsent = failure === 'missing' || failure === 'outside';
  const isFound = failure === 'missing' && path !== line.path && isListed(path, line.path);
  const subject = hasWildcard(path) ? `The folder of ${path}` : path;
  const problem: ModelProblem = {
    code,
    level: isAbsent && on22 === 'no' ? 'info' : level,
    message: `${subject} ${isFound ? DEAD_LINK : isAbsent && WRITTEN_BY_SUSE.test(path) ? OF_SUSE : text}`,
    path: file.path,
    offset: (node.args[0] ?? node.name).span.start,
  };
  return { outcome, problem };
}

/** Whether a folder was listed to find the name, which a pattern writes out after its last wildcard: `sites/*\/httpd.conf`. */
function isListed(path: string, pattern: string): boolean {
  if (hasWildcard(path)) return false;
  const isWrittenOut = hasWildcard(pattern) && !hasWildcard(posix.basename(pattern));
  return !isWrittenOut || path.split('/').length > pattern.split('/').length;
}
