import type { Outcome } from './outcome.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { State22 } from './state22.ts';

export type AuthzModule = 'user' | 'groupfile' | 'dbm' | 'owner' | 'ldap';

/** What of the 2.2 server's modules decides about access. */
export interface Context22 {
  /** In the order their auth_checker hooks run (`authzHookOrder`). */
  readonly authzModules: readonly AuthzModule[];
  /** mod_authz_default is loaded. */
  readonly authzDefault: boolean;
  /** mod_authn_default is loaded. */
  readonly authnDefault: boolean;
  /** Lower case AuthTypes that a loaded module serves. */
  readonly authTypes: ReadonlySet<string>;
}

/** The order in which the hooks run, from the order of the LoadModule lines. */
export function authzHookOrder(_loaded: readonly AuthzModule[]): AuthzModule[] {
  throw new Error('in work');
}

/** What 2.2 answers to requests of one method (`OTHER_METHODS` for those that nothing names). */
export function decide22(
  _atoms: RequestAtoms,
  _state: State22,
  _method: string,
  _context: Context22,
): Outcome {
  throw new Error('in work');
}
