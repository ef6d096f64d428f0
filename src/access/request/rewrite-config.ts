import type { Occurrence } from '../../model/index.ts';

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
  readonly isOn: boolean;
  readonly inherits: boolean;
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

/** @param lines the rewriting directives, in reading order */
export function readRewriteConfig(lines: readonly Occurrence[]): RewriteConfig {
  const config = { isOn: false, inherits: false, base: null as string | null, rules: [] as RewriteRule[] };
  let conditions: RewriteCondition[] = [];
  for (const line of lines) {
    const [first = ''] = line.args;
    switch (line.name) {
      case 'rewriteengine':
        config.isOn = first.toLowerCase() === 'on';
        break;
      case 'rewriteoptions':
        config.inherits = line.args.some((arg) => /^inherit/i.test(arg));
        break;
      case 'rewritebase':
        config.base = first;
        break;
      case 'rewritecond':
        conditions.push(readCondition(line.args));
        break;
      default:
        config.rules.push(readRule(line, conditions));
        conditions = [];
    }
  }
  return config;
}

function readCondition([test = '', pattern = '', flags = '']: readonly string[]): RewriteCondition {
  const names = [...readFlags(flags).keys()];
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
    flags: readFlags(flags),
    conditions,
  };
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  FORBIDDEN: 'F',
  GONE: 'G',
  REDIRECT: 'R',
  LAST: 'L',
  END: 'L',
  PROXY: 'P',
  PASSTHROUGH: 'PT',
  ENV: 'E',
  NOCASE: 'NC',
  CHAIN: 'C',
  SKIP: 'S',
  NOSUBREQ: 'NS',
};

function readFlags(text: string): Map<string, readonly string[]> {
  const flags = new Map<string, readonly string[]>();
  const inner = /^\[(.*)\]$/.exec(text)?.[1] ?? '';
  for (const part of inner.split(',')) {
    const [, written = '', value = ''] = /^\s*(\w*)\s*(?:=(.*))?$/s.exec(part) ?? [];
    const name = LONG_NAMES[written.toUpperCase()] ?? written.toUpperCase();
    if (name !== '') flags.set(name, [...(flags.get(name) ?? []), value.trim()]);
  }
  return flags;
}
