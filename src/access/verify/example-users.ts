import { occurrencesOf } from '../../model/index.ts';
import { completePath } from '../folders/paths.ts';
import type { MethodDifference } from '../proof/compare-answers.ts';
import { groupsOf, usersOf } from '../request/credentials.ts';
import type { RequestTree } from '../request/request-tree.ts';
import type { Version } from '../sections/worlds.ts';
import type { TreePair } from './tree-pairs.ts';

/** As many are tried. */
const MOST_USERS = 6;

/** Who may stand for the user of the difference and has a password in a file that is here: of the groups asked for first. None where nobody logs in. */
export function realUsers({ witness }: MethodDifference, { before, after }: TreePair): string[] {
  if (witness.user === null) return [];
  const trees = [before, after];
  const isReal = new Set(
    trees.flatMap((tree) =>
      readAt('authuserfile', tree, usersOf(tree.files)).flatMap((users) => [...users.keys()]),
    ),
  );
  const groups = trees.map(groupFiles);
  const members = groupsAskedFor(witness).flatMap((group) =>
    groups.flatMap((files) => files.flatMap((each) => [...(each.get(group.toLowerCase()) ?? [])])),
  );
  const all = new Set([witness.user, ...members, ...isReal]);
  return [...all].filter((user) => isReal.has(user)).slice(0, MOST_USERS);
}

/** The groups of each file of groups that is here, with their members. */
export function groupFiles(tree: RequestTree): ReadonlyMap<string, ReadonlySet<string>>[] {
  return readAt('authgroupfile', tree, groupsOf(tree.files));
}

/** What the files hold that lines of the name lead to, of those that are here. */
function readAt<T>(
  name: 'authuserfile' | 'authgroupfile',
  { model, version }: RequestTree,
  read: (path: string, version: Version) => T | null,
): T[] {
  const paths = occurrencesOf(model, name).map(({ args: [path = ''] }) => completePath(path, model));
  return [...new Set(paths)].flatMap((path) => read(path, version) ?? []);
}

/** The groups that the user of the difference is to be in. */
export function groupsAskedFor({ tests }: MethodDifference['witness']): string[] {
  return tests.flatMap((test) => /group (.*) in /.exec(test)?.[1] ?? []);
}
