import type { Scope } from './types.ts';

/** Whether it is a `<Limit>` or `<LimitExcept>` section: what stands in it stands in the section around it, too. */
export function isLimit({ kind }: Pick<Scope, 'kind'>): boolean {
  return kind === 'limit' || kind === 'limitexcept';
}
