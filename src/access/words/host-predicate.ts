import type { HostLine, HostRecord, SatisfySlots } from '../policy/index.ts';
import { classifyAllowWord, hasMethod, lastFor } from '../policy/index.ts';
import type { Predicate } from './predicate.ts';
import { all, any, EVERYBODY, NOBODY, not, test } from './predicate.ts';

/** What Order, Allow and Deny lines say for a method (`check_dir_access`, mod_authz_host.c of 2.2). */
export function hostPredicate(record: HostRecord | null, method: string): Predicate {
  if (record === null) return EVERYBODY;
  const allowed = linesPredicate(record.allow, method);
  const denied = linesPredicate(record.deny, method);
  const order = lastFor(record.orders, method) ?? 'deny,allow';
  if (order !== 'deny,allow') return all([allowed, not(denied)]);
  return denied.type === 'nobody' ? EVERYBODY : any([allowed, not(denied)]);
}

export function isEitherEnough(slots: SatisfySlots, method: string): boolean {
  return lastFor(slots, method) === 'any';
}

function linesPredicate(lines: readonly HostLine[], method: string): Predicate {
  const words = lines.filter(({ methods }) => hasMethod(methods, method)).flatMap((line) => line.words);
  const addresses = words.filter((word) => classifyAllowWord(word).kind === 'net');
  const others = words.map(wordPredicate);
  return any([...(addresses.length === 0 ? [] : [fromAddresses(addresses)]), ...others]);
}

export function fromAddresses(addresses: readonly string[]): Predicate {
  return test(`clients from ${addresses.join(', ')}`);
}

export function fromHosts(names: readonly string[]): Predicate {
  return test(`clients whose reverse DNS name is, or ends in, ${names.join(', ')}`);
}

function wordPredicate(word: string): Predicate {
  const read = classifyAllowWord(word);
  switch (read.kind) {
    case 'all':
      return EVERYBODY;
    case 'env':
      return withVariable(read.name);
    case 'env-not':
      return not(withVariable(read.name));
    case 'host':
      return fromHosts([read.name]);
    default:
      return NOBODY;
  }
}

export function withVariable(name: string): Predicate {
  return test(`requests with the variable ${name} set`);
}
