import type { AuthState } from './auth-state.ts';
import { decideHost, lastFor } from './decide22.ts';
import { evaluateTree, failureOf } from './evaluate-tree.ts';
import type { Outcome, LoginFailure } from './outcome.ts';
import { branchOutcome, constantOutcome, failedLogin } from './outcome.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { RequireLeaf, RequireTree } from './require-tree.ts';
import type { State24 } from './state24.ts';

/**
 * What 2.4 answers to requests of one method (`OTHER_METHODS` for those that nothing names):
 * `ap_process_request_internal`, server/request.c. mod_access_compat's test stands beside the Require tree.
 */
export function decide24(atoms: RequestAtoms, state: State24, method: string, context: Context24): Outcome {
  const compat = context.accessCompat ? state.compat : null;
  const tree = authorize(atoms, state, method, context);
  if (compat === null) return tree;
  const host = decideHost(atoms, compat.host, method);
  return lastFor(compat.satisfy, method) === 'any'
    ? branchOutcome(atoms, host, constantOutcome(atoms, 'pass'), tree)
    : branchOutcome(atoms, host, tree, constantOutcome(atoms, 'forbidden'));
}

/** The access_checker_ex hook, then authentication and the auth_checker hook: `authorize_user_core` twice. */
function authorize(atoms: RequestAtoms, state: State24, method: string, context: Context24): Outcome {
  const authType = effectiveAuthType(state.auth);
  const pass = constantOutcome(atoms, 'pass');
  if (state.tree === null) return authType === null ? pass : constantOutcome(atoms, 'serverError');
  const { auth } = state;
  const before = evaluateTree({ atoms, auth, method, user: 'none yet' }, state.tree);
  const denied = constantOutcome(atoms, 'forbidden');
  if (before.needsUser === atoms.bdd.no) return branchOutcome(atoms, before.granted, pass, denied);
  const users = authenticate(atoms, state, state.tree, method, context);
  return branchOutcome(atoms, before.granted, pass, branchOutcome(atoms, before.needsUser, users, denied));
}

/**
 * Without an AuthType nobody sets a user: 500. With one that no module serves, mod_authn_core answers 500
 * (`authenticate_no_user`).
 */
function authenticate(
  atoms: RequestAtoms,
  { auth, forbiddenOnFailure }: State24,
  tree: RequireTree,
  method: string,
  context: Context24,
): Outcome {
  const authType = effectiveAuthType(auth);
  if (authType === null || !context.authTypes.has(authType)) return constantOutcome(atoms, 'serverError');
  if (context.login) return failedLogin(atoms, context.login);
  const unauthorized = constantOutcome(atoms, 'unauthorized');
  const after = evaluateTree({ atoms, auth, method, user: 'checked' }, tree);
  const failure = forbiddenOnFailure
    ? branchOutcome(atoms, after.needsUser, unauthorized, constantOutcome(atoms, 'forbidden'))
    : unauthorized;
  const checked = branchOutcome(atoms, after.granted, constantOutcome(atoms, 'pass'), failure);
  const { fails } = context;
  const failed = fails
    ? failureOf({ atoms, auth, method, user: 'checked' }, tree, (leaf) => fails(leaf, auth))
    : atoms.bdd.no;
  const asked = branchOutcome(atoms, failed, constantOutcome(atoms, 'serverError'), checked);
  return branchOutcome(atoms, atoms.validUser, asked, unauthorized);
}

/** Lower case; `AuthType None` is as none (`authn_ap_auth_type`, mod_authn_core.c). */
function effectiveAuthType({ type }: AuthState): string | null {
  const lower = type?.toLowerCase() ?? null;
  return lower === 'none' ? null : lower;
}

/** What of the 2.4 server's modules decides about access. */
export interface Context24 {
  /** mod_access_compat is loaded: Order, Allow, Deny and Satisfy are obeyed. */
  readonly accessCompat: boolean;
  /** Lower case AuthTypes that a loaded module serves. */
  readonly authTypes: ReadonlySet<string>;
  /** What else goes wrong where credentials are asked for. */
  readonly login?: LoginFailure | null;
  /** Whether the server can't find out if a user meets a line, and answers 500 to whom it asks that. */
  readonly fails?: (leaf: RequireLeaf, auth: AuthState) => boolean;
}
