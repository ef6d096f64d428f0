import type { Occurrence } from '../../model/index.ts';
import { readRewriteFlags } from '../../model/index.ts';

/** One RewriteRule with the RewriteCond lines before it. */
export interface RewriteRule {
  readonly line: Occurrence;
  readonly pattern: string;
  readonly isNegated: boolean;
  readonly target: string;
  /** Upper case long or short names to values: `F`, `L`, `E` (several: the values in order). */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly conditions: readonly RewriteCondition[];
}

export interface RewriteCondition {
  readonly test: string;
  readonly pattern: string;
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
  /** Joined with the next one by OR. */
  readonly isOr: boolean;
}

/** What the rewriting directives of one server, or of one section, say. */
export interface RewriteConfig {
  /** Null: not said. */
  readonly isOn: boolean | null;
  /** The words of RewriteOptions, in lower case; null: none are said. */
  readonly options: readonly string[] | null;
  /** RewriteBase; null if there is none. */
  readonly base: string | null;
  readonly rules: readonly RewriteRule[];
}

export const REWRITE_DIRECTIVES = [
  'rewriteengine',
  'rewriteoptions',
  'rewritebase',
  'rewritecond',
  'rewriterule',
] as const;

type Mutable = { -readonly [Key in keyof RewriteConfig]: RewriteConfig[Key] };

/** @param lines the rewriting directives, in reading order */
export function readRewriteConfig(lines: readonly Occurrence[]): RewriteConfig {
  const config: Mutable = { isOn: null, options: null, base: null, rules: [] };
  let conditions: RewriteCondition[] = [];
  for (const line of lines) {
    const [first = ''] = line.args;
    switch (line.name) {
      case 'rewriteengine':
        config.isOn = first.toLowerCase() === 'on';
        break;
      case 'rewriteoptions':
        config.options = line.args.map((arg) => arg.toLowerCase());
        break;
      case 'rewritebase':
        config.base = first;
        break;
      case 'rewritecond':
        conditions.push(readCondition(line.args));
        break;
      default:
        config.rules = [...config.rules, readRule(line, conditions)];
        conditions = [];
    }
  }
  return config;
}

/** A host's after the main server's, an inner folder's after the outer one's (config_server_merge, config_perdir_merge). */
export function mergeRewriteConfigs(outer: RewriteConfig, inner: RewriteConfig): RewriteConfig {
  const options = inner.options ?? outer.options;
  const says = (word: string) => options?.includes(word) === true;
  const hands = (word: string) => outer.options?.includes(word) === true && !says('ignoreinherit');
  return {
    isOn: inner.isOn ?? outer.isOn,
    options,
    base: inner.base ?? (says('mergebase') ? outer.base : null),
    rules: mergeRules(outer.rules, inner.rules, {
      inner: says('inherit') || hands('inheritdown'),
      outer: says('inheritbefore') || hands('inheritdownbefore'),
    }),
  };
}

/** @param first whose rules come first, if both count */
function mergeRules(
  outer: readonly RewriteRule[],
  inner: readonly RewriteRule[],
  first: { readonly inner: boolean; readonly outer: boolean },
): readonly RewriteRule[] {
  if (first.inner) return [...inner, ...outer];
  return first.outer ? [...outer, ...inner] : inner;
}

function readCondition([test = '', pattern = '', flags = '']: readonly string[]): RewriteCondition {
  const names = [...readRewriteFlags(flags).keys()];
  const isNegated = pattern.startsWith('!');
  return {
    test,
    pattern: isNegated ? pattern.slice(1) : pattern,
    isNegated,
    ignoresCase: names.includes('NC') || names.includes('NOCASE'),
    isOr: names.includes('OR') || names.includes('ORNEXT'),
  };
}

function readRule(line: Occurrence, conditions: readonly RewriteCondition[]): RewriteRule {
  const [pattern = '', target = '-', flags = ''] = line.args;
  const isNegated = pattern.startsWith('!');
  return {
    line,
    pattern: isNegated ? pattern.slice(1) : pattern,
    isNegated,
    target,
    flags: readRewriteFlags(flags),
    conditions,
  };
}
