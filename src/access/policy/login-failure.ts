import { branchOutcome, constantOutcome, type Outcome } from './outcome.ts';
import type { RequestAtoms } from './request-atoms.ts';

/**
 * `nameless`: there is no AuthName, and the server answers 500 wherever it asks for credentials (mod_auth_basic.c,
 * mod_auth_digest.c). `no-users`: there is no AuthUserFile, or none where it says, and the server answers 500 to any
 * that are sent (mod_authn_file.c).
 */
export type LoginFailure = 'nameless' | 'no-users';

/** The text of the test by which requests with credentials, good or bad, are told from others. */
export const SENDS_CREDENTIALS = 'credentials are sent';

/** What everybody gets who is asked for credentials. */
export function failedLogin(atoms: RequestAtoms, failure: LoginFailure): Outcome {
  const failed = constantOutcome(atoms, 'serverError');
  if (failure === 'nameless') return failed;
  return branchOutcome(
    atoms,
    atoms.opaque(SENDS_CREDENTIALS),
    failed,
    constantOutcome(atoms, 'unauthorized'),
  );
}
