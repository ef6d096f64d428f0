import type { Net } from './address.ts';
import type { Bdd, Formula } from './bdd.ts';

/** The variable that is true for an IPv6 client. Variables 1 to 128 are the address's bits; IPv4 uses 1 to 32. */
export const FAMILY_VARIABLE = 0;

/** The client's address is in one of the nets. Linear in their number: contiguous masks become a prefix tree at once. */
export function addressFormula(bdd: Bdd, nets: readonly Net[]): Formula {
  return bdd.node(FAMILY_VARIABLE, familyFormula(bdd, nets, 4), familyFormula(bdd, nets, 6));
}

/** The address of a client of that family is in one of the nets. */
export function familyFormula(bdd: Bdd, nets: readonly Net[], family: Net['family']): Formula {
  const cubes = nets.filter((net) => net.family === family).map(toCube);
  if (cubes.length === 0) return bdd.no;
  const prefixes = cubes.filter((cube) => cube.isPrefix);
  const others = cubes.filter((cube) => !cube.isPrefix).map((cube) => cubeFormula(bdd, cube, 0));
  return bdd.or(prefixTree(bdd, prefixes, 0), bdd.any(others));
}

interface Cube {
  readonly net: Net;
  /** The bits behind this one do not matter. */
  readonly length: number;
  /** All bits before it do. */
  readonly isPrefix: boolean;
}

function toCube(net: Net): Cube {
  const ones = maskedBits(net);
  const last = net.mask.findLastIndex((byte) => byte !== 0);
  const length = last === -1 ? 0 : last * 8 + 8 - trailingZeros(net.mask[last]!);
  return { net, length, isPrefix: ones === length };
}

/** How many bits of an address the net asks for. */
export function maskedBits({ mask }: Net): number {
  return mask.reduce((sum, byte) => sum + bitCount(byte), 0);
}

function bitCount(byte: number): number {
  let count = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function trailingZeros(byte: number): number {
  return 31 - Math.clz32(byte & -byte);
}

function bitAt(bytes: readonly number[], index: number): boolean {
  return ((bytes[index >> 3]! >> (7 - (index & 7))) & 1) === 1;
}

function cubeFormula(bdd: Bdd, { net, length }: Cube, from: number): Formula {
  let formula = bdd.yes;
  for (let i = length - 1; i >= from; i--) {
    if (!bitAt(net.mask, i)) continue;
    formula = bitAt(net.bits, i) ? bdd.node(i + 1, bdd.no, formula) : bdd.node(i + 1, formula, bdd.no);
  }
  return formula;
}

/** The disjunction of prefixes that agree in their first `depth` bits. */
function prefixTree(bdd: Bdd, cubes: readonly Cube[], depth: number): Formula {
  if (cubes.length === 0) return bdd.no;
  if (cubes.length === 1) return cubeFormula(bdd, cubes[0]!, depth);
  if (cubes.some((cube) => cube.length === depth)) return bdd.yes;
  const zeros = cubes.filter((cube) => !bitAt(cube.net.bits, depth));
  const ones = cubes.filter((cube) => bitAt(cube.net.bits, depth));
  return bdd.node(depth + 1, prefixTree(bdd, zeros, depth + 1), prefixTree(bdd, ones, depth + 1));
}
