import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel, Unknown } from '../../model/index.ts';
import type { AuthzModule } from '../policy/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { DBM_ENDINGS } from '../sections/login-files.ts';
import { context22Of } from '../sections/server-contexts.ts';
import { isContainer } from '../sections/types.ts';
import type { AccessSection } from '../sections/types.ts';

/** The AuthGroupFile lines of a 2.2 server whose file is certainly not there, if some line asks for a group. */
export function missingGroupFiles(model: ServerModel): Occurrence[] {
  return missingFiles(model, 'authgroupfile', 'require', /^(?:file-)?group$/i);
}

/**
 * The AuthUserFile and AuthDBMUserFile lines of a 2.2 server whose file is certainly not there, if it leaves users that it does not know to
 * others.
 */
export function missingPasswordFiles(model: ServerModel): Occurrence[] {
  return ['authuserfile', 'authdbmuserfile'].flatMap((name) =>
    missingFiles(model, name, 'authbasicauthoritative', /^off$/i),
  );
}

/** @param asking what some line has to say for a missing file to count */
function missingFiles(model: ServerModel, name: string, asking: string, word: RegExp): Occurrence[] {
  if (model.kind !== 'server' || model.readBy === '2.4') return [];
  const endings = name === 'authdbmuserfile' ? DBM_ENDINGS : [''];
  // Both servers open /dev/null (ap_pcfg_openfile, server/util.c), and find nobody in it.
  const isMissing = (path: string): boolean =>
    path !== '/dev/null' && endings.every((ending) => model.hasFile(path + ending) === 'no');
  const named = occurrencesOf(model, name);
  // Sooner known than which of many files are there.
  const isAsked =
    named.length > 0 && occurrencesOf(model, asking).some(({ args: [first = ''] }) => word.test(first));
  return isAsked ? named.filter(({ on22, args: [path = ''] }) => on22 !== 'no' && isMissing(path)) : [];
}

/**
 * Group files that are not there: 2.2 answers 500 to every user of whom it asks a group (`check_user_access`, mod_authz_groupfile.c), 2.4
 * takes them to be in none, and asks the other Require lines. Told where 2.2 would leave users to those that it asks later.
 */
export function missingGroups(model: ServerModel): Unknown[] {
  const missing = missingGroupFiles(model);
  const leaves = occurrencesOf(model, 'authzgroupfileauthoritative').some(
    ({ on22, args: [word = ''] }) => on22 !== 'no' && word.toLowerCase() === 'off',
  );
  if (missing.length === 0 || !leaves) return [];
  const later = askedLater(context22Of(model).authzModules);
  return analysisOf(model).sections.some((section) => asksBoth(section, later))
    ? missing.map(unknownFor)
    : [];
}

/** The words of Require lines that are looked at once the group file was. */
function askedLater(order: readonly AuthzModule[]): ReadonlySet<string> {
  const at = order.indexOf('groupfile');
  const later = at === -1 ? [] : order.slice(at + 1);
  return new Set([
    ...(later.includes('user') ? ['user', 'valid-user'] : []),
    ...(later.includes('owner') ? ['file-owner'] : []),
  ]);
}

/** Require lines are inherited all or none, so those that count together stand in one section. */
function asksBoth(section: AccessSection, later: ReadonlySet<string>): boolean {
  const words = section.entries.flatMap((entry) =>
    isContainer(entry) || entry.name !== 'require' ? [] : [(entry.args[0] ?? '').toLowerCase()],
  );
  return words.includes('group') && words.some((word) => later.has(word));
}

function unknownFor({ file, node, args: [path = ''] }: Occurrence): Unknown {
  return {
    kind: 'context',
    path: file.path,
    offset: node.name.span.start,
    subject: `AuthGroupFile ${path}`,
    below: null,
    message: `${path} is not here. If the server has none either, 2.2 answers 500 wherever it looks a group up, and 2.4 takes everybody to be in no group: who meets another Require line is let in. Bring the file, or take \`Require group\` out where it stands beside other Require lines.`,
    bearing: 'access',
  };
}
