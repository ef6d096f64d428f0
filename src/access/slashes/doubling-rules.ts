// Doubled slashes that `<Location>` sections meet in 2.4: those that a rule with [PT] makes, and those that are kept by MergeSlashes Off.
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { isUrl, linesNamed, readRewriteFlags, ruleStatus, scopesOf } from '../../model/index.ts';
import type { Ends, RewriteRule } from '../addresses/index.ts';
import {
  ANY_ENDS,
  fixedStart,
  groupEnds,
  joinEnds,
  NO_TEXT,
  readRewriteConfig,
  REWRITE_DIRECTIVES,
} from '../addresses/index.ts';
import { groupBy } from '../../text/index.ts';
import { hasAccessRules } from '../sections/read-sections.ts';

/**
 * Those behind which a `<Location>` section with access rules need not apply in 2.4, and does in 2.2: since 2.4.39 it is the address as
 * MergeSlashes left it that is compared with the section (`ap_location_walk`, server/request.c), and [PT] makes another one after that.
 */
export function linesThatDouble(model: ServerModel): Occurrence[] {
  const passing = linesNamed(
    model,
    (name) => name === 'rewriterule',
    ({ scope, args: [, , flags = ''] }) => scope === scope.server && readRewriteFlags(flags).has('PT'),
  );
  if (passing.length === 0) return [];
  const sections = ruledLocations(model);
  if (sections.length === 0) return [];
  const byServer = groupBy(sections, ({ server }) => server);
  return [...new Set(passing.map(({ scope }) => scope))].flatMap((server) => {
    // The rules of the main server may be those of a host, too (RewriteOptions).
    const met =
      server === model.main
        ? sections
        : [model.main, server].flatMap((each): readonly Scope[] => byServer.get(each) ?? []);
    return doublingRules(server)
      .filter(({ start }) => met.some((section) => isBehind(section, start)))
      .map(({ line }) => line);
  });
}

/**
 * The first `<Location>` with access rules that requests to the server may meet, and that `/a//b` passes by where slashes are kept: before
 * 2.4.47 MergeSlashes Off had the address compared as it was sent (`ap_location_walk`, server/request.c; CVE-2021-30641).
 */
export function locationPassedBy(model: ServerModel, server: Scope): Scope | null {
  const isMet = (scope: Scope): boolean =>
    server === model.main || scope.server === server || scope.server === model.main;
  const hasSlashWithin = ({ args: [address = ''] }: Scope): boolean => /[^/]\/+[^/]/.test(address);
  return ruledLocations(model).find((scope) => isMet(scope) && hasSlashWithin(scope)) ?? null;
}

function ruledLocations(model: ServerModel): Scope[] {
  return scopesOf(model, 'location').filter((scope) => scope.on24 !== 'no' && hasAccessRules(scope));
}

/** Whether the section names more than the address has before its doubled slash: what names less is met by either. */
function isBehind({ args: [address = ''] }: Scope, start: string): boolean {
  const [fixed = ''] = /^[^*?[\\]*/.exec(address) ?? [];
  const isPattern = fixed.length < address.length;
  return (fixed.startsWith(start) && fixed.length > start.length) || (isPattern && start.startsWith(fixed));
}

interface DoublingRule {
  readonly line: Occurrence;
  /** What is known of the address up to the first of the slashes. */
  readonly start: string;
}

function doublingRules(server: Scope): DoublingRule[] {
  const names: readonly string[] = REWRITE_DIRECTIVES;
  const lines = server.items.filter(
    (item): item is Occurrence & typeof item =>
      item.type === 'occurrence' && names.includes(item.name) && item.on24 !== 'no',
  );
  const { isOn, rules } = readRewriteConfig(lines);
  if (isOn === false) return [];
  const leading = rules.filter(
    ({ flags, target }) => ruleStatus(flags, target) === null && !flags.has('P') && !isUrl(target),
  );
  let isDoubled = false;
  return leading.flatMap((rule) => {
    const start = doubledStart(rule) ?? (isDoubled ? fixedStart(rule.target.replace(/^-$/, '')) : null);
    isDoubled ||= start !== null;
    return start !== null && rule.flags.has('PT') ? [{ line: rule.line, start }] : [];
  });
}

/** Of the path of a target: what a rule puts in, and the characters between. */
const PIECES = /\\(.)|([$%])(\d)|%\{[^}]*\}|\$\{[^}]*\}|[^\\]/gs;

/** What the target has, up to where two slashes may meet; null where none do. */
function doubledStart(rule: RewriteRule): string | null {
  const [path = ''] = rule.target.split('?');
  let [all, start, isFixed] = [NO_TEXT, '', true];
  for (const [text, escaped, sign, digit] of path.matchAll(PIECES)) {
    const char = escaped ?? (text.length === 1 ? text : null);
    const ends = char === null ? endsOfPart(text, rule, { sign, group: Number(digit) - 1 }) : endsOf(char);
    if (all.mayEnd && ends.mayStart) return start;
    isFixed &&= char !== null;
    if (isFixed) start += char;
    all = joinEnds(all, ends);
  }
  return null;
}

function endsOf(char: string): Ends {
  return { mayBeEmpty: false, mayStart: char === '/', mayEnd: char === '/' };
}

/** What has no slashes: names, addresses and the like. */
const NAMES =
  /^%\{(?:HTTP_HOST|SERVER_NAME|SERVER_ADDR|SERVER_PORT|REMOTE_ADDR|REMOTE_USER|REQUEST_METHOD)\}$/;

function endsOfPart(
  text: string,
  { pattern, isNegated, conditions }: RewriteRule,
  { sign, group }: { readonly sign: string | undefined; readonly group: number },
): Ends {
  if (NAMES.test(text)) return NO_TEXT;
  if (sign === '$') return isNegated ? NO_TEXT : (groupEnds(pattern)[group] ?? ANY_ENDS);
  const asked = conditions.filter((each) => !each.isNegated);
  if (sign === undefined || !asked.every(({ test }) => NAMES.test(test))) return ANY_ENDS;
  const mayBeEmpty = asked.some((each) => groupEnds(each.pattern)[group]?.mayBeEmpty !== false);
  return { ...NO_TEXT, mayBeEmpty: mayBeEmpty || asked.length === 0 };
}
