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
  const rules: RewriteRule[] = [];
  const config: Mutable = { isOn: null, options: null, base: null, rules };
  let conditions: RewriteCondition[] = [];
  for (const line of lines) {
    const [first = ''] = line.args;
    switch (line.name) {
      case 'rewriteengine':
        config.isOn = first.toLowerCase() === 'on';
        break;
      case 'rewriteoptions':
        // Each line adds to those before it (cmd_rewriteoptions, mod_rewrite.c).
        config.options = [...(config.options ?? []), ...line.args.map((arg) => arg.toLowerCase())];
        break;
      case 'rewritebase':
        config.base = first;
        break;
      case 'rewritecond':
        conditions.push(readCondition(line.args));
        break;
      default:
        rules.push(readRule(line, conditions));
        conditions = [];
    }
  }
  return config;
}

/** A host's after the main server's, an inner folder's after the outer one's (config_server_merge, config_perdir_merge). */
export function mergeRewriteConfigs(outer: RewriteConfig, inner: RewriteConfig): RewriteConfig {
  const options = inner.options ?? outer.options;
  return {
    isOn: inner.isOn ?? outer.isOn,
    options,
    base: inner.base ?? (options?.includes('mergebase') === true ? outer.base : null),
    rules: mergeRules(outer.rules, inner.rules, { outer: outer.options, inner: inner.options }),
  };
}

/** The words of RewriteOptions, in lower case, outside and inside; null where none are said. */
interface BothOptions {
  readonly outer: readonly string[] | null;
  readonly inner: readonly string[] | null;
}

/** Which rules count inside, in their order. */
export function mergeRules<Rule>(
  outer: readonly Rule[],
  inner: readonly Rule[],
  options: BothOptions,
): readonly Rule[] {
  const own = options.inner ?? options.outer ?? [];
  const hands = (word: string) => options.outer?.includes(word) === true && !own.includes('ignoreinherit');
  if (own.includes('inherit') || hands('inheritdown')) return [...inner, ...outer];
  return own.includes('inheritbefore') || hands('inheritdownbefore') ? [...outer, ...inner] : inner;
}

function readCondition([test = '', pattern = '', flags = '']: readonly string[]): RewriteCondition {
  const names = readRewriteFlags(flags);
  const isNegated = pattern.startsWith('!');
  return {
    test,
    pattern: isNegated ? pattern.slice(1) : pattern,
    isNegated,
    ignoresCase: names.has('NC') || names.has('NOCASE'),
    isOr: names.has('OR') || names.has('ORNEXT'),
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
