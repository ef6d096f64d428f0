import type { Scope } from '../../model/index.ts';
import type { MethodSet } from '../policy/index.ts';
import { methodSet } from '../policy/index.ts';

/**
 * The methods that a `<Limit>` or `<LimitExcept>` by itself is about. An empty word beside them is none: both servers answer 400 to a
 * request without a method.
 */
export function methodsOfLimit({ kind, args }: Scope): MethodSet {
  const named = args.filter((method) => method !== '');
  return methodSet(kind === 'limit' ? 'only' : 'except', named.length === 0 ? args : named);
}
