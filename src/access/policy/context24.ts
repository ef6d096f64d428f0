import type { LoginFailure } from './login-failure.ts';

/** What of the 2.4 server's modules decides about access. */
export interface Context24 {
  /** mod_access_compat is loaded: Order, Allow, Deny and Satisfy are obeyed. */
  readonly accessCompat: boolean;
  /** Lower case AuthTypes that a loaded module serves. */
  readonly authTypes: ReadonlySet<string>;
  /** What else goes wrong where credentials are asked for. */
  readonly login?: LoginFailure | null;
}
