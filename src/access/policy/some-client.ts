import { maskedBits } from './address-formula.ts';
import type { Net } from './address.ts';
import { isWithinDomain } from './host-names.ts';

/** Of nets, or of names of hosts, those that are to hold a client and those that are not. */
export interface Held<One> {
  readonly inside: readonly One[];
  readonly outside: readonly One[];
}

/** Of an assignment to variables. */
export function heldBy<One>(
  values: ReadonlyMap<number, boolean>,
  oneOf: ReadonlyMap<number, One>,
): Held<One> {
  const inside: One[] = [];
  const outside: One[] = [];
  for (const [variable, value] of values) {
    const one = oneOf.get(variable);
    if (one !== undefined) (value ? inside : outside).push(one);
  }
  return { inside, outside };
}

/** Kept for documentation (RFC 3849): few nets hold it. */
const ANY_ADDRESS: Net = {
  family: 6,
  bits: [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(12).fill(0)],
  mask: Array<number>(16).fill(255),
};

/** Whether an address is found at a look: the first one of the narrowest net, or any. If not, there may be one all the same. */
export function isSomeAddress({ inside, outside }: Held<Net>): boolean {
  const { family, bits } = inside.reduce(narrower, inside[0] ?? ANY_ADDRESS);
  const isIn = (net: Net): boolean =>
    net.family === family && net.bits.every((byte, i) => (bits[i]! & net.mask[i]!) === byte);
  return inside.every(isIn) && !outside.some(isIn);
}

function narrower(a: Net, b: Net): Net {
  return maskedBits(b) > maskedBits(a) ? b : a;
}

/** Whether a client has a name that is met by the one and not by the others: the longest, or none at all. */
export function isSomeName({ inside, outside }: Held<string>): boolean {
  const longest = inside.reduce((a, b) => (b.length > a.length ? b : a), '');
  if (longest === '') return true;
  const name = longest.startsWith('.') ? `host${longest}` : longest;
  const isCalled = (domain: string): boolean => isWithinDomain(name, domain);
  return inside.every(isCalled) && !outside.some(isCalled);
}
