import type { Occurrence } from '../../model/index.ts';
import { isUrl, ruleStatus } from '../../model/index.ts';
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

/** What rewriting made of an address. */
export interface Rewritten {
  readonly address: string;
  /** The rule that changed it last, or ended it. */
  readonly by: Occurrence | null;
  /** [F], [G] and [R] answer at once; null: nothing is answered yet. */
  readonly status: number | null;
  readonly isProxied: boolean;
  /** [PT]: the result is an address again. */
  readonly passesThrough: boolean;
  /** Behind the `?`, as the rules leave it; null: as it was. */
  readonly query: string | null;
  /** [END]: no rule counts any more, nor for what the request is led to. */
  readonly isFinal: boolean;
  /** Of [H], in lower case: what serves the file, whatever else is said of it. */
  readonly handler: string | null;
  /** Of [T], in lower case: the type of the file, whatever else is said of it. */
  readonly type: string | null;
  /** Variables of [E], in order; a value of null takes one away. */
  readonly env: readonly (readonly [string, string | null])[];
  /** Rules that depend on what is not known; they were taken as not met, unless `isMet` says so. */
  readonly unsure: readonly OpenRule[];
  /** Where the rule `by` leads depends on what is not known. */
  readonly isUnknown: boolean;
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

type Groups = readonly (string | undefined)[];
type Mutable = { -readonly [Key in keyof Rewritten]: Rewritten[Key] };

export function notRewritten(address: string): Rewritten {
  return {
    address,
    by: null,
    status: null,
    isProxied: false,
    passesThrough: false,
    query: null,
    isFinal: false,
    handler: null,
    type: null,
    env: [],
    unsure: [],
    isUnknown: false,
  };
}

/** `apply_rewrite_list` (mod_rewrite.c): the rules in order, each on what the ones before it left. */
export function rewriteAddress(
  start: string,
  rules: readonly RewriteRule[],
  around: RewriteSurroundings,
): Rewritten {
  const state: Mutable = notRewritten(start);
  let rounds = 0;
  for (let at = 0; at < rules.length; at++) {
    const rule = rules[at];
    if (rule === undefined || (around.isSubrequest && isForRequests(rule))) continue;
    const found = meets(rule, state, around);
    const open = found?.isSure === false ? { line: rule.line, address: state.address } : null;
    const supposed = open && around.isMet(open);
    if (open !== null && supposed === null) state.unsure = [...state.unsure, open];
    const met = found?.isSure === true || supposed === true ? found : null;
    if (met === null) {
      while (rules[at]?.flags.has('C')) at++;
      continue;
    }
    applyRule(rule, met, state, around);
    if (state.status !== null || state.isUnknown || state.isProxied) break;
    if (state.passesThrough || rule.flags.has('L')) break;
    if (rule.flags.has('N')) {
      const last = lastRound(rule, around);
      if (++rounds === last) state.status = 500;
      else if (rounds === MOST_ROUNDS) state.isUnknown = true;
      if (state.status !== null || state.isUnknown) {
        state.by = rule.line;
        break;
      }
      at = -1;
    }
    at += Number(rule.flags.get('S')?.[0] ?? 0);
  }
  return isBadQuery(state, around) ? { ...state, status: 403 } : state;
}

/** Subrequests, those of index files among them, meet no rule with [NS], and none that redirects. */
function isForRequests({ flags }: RewriteRule): boolean {
  return flags.has('NS') || flags.has('R');
}

/** A blank in the query that rules leave, since 2.4.56 (AH10410); that of a redirect is escaped. */
function isBadQuery({ query, status, by }: Rewritten, { isSince }: RewriteSurroundings): boolean {
  const isRedirect = status !== null && status >= 300 && status < 400;
  return isSince(56) && by !== null && query !== null && !isRedirect && CONTROLS.test(query);
}

/** What the rules before left. */
type SoFar = Pick<Rewritten, 'address' | 'env' | 'query'>;

/** What a rule puts in for `$1` and `%1`; null: not known. */
interface Met {
  readonly rule: Groups | null;
  readonly condition: Groups | null;
}

/** Null: the rule is not met. */
function meets(
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

function applyRule(
  { target, flags, line }: RewriteRule,
  met: Met,
  state: Mutable,
  around: RewriteSurroundings,
) {
  const before: SoFar = { ...state };
  const env = (text: string) => envChange(expand(text, met, before, around) ?? text);
  state.env = [...state.env, ...(flags.get('E') ?? []).map(env)];
  if (target !== '-') {
    const escaped = (groups: Groups | null) =>
      groups && groups.map((group) => group && escapeReference(group, flags));
    const put = { rule: escaped(met.rule), condition: escaped(met.condition) };
    const made = expand(target, put, before, around);
    if (made === null) {
      Object.assign(state, { by: line, status: redirectStatus(flags) });
      state.isUnknown = state.status === null;
      return;
    }
    if (around.isSince(60) && isUnsafe(target, flags, (text) => expand(text, put, before, around))) {
      Object.assign(state, { status: 403, by: line });
      return;
    }
    const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(made) ?? [];
    state.query = nextQuery(query, flags, before.query ?? around.variable('QUERY_STRING') ?? '');
    const led = complete(path, flags, around);
    const next = flags.has('P') ? led : (around.pathOfOwn(led) ?? led);
    if (next.length > LONGEST) {
      Object.assign(state, { by: line, isUnknown: true });
      return;
    }
    state.address = next;
    state.by = line;
  }
  const last = (flag: string): string | null => {
    const text = flags.get(flag)?.at(-1) ?? '';
    return text === '' ? null : (expand(text, met, before, around)?.toLowerCase() ?? null);
  };
  state.handler = last('H') ?? state.handler;
  state.type = last('T') ?? state.type;
  const status = answeredStatus(flags, target === '-' ? '-' : state.address);
  if (status !== null) Object.assign(state, { status, by: line });
  if (flags.has('END')) state.isFinal = true;
  if (flags.has('P')) state.isProxied = true;
  if (flags.has('PT')) state.passesThrough = true;
}

/** Whether a question mark that is not written in the rule would begin the query (AH10508): 403 since 2.4.60. */
function isUnsafe(
  target: string,
  flags: RewriteRule['flags'],
  fill: (text: string) => string | null,
): boolean {
  if (flags.has('UNSAFEALLOW3F') || flags.has('QSL') || flags.has('QSLAST')) return false;
  return fill(target.replace(/\?.*$/s, ''))?.includes('?') === true;
}

/** The query behind a rule (`splitout_queryargs`, mod_rewrite.c). @param made by the rule; undefined: it says none */
function nextQuery(made: string | undefined, flags: RewriteRule['flags'], before: string): string {
  const has = (...names: readonly string[]) => names.some((name) => flags.has(name));
  const old = has('QSD', 'QSDISCARD') ? '' : before;
  if (made === undefined) return old;
  if (!has('QSA', 'QSAPPEND')) return made.replace(/&$/, '');
  return made === '' ? old : `${made}&${old}`.replace(/&$/, '');
}

/** What a back-reference puts into the target with [B] (`escape_backref`, mod_rewrite.c): a blank is a plus. */
function escapeReference(text: string, flags: RewriteRule['flags']): string {
  const hasControls = flags.has('BCTLS');
  if (!hasControls && !flags.has('B')) return text;
  const chosen = flags.get('B')?.findLast((chars) => chars !== '') ?? '';
  const kept = flags.get('BNE')?.at(-1) ?? '';
  const isEscaped = (char: string): boolean => {
    if (kept.includes(char)) return false;
    return chosen.includes(char) || (hasControls ? CONTROLS.test(char) : chosen === '');
  };
  return text.replace(/\W/g, (char) => {
    if (!isEscaped(char)) return char;
    return char === ' ' && !flags.has('BNP') ? '+' : `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** What [BCTLS] escapes: blanks, too. */
const CONTROLS = /[\0- \x7f]/;

/** What [PT] puts before a URL, or the URL of a redirect, makes no path of it (`hook_uri2file`, `hook_fixup` of mod_rewrite.c): 400. */
function answeredStatus(flags: RewriteRule['flags'], made: string): number | null {
  const status = ruleStatus(flags, made);
  const isRedirect = status === null ? isUrl(made) : status >= 300 && status < 400;
  return flags.has('PT') && isRedirect ? BAD_REQUEST : status;
}

/** What is answered to what is no path (`hook_uri2file`, mod_rewrite.c). */
export const BAD_REQUEST = 400;

/** What a rule answers wherever it leads; null: that depends on where. */
function redirectStatus(flags: RewriteRule['flags']): number | null {
  return flags.has('PT') || !['R', 'F', 'G'].some((name) => flags.has(name)) ? null : ruleStatus(flags, '/');
}

/** Rounds of [N] that are gone through here. */
const MOST_ROUNDS = 100;

/** The round of [N] after which 2.4 answers 500 (`apply_rewrite_list`); 2.2 goes on for ever. */
function lastRound({ flags }: RewriteRule, { version }: RewriteSurroundings): number {
  const limit = Number.parseInt(flags.get('N')?.[0] ?? '', 10);
  return version === '2.2' ? Infinity : limit > 0 ? limit : 32_000;
}

/** Rules that double an address would never end; no server takes a longer one. */
const LONGEST = 65_536;

/** What is relative is below the folder of the rule; to rules of a server it is an address without its slash, which 2.4 adds since 2.4.60. */
function complete(
  made: string,
  flags: RewriteRule['flags'],
  { folder, isSince }: Pick<RewriteSurroundings, 'folder' | 'isSince'>,
): string {
  if (made.startsWith('/') || isUrl(made)) return made;
  if (folder !== null) return folder + made;
  return !isSince(60) || flags.has('P') || flags.has('R') ? made : `/${made}`;
}

function envChange(text: string): readonly [string, string | null] {
  if (text.startsWith('!')) return [text.slice(1), null];
  const [, name = text, value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  return [name, value];
}

function expand(text: string, met: Met, so: SoFar, around: RewriteSurroundings): string | null {
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
