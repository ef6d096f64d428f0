import { type AllowWord, classifyAllowWord } from './address.ts';
import type { Formula } from './bdd.ts';
import { matchWords } from './client-words.ts';
import type { HostLine, HostRecord, MethodSlot, Order } from './host-record.ts';
import { hasMethod } from './method-set.ts';
import type { RequestAtoms } from './request-atoms.ts';

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
