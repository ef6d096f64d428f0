import { type AllowWord, classifyAllowWord, type Net } from './address.ts';
import type { Formula } from './bdd.ts';
import type { HostLine, HostRecord, MethodSlot, Order } from './host-record.ts';
import { hasMethod } from './method-set.ts';
import type { PutIn } from './put-in-word.ts';
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
  const nets: Net[] = [];
  const others: Formula[] = [];
  const add = (text: string): void => {
    const word = classifyAllowWord(text);
    if (word.kind === 'net') nets.push(word.net);
    else others.push(matchWord(atoms, word));
  };
  lines.forEach(({ words, methods }) => {
    if (hasMethod(methods, method)) words.forEach(add);
  });
  return atoms.bdd.or(atoms.address(nets), atoms.bdd.any(others));
}

/** But for addresses, which are matched together. */
function matchWord(atoms: RequestAtoms, word: AllowWord): Formula {
  const { bdd } = atoms;
  switch (word.kind) {
    case 'all':
      return bdd.yes;
    case 'env':
      return atoms.env(word.name);
    case 'env-not':
      return bdd.not(atoms.env(word.name));
    case 'host':
      return atoms.host(word.name);
    case 'put in':
      return putInFormula(atoms, word.putIn);
    default:
      return bdd.no;
  }
}

/** Whatever will be put in, both servers match the same clients by it. */
export function putInFormula(atoms: RequestAtoms, { provider, text }: PutIn): Formula {
  return atoms.opaque(`${PUT_IN_TEST[provider]} ${text}`);
}

const PUT_IN_TEST = {
  ip: "the client's address is in",
  host: "the client's name is in",
  env: 'the variable is set that is called',
  open: 'the request is met by',
} as const;
