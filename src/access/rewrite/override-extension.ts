import type { AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Override } from '../states/override.ts';
import { classesOf, permitsAll } from '../states/override.ts';
import { isAtOrBelow, joinComponents } from '../sections/paths.ts';
import { candidateLines } from './candidate.ts';
import type { OverrideExtension, UnitPlan } from './plan.ts';

/** An AllowOverride line and the section it stands in. */
interface OverrideLine {
  readonly line: AccessLine;
  readonly section: AccessSection;
}

/**
 * What AllowOverrideList must say beside which AllowOverride lines: above .htaccess files that will say Require where only
 * `Limit` is permitted, for 2.4 counts Require as AuthConfig (OR_AUTHCFG, mod_authz_core.c); and `None` beside each
 * line further in that permitted less, for an AllowOverride leaves an inherited list in force.
 */
export function overridesToExtend(
  sections: readonly AccessSection[],
  units: readonly UnitPlan[],
): OverrideExtension[] {
  const rewritten = units.filter(({ remove }) => remove.length > 0);
  const folders = rewritten.flatMap(htaccessFolders);
  const lines = sections.flatMap(overrideLines).filter(({ line }) => !permits(line, 'authconfig'));
  const extended = lines.filter(
    ({ line, section }) => permits(line, 'limit') && folders.some((folder) => mayGovern(section, folder)),
  );
  const withdrawn = lines.filter(
    ({ line, section }) =>
      !permits(line, 'limit') && extended.some((outer) => mayBeInside(section, outer.section)),
  );
  const names = namesIn(rewritten.filter((plan) => htaccessFolders(plan).length > 0));
  if (names.length === 0) return [];
  return [
    ...extended.map((each) => ({
      line: each.line,
      names,
      refusedFolders: refusedFolders(each, names, units),
    })),
    ...withdrawn.map(({ line }) => ({ line, names: ['None'], refusedFolders: [] })),
  ];
}

/** The folders of .htaccess files that 2.2 refused and that 2.4 would take with these names permitted where the line governs. */
function refusedFolders(
  { line, section }: OverrideLine,
  names: readonly string[],
  units: readonly UnitPlan[],
): string[] {
  const said = saidBy(line, names);
  const refused = units.flatMap((unit) => (unit.isRefused ? unit.sections : []));
  const taken = refused.filter((htaccess) => permitsAll(said, htaccess, '2.4', new Map()));
  const folders = taken.flatMap(({ matcher }) => (matcher.type === 'htaccess' ? [matcher.path] : []));
  return folders.filter((folder) => mayGovern(section, folder)).map(joinComponents);
}

function htaccessFolders({ sections }: UnitPlan): (readonly string[])[] {
  return sections
    .map((section) => section.parent ?? section)
    .flatMap(({ matcher }) => (matcher.type === 'htaccess' ? [matcher.path] : []));
}

/** An AllowOverride in a Location or in Files says nothing about .htaccess files (set_override in server/core.c warns of it). */
function overrideLines(section: AccessSection): OverrideLine[] {
  if (!OF_FOLDERS.has(section.matcher.type)) return [];
  return section.entries.flatMap((entry) =>
    !isContainer(entry) && entry.name === 'allowoverride' ? [{ line: entry, section }] : [],
  );
}

const OF_FOLDERS: ReadonlySet<AccessSection['matcher']['type']> = new Set([
  'directory',
  'directory-wildcard',
  'directory-regex',
]);

function saidBy({ args }: AccessLine, names: readonly string[]): Override {
  const lower = names.map((name) => name.toLowerCase());
  return { classes: classesOf(args), names: lower, unset: false, accessCompat: true };
}

function permits({ args }: AccessLine, wanted: string): boolean {
  const words = args.map((arg) => arg.toLowerCase());
  return words.includes(wanted) || words.includes('all');
}

function mayGovern({ matcher }: AccessSection, folder: readonly string[]): boolean {
  return matcher.type !== 'directory' || isAtOrBelow(folder, matcher.path);
}

/** Whether some folder can meet both sections. */
function mayBeInside({ matcher }: AccessSection, outer: AccessSection): boolean {
  return matcher.type !== 'directory' || mayGovern(outer, matcher.path);
}

/** The names that AllowOverrideList must have for the new lines; `<Limit` is permitted by Limit, guards by anything. */
function namesIn(units: readonly UnitPlan[]): string[] {
  const lines = units.flatMap(({ candidate }) => candidateLines(candidate));
  const found = new Set(lines.map((line) => /^\t*(<?\w+)/.exec(line)?.[1] ?? ''));
  return ['Require', 'AuthMerging', '<RequireAll', '<RequireAny'].filter((name) => found.has(name));
}
