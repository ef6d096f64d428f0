import { authorize22 } from './authorize22.ts';
import type { AuthState } from './auth-state.ts';
import { hasMethod } from './method-set.ts';
import type { Answer, Outcome } from './outcome.ts';
import { branchOutcome, constantOutcome, failedLogin } from './outcome.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { RequireEntry, State22, Context22 } from './state22.ts';
import { userTestFormula } from './user-tests.ts';
import type { AllowWord } from './address.ts';
import { classifyAllowWord } from './address.ts';
import type { Formula } from './bdd.ts';
import { matchWords } from './client-words.ts';
import type { HostLine, HostRecord, MethodSlot, Order } from './host-record.ts';

/**
 * What 2.2 answers to requests of one method (`OTHER_METHODS` for those that nothing names):
 * `ap_process_request_internal`, server/request.c.
 */
export function decide22(atoms: RequestAtoms, state: State22, method: string, context: Context22): Outcome {
  const host = state.host === null ? atoms.bdd.yes : decideHost(atoms, state.host, method);
  const requires = requiresFor(state, method);
  const pass = constantOutcome(atoms, 'pass');
  const forbidden = constantOutcome(atoms, 'forbidden');
  if (requires.length === 0) return branchOutcome(atoms, host, pass, forbidden);
  const users = authenticate(atoms, requires, state.auth, context);
  return isSatisfyAny(state, method)
    ? branchOutcome(atoms, host, pass, users)
    : branchOutcome(atoms, host, users, forbidden);
}

/** The Require lines that a method meets. */
export function requiresFor(state: State22, method: string): RequireEntry[] {
  return (state.requires ?? []).filter((entry) => hasMethod(entry.methods, method));
}

export function isSatisfyAny(state: State22, method: string): boolean {
  return lastFor(state.satisfy, method) === 'any';
}

function authenticate(
  atoms: RequestAtoms,
  requires: readonly RequireEntry[],
  auth: AuthState,
  context: Context22,
): Outcome {
  const failure = authenticationFailure(auth, context);
  if (failure !== null) return constantOutcome(atoms, failure);
  if (context.login) return failedLogin(atoms, context.login);
  const { tests, otherwise } = authorize22(requires, auth, context);
  const met = tests.map(({ provider, args }) => userTestFormula(atoms, provider, args, auth));
  const authorized = branchOutcome(
    atoms,
    atoms.bdd.any(met),
    constantOutcome(atoms, 'pass'),
    constantOutcome(atoms, otherwise),
  );
  return branchOutcome(atoms, atoms.validUser, authorized, constantOutcome(atoms, 'unauthorized'));
}

/** What everybody gets where no module checks credentials: mod_authn_default answers 401 to an AuthType it finds. */
function authenticationFailure(auth: AuthState, context: Context22): Answer | null {
  if (auth.type === null) return 'serverError';
  if (context.authTypes.has(auth.type.toLowerCase())) return null;
  const refuses = context.authnDefault && (auth.authnDefault?.authoritative ?? true);
  return refuses ? 'unauthorized' : 'serverError';
}

/**
 * Who the Order, Allow and Deny lines let through: `check_dir_access` (mod_authz_host of 2.2, mod_access_compat). A word that only
 * 2.4 refuses is met by nobody in 2.2.
 */
export function decideHost(atoms: RequestAtoms, record: HostRecord, method: string): Formula {
  const { bdd } = atoms;
  const allowed = matchLines(atoms, record.allow, method);
  const denied = matchLines(atoms, record.deny, method);
  return orderFor(record, method) === 'deny,allow'
    ? bdd.or(allowed, bdd.not(denied))
    : bdd.and(allowed, bdd.not(denied));
}

export function orderFor(record: HostRecord, method: string): Order {
  return lastFor(record.orders, method) ?? 'deny,allow';
}

/** The value that counts for a method: the last one set. */
export function lastFor<Value>(slots: readonly MethodSlot<Value>[], method: string): Value | undefined {
  return slots.findLast((slot) => hasMethod(slot.methods, method))?.value;
}

function matchLines(atoms: RequestAtoms, lines: readonly HostLine[], method: string): Formula {
  const found: AllowWord[] = [];
  lines.forEach(({ words, methods }) => {
    if (hasMethod(methods, method)) words.forEach((word) => void found.push(classifyAllowWord(word)));
  });
  return matchWords(atoms, found);
}
