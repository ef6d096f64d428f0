import { occurrencesOf } from '../model/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
import { groupMembers, usersIn } from './sections/login-files.ts';

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

/** Those that some rule of the tree looks users up in. */
export function overlongLoginFiles(model: ServerModel): OverlongLoginFile[] {
  const asked = new Set(namedGroups(model));
  const groups = linesOf(model, 'authgroupfile').flatMap(({ line, text }) => {
    const before = groupMembers(text, '2.2');
    const after = groupMembers(text, '2.4');
    const names = new Set([...before.keys(), ...after.keys()].filter((name) => asked.has(name)));
    return [...names].map((group) => difference(line, group, before.get(group), after.get(group)));
  });
  const users = linesOf(model, 'authuserfile').map(({ line, text }) =>
    difference(line, null, usersIn(text, '2.2'), usersIn(text, '2.4')),
  );
  return [...groups, ...users].filter(({ gained, lost }) => gained.length + lost.length > 0);
}

function namedGroups(model: ServerModel): string[] {
  const lines = occurrencesOf(model, 'require').filter(({ args }) => args[0]?.toLowerCase() === 'group');
  return lines.flatMap(({ args }) => args.slice(1));
}

/** Each file once, with its text, as far as it is here. */
function linesOf(model: ServerModel, name: string): { line: Occurrence; text: string }[] {
  const byPath = new Map(
    occurrencesOf(model, name).flatMap((line) => {
      const [path] = line.args;
      return path === undefined || line.on22 === 'no' ? [] : [[path, line] as const];
    }),
  );
  return [...byPath].flatMap(([path, line]) => {
    const text = model.textOf(path);
    return text === null ? [] : [{ line, text }];
  });
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
