import { occurrencesOf } from '../../model/index.ts';
import { completePath } from '../folders/paths.ts';
import type { MethodDifference } from '../proof/compare-answers.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { groupMembers, usersIn } from '../sections/login-files.ts';
import type { TreePair } from './tree-pairs.ts';

/** As many are tried. */
const MOST_USERS = 6;

/** Who may stand for the user of the difference and has a password in a file that is here: of the groups asked for first. None where nobody logs in. */
export function realUsers({ witness }: MethodDifference, { before, after }: TreePair): string[] {
  if (witness.user === null) return [];
  const found = [before, after].map((tree) => ({
    users: textsAt('authuserfile', tree).flatMap((text) => [...usersIn(text, tree.version).keys()]),
    groups: textsAt('authgroupfile', tree).map((text) => groupMembers(text, tree.version)),
  }));
  const isReal = new Set(found.flatMap(({ users }) => users));
  const members = groupsOf(witness).flatMap((group) =>
    found.flatMap(({ groups }) => groups.flatMap((each) => [...(each.get(group.toLowerCase()) ?? [])])),
  );
  const all = new Set([witness.user, ...members, ...isReal]);
  return [...all].filter((user) => isReal.has(user)).slice(0, MOST_USERS);
}

/** What the files hold that lines of the name lead to, of those that are here. */
export function textsAt(name: 'authuserfile' | 'authgroupfile', { model, files }: RequestTree): string[] {
  const paths = occurrencesOf(model, name).map(({ args: [path = ''] }) => completePath(path, model));
  return [...new Set(paths)].flatMap((path) => files.textOf(path) ?? []);
}

/** The groups that the user of the difference is to be in. */
export function groupsOf({ tests }: MethodDifference['witness']): string[] {
  return tests.flatMap((test) => /group (.*) in /.exec(test)?.[1] ?? []);
}
