import { fileNamesOf, lineText, occurrencesOf } from '../../model/index.ts';
import type { FileNames, Occurrence, Scope, ServerModel } from '../../model/index.ts';

/** A server that looks for the rules of folders in other files than before, though some of them are there. */
export interface FileNamesDifference {
  /** An AccessFileName line that makes the difference, of the first tree where it has one. */
  readonly line: Occurrence;
  readonly message: string;
}

/**
 * Which servers read a .htaccess file is asked of both versions at once (accessFileNames): where the names that 2.2 looks for in the
 * one tree are not those that 2.4 looks for in the other, the rules in such files are not compared.
 * @param servers that are compared, as they are in both trees
 */
export function fileNamesBetween(
  before: ServerModel,
  after: ServerModel,
  servers: readonly (readonly [Scope, Scope])[],
): FileNamesDifference[] {
  const lines = [after, before].flatMap((model) => occurrencesOf(model, 'accessfilename'));
  if (lines.length === 0) return [];
  const namesBefore = fileNamesOf(occurrencesOf(before, 'accessfilename'), before.main, before.readBy);
  const namesAfter = fileNamesOf(occurrencesOf(after, 'accessfilename'), after.main, '2.4');
  const paths = [...before.htaccess, ...after.htaccess].map(({ file }) => file.path);
  const found = new Map<Occurrence, FileNamesDifference>();
  for (const [then, now] of servers) {
    const [old, made] = [namesBefore(then), namesAfter(now)];
    const isPresent = [...old, ...made]
      .flat()
      .some((name) => paths.some((path) => path.endsWith(`/${name}`)));
    if (listed(old) === listed(made) || !isPresent) continue;
    const own = lines.filter(({ scope: { server } }) =>
      [then, now, before.main, after.main].includes(server),
    );
    const line = own.findLast(({ on22, on24 }) => on22 !== on24) ?? own.at(-1);
    if (line === undefined || found.has(line)) continue;
    const message = `Because of \`${lineText(line)}\` ${before.readBy} looked for the rules of folders in ${listed(old)}, and 2.4 looks for them in ${listed(made)}. Whom the rules in these files let in, or keep out, is not compared.`;
    found.set(line, { line, message });
  }
  return [...found.values()];
}

function listed(lists: FileNames): string {
  return lists.map((names) => (names.length === 0 ? 'no file' : names.join(', '))).join(' or ');
}
