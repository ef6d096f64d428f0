import type { Scope } from './types.ts';

/** Whether it is a `<Limit>` or `<LimitExcept>` section: what stands in it stands in the section around it, too. */
export function isLimit({ kind }: Pick<Scope, 'kind'>): boolean {
  return kind === 'limit' || kind === 'limitexcept';
}

/** The scope that the lines of a Limit are for, or of one within one: that around them all. Any other scope itself. */
export function outOfLimits(scope: Scope): Scope {
  let around = scope;
  while (isLimit(around) && around.parent !== null) around = around.parent;
  return around;
}
