import type { Scope } from '../../model/index.ts';
import type { MethodSet } from '../policy/index.ts';
import { methodSet } from '../policy/index.ts';

/** The methods that a `<Limit>` or `<LimitExcept>` by itself is about. */
export function methodsOfLimit({ kind, args }: Scope): MethodSet {
  return methodSet(kind === 'limit' ? 'only' : 'except', args);
}
