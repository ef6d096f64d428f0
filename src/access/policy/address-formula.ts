import type { Net } from './address.ts';
import type { Bdd, Formula } from './bdd.ts';

/** The variable that is true for an IPv6 client. Variables 1 to 128 are the address's bits; IPv4 uses 1 to 32. */
export const FAMILY_VARIABLE = 0;

/** The client's address is in one of the nets. Linear in their number: contiguous masks become a prefix tree at once. */
export function addressFormula(bdd: Bdd, nets: readonly Net[]): Formula {
  const family = (which: 4 | 6): Formula => {
    const ofFamily = nets.filter((net) => net.family === which).map(toCube);
    const prefixes = ofFamily.filter((cube) => cube.isPrefix);
    const others = ofFamily.filter((cube) => !cube.isPrefix).map((cube) => cubeFormula(bdd, cube, 0));
    return bdd.or(prefixTree(bdd, prefixes, 0), bdd.any(others));
  };
  return bdd.node(FAMILY_VARIABLE, family(4), family(6));
}

/** A net as a text of `0`, `1` and `-` (either), without the `-` at its end. */
interface Cube {
  readonly pattern: string;
  readonly isPrefix: boolean;
}

function toCube(net: Net): Cube {
  const bits = net.bits.map(binary).join('');
  const mask = net.mask.map(binary).join('');
  const length = mask.lastIndexOf('1') + 1;
  let pattern = '';
  for (let i = 0; i < length; i++) pattern += mask[i] === '1' ? bits[i]! : '-';
  return { pattern, isPrefix: !pattern.includes('-') };
}

function binary(byte: number): string {
  return byte.toString(2).padStart(8, '0');
}

function cubeFormula(bdd: Bdd, { pattern }: Cube, from: number): Formula {
  let formula = bdd.yes;
  for (let i = pattern.length - 1; i >= from; i--) {
    if (pattern[i] === '1') formula = bdd.node(i + 1, bdd.no, formula);
    else if (pattern[i] === '0') formula = bdd.node(i + 1, formula, bdd.no);
  }
  return formula;
}

/** The disjunction of prefixes that agree in their first `depth` bits. */
function prefixTree(bdd: Bdd, cubes: readonly Cube[], depth: number): Formula {
  if (cubes.length === 0) return bdd.no;
  if (cubes.length === 1) return cubeFormula(bdd, cubes[0]!, depth);
  if (cubes.some((cube) => cube.pattern.length === depth)) return bdd.yes;
  const zeros = cubes.filter((cube) => cube.pattern[depth] === '0');
  const ones = cubes.filter((cube) => cube.pattern[depth] === '1');
  return bdd.node(depth + 1, prefixTree(bdd, zeros, depth + 1), prefixTree(bdd, ones, depth + 1));
}
