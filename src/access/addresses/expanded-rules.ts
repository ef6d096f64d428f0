// RewriteRule lines taken apart as mod_rewrite does it (cmd_rewriterule, do_expand), for what late 2.4 refuses to expand.
import { conditionedRules, occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { flatMap, rememberSome, rememberWeakly } from '../../text/index.ts';

/** Something in the output of a rule that is put in at the request. */
export interface Expansion {
  readonly type: 'back-reference' | 'condition-reference' | 'variable' | 'map';
  /** The digit of a reference, the name of a variable, what is in the braces of a map. */
  readonly name: string;
  readonly index: number;
  /** Behind the first `?` that the output itself has. */
  readonly isInQuery: boolean;
}

export interface ExpandedRule {
  readonly line: Occurrence;
  readonly pattern: string;
  readonly output: string;
  /** As written: `L`, `R=301`, `E=a:b`. */
  readonly flags: readonly string[];
  /** Lower case, without values. */
  readonly flagNames: readonly string[];
  /** The RewriteCond lines right before it. */
  readonly conditions: readonly Occurrence[];
  readonly expansions: readonly Expansion[];
}

/** Every rule that both servers read and that makes an address: not those with `-`, [F] or [G]. */
export const expandedRules = rememberWeakly((model: ServerModel): readonly ExpandedRule[] =>
  flatMap(conditionedRules(model), ({ line, conditions }) => readRule(line, conditions) ?? NONE),
);

const NONE: readonly ExpandedRule[] = [];

function readRule(line: Occurrence, conditions: readonly Occurrence[]): ExpandedRule | null {
  const { args } = line;
  const pattern = args[0];
  const output = args[1];
  if (pattern === undefined || output === undefined) return null;
  if (output === '-' || line.on22 === 'no' || line.on24 === 'no') return null;
  const list = readFlags(args[2] ?? '[]');
  if (list === null) return null;
  const { flags, flagNames } = list;
  return { line, pattern, output, flags, flagNames, conditions, expansions: expansionsOf(output) };
}

/** Null where they make no address. Many rules have few lists of flags. */
const readFlags = rememberSome(1000, (flagList): Pick<ExpandedRule, 'flags' | 'flagNames'> | null => {
  const list = /^\[(.*)\]$/s.exec(flagList)?.[1];
  if (list === undefined) return null;
  const flags = list.split(',').map((flag) => flag.trim());
  const flagNames = flags.map((flag) => flag.replace(/=.*/s, '').toLowerCase());
  return hasFlag({ flagNames }, 'F', 'forbidden', 'G', 'gone') ? null : { flags, flagNames };
});

/** Whether a rule has one of the flags, in any case, with or without a value. */
export function hasFlag(
  { flagNames }: Pick<ExpandedRule, 'flagNames'>,
  ...names: readonly string[]
): boolean {
  return names.some((name) => flagNames.includes(name.toLowerCase()));
}

/** Whether the client is sent elsewhere: what is put in is escaped then, unless [NE] is there. */
export function isRedirect(rule: ExpandedRule): boolean {
  if (hasFlag(rule, 'P', 'proxy')) return false;
  return hasFlag(rule, 'R', 'redirect') || /^[a-z][a-z+.-]*:\/\//i.test(rule.output);
}

/** Rules of directories never make paths from their beginning; a proxied, redirected or passed-on result is none. */
export function makesPath(rule: ExpandedRule): boolean {
  const { kind } = rule.line.scope;
  if (kind !== 'server' && kind !== 'virtualhost') return false;
  return !isRedirect(rule) && !hasFlag(rule, 'P', 'proxy', 'PT', 'passthrough');
}

/** The first line of a rule: its conditions stand right before it. */
export function startOfRule({ conditions: [first], line }: ExpandedRule): Occurrence['node'] {
  return first?.file === line.file && first.scope === line.scope ? first.node : line.node;
}

function expansionsOf(output: string): Expansion[] {
  const found: Expansion[] = [];
  let isInQuery = false;
  for (let index = 0; index < output.length; index++) {
    const char = output[index]!;
    const next = output[index + 1] ?? '';
    if (char === '?') isInQuery = true;
    if (char === '\\') index++;
    if (char !== '$' && char !== '%') continue;
    if (next >= '0' && next <= '9') {
      const type = char === '$' ? 'back-reference' : 'condition-reference';
      found.push({ type, name: next, index, isInQuery });
      index++;
    } else if (next === '{') {
      const end = closingBrace(output, index + 1);
      const name = output.slice(index + 2, end);
      const type = char === '$' ? 'map' : 'variable';
      const isText = type === 'map' && !hasKey(name);
      if (!isText) found.push({ type, name, index, isInQuery });
      index = isText ? index + 1 : end;
    }
  }
  return found;
}

/** Without a colon of its own `${` is text to both versions, and what follows is read on (do_expand). */
function hasKey(lookUp: string): boolean {
  let depth = 0;
  for (const char of lookUp) {
    if (char === '{') depth++;
    if (char === '}') depth--;
    if (char === ':' && depth === 0) return true;
  }
  return false;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth++;
    if (text[index] === '}' && --depth === 0) return index;
  }
  return text.length;
}

/** What stands between the parentheses of group n; null if there is none. */
export function groupSource(pattern: string, n: number): string | null {
  const open: number[] = [];
  let count = 0;
  for (const { 0: token, index } of pattern.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?|\)/gs)) {
    if (token === '(?') open.push(0);
    else if (token === '(') open.push(++count === n ? index + 1 : 0);
    else if (token === ')') {
      const start = open.pop();
      if (start !== undefined && start > 0) return pattern.slice(start, index);
    }
  }
  return null;
}

/** What the RewriteMap lines of a map name: `txt:/etc/hosts.map`, `int:tolower`; none where there is no such line. */
export function mapSources(model: ServerModel): (map: string) => readonly string[] {
  const lines = occurrencesOf(model, 'rewritemap');
  return (map) => lines.flatMap(({ args: [name, source = ''] }) => (name === map ? [source] : []));
}
