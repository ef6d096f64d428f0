import type { Outcome } from './outcome.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { State24 } from './state24.ts';

/** What of the 2.4 server's modules decides about access. */
export interface Context24 {
  /** mod_access_compat is loaded: Order, Allow, Deny and Satisfy are obeyed. */
  readonly accessCompat: boolean;
  /** Lower case AuthTypes that a loaded module serves. */
  readonly authTypes: ReadonlySet<string>;
}

/** What 2.4 answers to requests of one method (`OTHER_METHODS` for those that nothing names). */
export function decide24(
  _atoms: RequestAtoms,
  _state: State24,
  _method: string,
  _context: Context24,
): Outcome {
  throw new Error('in work');
}
