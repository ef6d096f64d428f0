import { draftTopScope } from '../read/drafts.ts';
import type { FileFailure } from '../read/file-table.ts';
import { readInto } from '../read/read-configuration.ts';
import type { Reading } from '../read/reading.ts';
import type { HtaccessFile, ModelProblem, Scope } from '../types.ts';
import { MORE_MEMORY } from '../read/tree-size.ts';
import type { Welcome } from '../read/surroundings.ts';
import type { Unknown } from '../unknown.ts';
import type { FoundHtaccess } from './find-htaccess.ts';

/**
 * Reads the files that were found; each is a scope of its own, whose directives belong to the main server. Where that is not
 * known (`main` null), an empty one stands for it.
 */
export function readHtaccess(
  found: readonly FoundHtaccess[],
  main: Scope | null,
  welcome: Welcome,
  reading: Reading,
  isNeverRead: (folder: string) => boolean = () => false,
): HtaccessFile[] {
  const read: HtaccessFile[] = [];
  let server = main;
  for (const { path, directory, hosts } of found) {
    const file = reading.files.open(path, 'htaccess', welcome);
    if ('failure' in file) {
      if (isNeverRead(directory)) continue;
      const problem = problemOf(file.failure, path);
      if (problem !== null) reading.problems.push(problem);
      const unknown = unknownOf(file.failure, path, directory);
      if (unknown !== null) reading.unknowns.push(unknown);
      continue;
    }
    server ??= draftTopScope('server', file, [], null, reading.seq++);
    const scope = draftTopScope('htaccess', file, [directory], server, reading.seq++);
    readInto(scope, file, reading);
    read.push({ file, directory, scope, hosts });
  }
  return read;
}

function problemOf(failure: FileFailure, path: string): ModelProblem | null {
  // A dangling link: to the server there is no such file (ENOENT in ap_parse_htaccess).
  if (failure === 'missing' || failure === 'folder') return null;
  const problem = PROBLEMS[failure];
  if (problem === undefined) return null;
  const [code, level, text] = problem;
  return { code, level, message: `${path} ${text}`, path, offset: null };
}

/** A file that counts for the server and was not read. */
function unknownOf(failure: FileFailure, path: string, below: string): Unknown | null {
  if (failure === 'missing' || failure === 'folder' || PROBLEMS[failure] !== undefined) return null;
  return {
    kind: 'folder',
    path,
    offset: null,
    subject: path,
    below,
    message: `${path} ${unreadText(failure)}`,
    bearing: 'access',
  };
}

function unreadText(failure: FileFailure): string {
  const unknown = 'Its rules are neither known nor migrated, and 2.4 answers 500 to Order lines.';
  switch (failure) {
    case 'outside':
      return `leads out of the folders that were asked for, or through another user's link to it: it was not read. ${unknown} Give the file that it leads to, or put the file itself in the place of the link.`;
    case 'unnamed':
      return `can't be opened by its name, in which bytes are not UTF-8. ${unknown} Migrate it by hand.`;
    default:
      return `can't be read by this user (${failure}). ${unknown} Run the tool as a user who may read it, such as root.`;
  }
}

type Telling = readonly [code: ModelProblem['code'], level: ModelProblem['level'], text: string];

const PROBLEMS: Readonly<Partial<Record<FileFailure, Telling>>> = {
  secret: [
    'htaccess-outside',
    'warning',
    'is a link, or another name, of a file that does not read like configuration. It was not read, and nothing of it is shown.',
  ],
  'too-many-lines': [
    'tree-too-large',
    'error',
    `is more than can be read: the tree has too many lines. ${MORE_MEMORY}`,
  ],
};
