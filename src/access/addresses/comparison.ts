import type { Version } from '../sections/worlds.ts';

/** A pattern of RewriteCond that compares with a text. */
export interface Comparison {
  readonly operator: '=' | '<' | '>';
  readonly text: string;
  /** Met where the comparison does not hold: `<=` is not greater, `>=` not less. */
  readonly isNegated: boolean;
}

/**
 * What a pattern without its `!` compares with; null for another kind of pattern. `<=` and `>=` came with 2.4, and to 2.2 the second sign is
 * the start of the text (cmd_rewritecond, mod_rewrite.c).
 */
export function readComparison(pattern: string, version: Version): Comparison | null {
  const [, operator, orEqual = '', rest = ''] = /^([=<>])(=?)(.*)$/s.exec(pattern) ?? [];
  switch (operator) {
    case '=': {
      const text = orEqual + rest;
      return { operator, text: text === '""' ? '' : text, isNegated: false };
    }
    case '<':
    case '>': {
      if (version === '2.2' || orEqual === '') return { operator, text: orEqual + rest, isNegated: false };
      return { operator: operator === '<' ? '>' : '<', text: rest, isNegated: true };
    }
    default:
      return null;
  }
}

/**
 * A longer text is greater, whatever is in it (compare_lexicography, mod_rewrite.c). [NC] has no effect on less and greater in 2.2, and to 2.4
 * says that only the order of the letters counts.
 */
export function holds(
  { operator, text, isNegated }: Comparison,
  value: string,
  { ignoresCase, version }: { readonly ignoresCase: boolean; readonly version: Version },
): boolean {
  const read = (each: string): string => (ignoresCase ? each.toLowerCase() : each);
  if (operator === '=') return read(value) === read(text);
  const [less, greater] = operator === '<' ? [value, text] : [text, value];
  if (ignoresCase && version === '2.4') return read(less) < read(greater) !== isNegated;
  const isMet = less.length === greater.length ? less < greater : less.length < greater.length;
  return isMet !== isNegated;
}
