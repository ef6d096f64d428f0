import { rememberWeakly } from '../../text/index.ts';
import { maskedBits } from './address-formula.ts';
import type { Net } from './address.ts';
import { isWithinDomain } from './host-record.ts';

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

/** Addresses that few nets hold: of those kept for documentation (RFC 3849), and of those whose packets nobody gets (RFC 6666). */
const ANY_ADDRESSES: readonly Net[] = [
  [0x20, 0x01, 0x0d, 0xb8],
  [0x01, 0x00, 0x00, 0x00],
].map((start) => ({
  family: 6,
  bits: [...start, ...Array<number>(12).fill(0)],
  mask: Array<number>(16).fill(255),
}));

/** A bit for each of these addresses. */
export const EXAMPLES = (1 << ANY_ADDRESSES.length) - 1;

/** Those that the net holds. */
export function examplesIn(net: Net): number {
  return ANY_ADDRESSES.reduce((found, address, i) => (isHeldBy(address, net) ? found | (1 << i) : found), 0);
}

/** Whether an address is found at a look: the first one of the narrowest net, or any. If not, there may be one all the same. */
export function isSomeAddress({ inside, outside }: Held<Net>): boolean {
  const [first] = inside;
  const tried = first === undefined ? ANY_ADDRESSES : [inside.reduce(narrower, first)];
  return tried.some(
    (address) =>
      inside.every((net) => isHeldBy(address, net)) && !outside.some((net) => isHeldBy(address, net)),
  );
}

function isHeldBy({ family, bits }: Net, net: Net): boolean {
  return net.family === family && net.bits.every((byte, i) => (bits[i]! & net.mask[i]!) === byte);
}

/** Equal for nets that hold the same. */
export const netKey = rememberWeakly(
  ({ family, bits, mask }: Net) => `${family} ${bits.join('.')} ${mask.join('.')}`,
);

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
