import type { Occurrence } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import { holds, readComparison } from './comparison.ts';
import { expandText } from './expand-text.ts';
import { matchText } from './sample-text.ts';
import type { RewriteCondition, RewriteRule } from './rewrite-config.ts';
import type { LookUp } from './rewrite-maps.ts';
import type { Kind } from './user-folder.ts';

/** A rule of which it is not known whether an address meets it. */
export interface OpenRule {
  readonly line: Occurrence;
  /** As the rules before it left it. */
  readonly address: string;
}

/** What the tests of a rule are made of. */
export interface RewriteSurroundings {
  /** The value of `%{NAME}`; null if it is not known. */
  variable(name: string): string | null;
  kindOf(path: string): Kind;
  /** The path of a URL of this very server, which is taken for it (`reduce_uri`); null: it is another's. */
  pathOfOwn(url: string): string | null;
  readonly lookUp: LookUp;
  /** Whether a rule is to be taken as met of which nothing else tells; null: that is not said. */
  isMet(rule: OpenRule): boolean | null;
  readonly version: Version;
  /** Whether the server is that release of 2.4 (39 for 2.4.39), or a later one. */
  isSince(release: number): boolean;
  /** The folder of the rules, a slash at its end; null for rules of a server. */
  readonly folder: string | null;
  /** What the address has after the file's name: rules of a folder are matched against both, `%{REQUEST_FILENAME}` is the file alone. */
  readonly pathInfo?: string;
  readonly isSubrequest: boolean;
}

export type Groups = readonly (string | undefined)[];

/** What the rules before left. */
export interface SoFar {
  readonly address: string;
  /** Behind the `?`, as the rules leave it; null: as it was. */
  readonly query: string | null;
  /** Variables of [E], in order; a value of null takes one away. */
  readonly env: readonly (readonly [string, string | null])[];
}

/** What a rule puts in for `$1` and `%1`; null: not known. */
export interface Met {
  readonly rule: Groups | null;
  readonly condition: Groups | null;
}

/** Whether the rules before left an address that the rule and its conditions are met by, for sure or not; null: they are not. */
export function meetsRule(
  rule: RewriteRule,
  so: SoFar,
  around: RewriteSurroundings,
): (Met & { readonly isSure: boolean }) | null {
  const match = matchText(rule.pattern, below(so.address, around.folder) + (around.pathInfo ?? ''), {
    ignoresCase: rule.flags.has('NC'),
  });
  const isReadable = match !== 'unreadable';
  if (isReadable && (match === null) !== rule.isNegated) return null;
  const groups = isReadable ? (match ?? []) : null;
  let condition: Groups | null = [];
  let isSure = isReadable;
  for (const alternatives of alternativesOf(rule)) {
    const found = meetsOne(alternatives, { rule: groups, condition }, so, around);
    // With nothing after its [OR] the last one stops nothing (apply_rewrite_rule, mod_rewrite.c).
    const isMet = alternatives.at(-1)?.isOr === true ? true : found.isMet;
    if (isMet === false) return null;
    if (isMet === null) isSure = false;
    condition = found.groups;
  }
  return { rule: groups, condition, isSure };
}

/** The conditions of a rule, those together that [OR] joins. */
function alternativesOf({ conditions }: RewriteRule): RewriteCondition[][] {
  const found: RewriteCondition[][] = [];
  let isOpen = false;
  for (const condition of conditions) {
    if (isOpen) found.at(-1)?.push(condition);
    else found.push([condition]);
    isOpen = condition.isOr;
  }
  return found;
}

/** Those behind the first that is met are not asked (`apply_rewrite_rule`, mod_rewrite.c). */
function meetsOne(
  alternatives: readonly RewriteCondition[],
  met: Met,
  so: SoFar,
  around: RewriteSurroundings,
): { readonly isMet: boolean | null; readonly groups: Groups | null } {
  let isMet: boolean | null = false;
  let groups = met.condition;
  for (const condition of alternatives) {
    const found = meetsCondition(condition, { ...met, condition: groups }, so, around);
    if (found.groups !== undefined) groups = isMet === null ? null : found.groups;
    isMet = or(isMet, found.isMet);
    if (isMet === true) break;
  }
  return { isMet, groups };
}

function or(a: boolean | null, b: boolean | null): boolean | null {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

/** Rules of a folder see what lies below it. */
function below(address: string, folder: string | null): string {
  return folder !== null && address.startsWith(folder) ? address.slice(folder.length) : address;
}

function meetsCondition(
  { test, pattern, isNegated, ignoresCase }: RewriteCondition,
  met: Met,
  so: SoFar,
  around: RewriteSurroundings,
): { readonly isMet: boolean | null; readonly groups?: Groups | null } {
  const text = expand(test, met, so, around);
  if (text === null) return isFileTest(pattern) ? { isMet: null } : { isMet: null, groups: null };
  if (isFileTest(pattern)) {
    const isSo = fileTest(pattern, text, around);
    return { isMet: isSo === null ? null : isSo !== isNegated };
  }
  const comparison = readComparison(pattern, around.version);
  if (comparison !== null) {
    const isSo = holds(comparison, text, { ignoresCase, version: around.version });
    return { isMet: isSo !== isNegated };
  }
  const match = matchText(pattern, text, { ignoresCase });
  if (match === 'unreadable') return { isMet: null, groups: null };
  return { isMet: (match !== null) !== isNegated, ...(match === null ? {} : { groups: match }) };
}

function isFileTest(pattern: string): boolean {
  return /^-[dfslhxFU]$/.test(pattern);
}

function fileTest(test: string, path: string, { kindOf }: RewriteSurroundings): boolean | null {
  const kind = kindOf(path);
  if (kind === 'unknown' || !/^-[dfs]$/.test(test)) return null;
  return test === '-d' ? kind === 'folder' : kind === 'file';
}

/** A text with its back-references and variables; null where one is not known. */
export function expand(text: string, met: Met, so: SoFar, around: RewriteSurroundings): string | null {
  return expandText(text, {
    group(kind, number) {
      const groups = kind === '$' ? met.rule : met.condition;
      return groups && (groups[number] ?? '');
    },
    variable: (name) => variableValue(name, so, around),
    lookUp: around.lookUp,
  });
}

function variableValue(
  name: string,
  { address, env, query }: SoFar,
  around: RewriteSurroundings,
): string | null {
  if (/^(?:REQUEST|SCRIPT)_FILENAME$/.test(name)) return address;
  if (name === 'QUERY_STRING' && query !== null) return query;
  const set = env.findLast(([variable]) => `ENV:${variable}`.toLowerCase() === name.toLowerCase());
  return set === undefined ? around.variable(name) : (set[1] ?? '');
}
