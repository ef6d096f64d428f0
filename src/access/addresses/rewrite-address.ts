import type { Occurrence } from '../../model/index.ts';
import { isUrl, ruleStatus } from '../../model/index.ts';
import { isRedirectStatus } from '../commands/statuses.ts';
import { expand, meetsRule } from './meets-rule.ts';
import type { Groups, Met, OpenRule, RewriteSurroundings, SoFar } from './meets-rule.ts';
import type { RewriteRule } from './rewrite-config.ts';

/** What rewriting made of an address. */
export interface Rewritten extends SoFar {
  /** The rule that changed it last, or ended it. */
  readonly by: Occurrence | null;
  /** [F], [G] and [R] answer at once; null: nothing is answered yet. */
  readonly status: number | null;
  readonly isProxied: boolean;
  /** [PT]: the result is an address again. */
  readonly passesThrough: boolean;
  /** [END]: no rule counts any more, nor for what the request is led to. */
  readonly isFinal: boolean;
  /** Of [H], in lower case: what serves the file, whatever else is said of it. */
  readonly handler: string | null;
  /** Of [T], in lower case: the type of the file, whatever else is said of it. */
  readonly type: string | null;
  /** Rules that depend on what is not known; they were taken as not met, unless `isMet` says so. */
  readonly unsure: readonly OpenRule[];
  /** Where the rule `by` leads depends on what is not known. */
  readonly isUnknown: boolean;
}

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
    const found = meetsRule(rule, state, around);
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
  const isRedirect = status !== null && isRedirectStatus(status);
  return isSince(56) && by !== null && query !== null && !isRedirect && CONTROLS.test(query);
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
  const isRedirect = status === null ? isUrl(made) : isRedirectStatus(status);
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
