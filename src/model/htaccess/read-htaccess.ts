import { draftTopScope } from '../read/drafts.ts';
import type { FileFailure } from '../read/file-table.ts';
import { readInto } from '../read/read-configuration.ts';
import type { Reading } from '../read/reading.ts';
import type { HtaccessFile, ModelProblem, Scope } from '../types.ts';
import type { FoundHtaccess } from './find-htaccess.ts';

/**
 * Reads the files that were found; each is a scope of its own, whose directives belong to the main server. Where that is not
 * known (`main` null), an empty one stands for it.
 */
export function readHtaccess(
  found: readonly FoundHtaccess[],
  main: Scope | null,
  reading: Reading,
): HtaccessFile[] {
  const read: HtaccessFile[] = [];
  let server = main;
  for (const { path, directory } of found) {
    const file = reading.files.open(path, 'htaccess');
    if ('failure' in file) {
      const problem = problemOf(file.failure, path);
      if (problem !== null) reading.problems.push(problem);
      continue;
    }
    server ??= draftTopScope('server', file, [], null, reading.seq++);
    const scope = draftTopScope('htaccess', file, [directory], server, reading.seq++);
    readInto(scope, file, reading);
    read.push({ file, directory, scope });
  }
  return read;
}

function problemOf(failure: FileFailure, path: string): ModelProblem | null {
  // A dangling link: to the server there is no such file (ENOENT in ap_parse_htaccess).
  if (failure === 'missing' || failure === 'folder') return null;
  const isBinary = failure === 'binary';
  const message = isBinary
    ? `${path} holds binary data, not configuration. It was left alone.`
    : `${path} can not be read (${failure}). Apache answers 403 below it; its rules were not migrated.`;
  const code = isBinary ? 'not-configuration' : 'htaccess-unreadable';
  return { code, level: 'warning', message, path, offset: null };
}
