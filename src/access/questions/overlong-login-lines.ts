import { posix } from 'node:path';
import { occurrencesOf } from '../../model/index.ts';
import type { ModelFile, Occurrence, ServerModel } from '../../model/index.ts';
import type { Dialect } from '../../syntax/index.ts';
import { groupMembers, usersIn } from '../sections/login-files.ts';

/** A text file of groups or passwords in which 2.4 finds other users than 2.2, because a line is too long for one of them. */
export interface OverlongLoginFile {
  /** The AuthGroupFile or AuthUserFile line. */
  readonly line: Occurrence;
  readonly file: string;
  /** `group staff`, or null for a file of passwords. */
  readonly group: string | null;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Those that some rule of the tree looks users up in, as they are before and after. */
export function overlongLoginFiles(model: ServerModel, result: ServerModel): OverlongLoginFile[] {
  const asked = new Set(namedGroups(model));
  const groups = linesOf(model, 'authgroupfile').flatMap(({ line, file, path }) => {
    const before = groupMembers(file.source.text, '2.2');
    const after = groupMembers(result.fileOf(path)?.source.text ?? file.source.text, '2.4');
    const names = new Set([...before.keys(), ...after.keys()].filter((name) => asked.has(name)));
    return [...names].map((group) => difference(line, group, before.get(group), after.get(group)));
  });
  const users = linesOf(model, 'authuserfile').map(({ line, file: { source } }) =>
    difference(line, null, namesIn(source.text, '2.2'), namesIn(source.text, '2.4')),
  );
  return [...groups, ...users].filter(({ gained, lost }) => gained.length + lost.length > 0);
}

function namesIn(text: string, version: Dialect): ReadonlySet<string> {
  return new Set(usersIn(text, version).keys());
}

function namedGroups(model: ServerModel): string[] {
  const lines = occurrencesOf(model, 'require').filter(({ args }) => args[0]?.toLowerCase() === 'group');
  return lines.flatMap(({ args }) => args.slice(1).map((name) => name.toLowerCase()));
}

/** A file of groups or passwords, and a line that names it. */
export interface LoginFile {
  readonly line: Occurrence;
  /** As the line names it. */
  readonly path: string;
  readonly file: ModelFile;
}

/** Each file once, as far as it is here. */
function linesOf(model: ServerModel, name: string): LoginFile[] {
  const byPath = new Map(
    occurrencesOf(model, name).flatMap((line) => {
      const [path] = line.args;
      return path === undefined || line.on22 === 'no' ? [] : [[path, line] as const];
    }),
  );
  return [...byPath].flatMap(([path, line]) => {
    const file = model.fileOf(path);
    return file === null ? [] : [{ line, path, file }];
  });
}

/**
 * The files of groups that may be changed: those that the server's own files name, and that lie in its folder. A .htaccess file may
 * name any file of the system.
 */
export function groupFiles(model: ServerModel): LoginFile[] {
  const isOurs = ({ line, file }: LoginFile): boolean =>
    line.file.role === 'config' && isBeside(file.path, model);
  return linesOf(model, 'authgroupfile').filter(isOurs);
}

/** Below the folder of the entry file, or of one around it that has more of the configuration. */
function isBeside(path: string, { files }: ServerModel): boolean {
  const folders = [...files.values()]
    .filter(({ role }) => role === 'config')
    .map((file) => posix.dirname(file.path));
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

const NOBODY: ReadonlySet<string> = new Set();

function difference(
  line: Occurrence,
  group: string | null,
  before: ReadonlySet<string> = NOBODY,
  after: ReadonlySet<string> = NOBODY,
): OverlongLoginFile {
  const gained = [...after].filter((user) => !before.has(user));
  const lost = [...before].filter((user) => !after.has(user));
  return { line, file: line.args[0] ?? '', group, gained, lost };
}
