import type { Net } from './address.ts';
import { addressFormula, familyFormula } from './address-formula.ts';
import type { Bdd, Formula } from './bdd.ts';
import { createBdd } from './bdd.ts';
import { hostConstraints } from './host-record.ts';
import { heldBy, isSomeAddress, isSomeName, netKey } from './some-client.ts';
import type { AtomTables, Witness } from './witness.ts';
import {
  FIRST_FREE_VARIABLE,
  readWitness,
  USER_BITS,
  VALID_USER_VARIABLE,
  witnessPreference,
} from './witness.ts';

/** The yes-no tests of a request, as formulas over one BDD. The method is none: a policy is asked per method. */
export interface RequestAtoms {
  readonly bdd: Bdd;
  /** The client's address is in one of the nets. */
  address(nets: readonly Net[]): Formula;
  /** The client's verified host name is NAME or below it; `.NAME`: is below it. */
  host(name: string): Formula;
  /** The variable is set when access is checked. */
  env(name: string): Formula;
  /** The client is logged in. */
  readonly validUser: Formula;
  /** The client is logged in as this user. */
  user(name: string): Formula;
  /** The client is logged in, and what the text says is true of the user: `group staff in /etc/groups`, `file-owner`. */
  userTest(text: string): Formula;
  /** Any other test, true or false whoever asks: `expr ...`. */
  opaque(text: string): Formula;
  /** What the formula depends on, in words: `the variable X`, `the client's address`. */
  dependsOn(formula: Formula): string[];
  /** Whether there is a possible request for which the formula holds. With nets apart: whether one is found at a look. */
  isPossible(formula: Formula): boolean;
  /** With nets apart: whether it holds for some who are in none of the nets and have none of the names, where there are such. */
  isForStrangers(formula: Formula): boolean;
  /** One of them; null if there is none. */
  witness(formula: Formula): Witness | null;
}

/**
 * @param addresses `apart`: each net is a test of its own, whatever others hold. What is equal so is equal of all addresses, and is found
 * out in a fraction of the time; what differs may be equal all the same, unless a request is found at a look, and has no witness. `of IPv6`:
 * those of IPv6 clients alone, whom few nets hold. What differs so does differ.
 */
export function createAtoms(addresses: 'as they are' | 'apart' | 'of IPv6' = 'as they are'): RequestAtoms {
  const bdd = createBdd();
  const tables: AtomTables = {
    hosts: new Map(),
    env: new Map(),
    users: new Map(),
    userTests: new Map(),
    opaque: new Map(),
  };
  const nets = new Map<string, number>();
  const netOf = new Map<number, Net>();
  const hostOf = new Map<number, string>();
  let nextVariable = FIRST_FREE_VARIABLE;
  const validUser = bdd.variable(VALID_USER_VARIABLE);
  const variableOf = (table: Map<string, number>, key: string): number => {
    const known = table.get(key);
    if (known !== undefined) return known;
    table.set(key, nextVariable);
    return nextVariable++;
  };
  let constraints = { hosts: 0, formula: bdd.yes };
  const currentConstraints = (): Formula => {
    if (constraints.hosts !== tables.hosts.size) {
      constraints = { hosts: tables.hosts.size, formula: hostConstraints(bdd, tables.hosts) };
    }
    return constraints.formula;
  };
  const ownVariable = (net: Net): Formula => {
    const variable = variableOf(nets, netKey(net));
    netOf.set(variable, net);
    return bdd.variable(variable);
  };
  const isFound = (formula: Formula): boolean => {
    const values = bdd.anySatisfying(formula);
    return values !== null && isSomeAddress(heldBy(values, netOf)) && isSomeName(heldBy(values, hostOf));
  };
  const isForStrangers = (formula: Formula): boolean => {
    const values = bdd.anySatisfying(formula);
    return (
      values !== null && heldBy(values, netOf).inside.length + heldBy(values, hostOf).inside.length === 0
    );
  };
  return {
    bdd,
    validUser,
    isForStrangers,
    address(asked) {
      switch (addresses) {
        case 'apart':
          return bdd.any(asked.map(ownVariable));
        case 'of IPv6':
          return familyFormula(bdd, asked, 6);
        default:
          return addressFormula(bdd, asked);
      }
    },
    host(name) {
      const key = name.toLowerCase();
      const variable = variableOf(tables.hosts, key);
      hostOf.set(variable, key);
      return bdd.variable(variable);
    },
    env(name) {
      const key = name.toLowerCase();
      const known = tables.env.get(key) ?? { name, variable: nextVariable++ };
      tables.env.set(key, known);
      return bdd.variable(known.variable);
    },
    user(name) {
      const known = tables.users.get(name);
      const number = known ?? tables.users.size + 1;
      if (known === undefined) tables.users.set(name, number);
      return bdd.and(validUser, userFormula(bdd, number));
    },
    userTest: (text) => bdd.and(validUser, bdd.variable(variableOf(tables.userTests, text))),
    opaque: (text) => bdd.variable(variableOf(tables.opaque, text)),
    dependsOn: (formula) => [
      ...new Set(bdd.support(formula).map((variable) => variableName(variable, tables))),
    ],
    isPossible: (formula) =>
      addresses === 'apart' ? isFound(formula) : bdd.and(formula, currentConstraints()) !== bdd.no,
    witness(formula) {
      const values = bdd.anySatisfying(bdd.and(formula, currentConstraints()), witnessPreference);
      return values === null ? null : readWitness(values, tables);
    },
  };
}

/** Users exclude each other because they are numbers of one field. */
function userFormula(bdd: Bdd, number: number): Formula {
  let formula = bdd.yes;
  for (let bit = 0; bit < USER_BITS; bit++) {
    const variable = VALID_USER_VARIABLE + USER_BITS - bit;
    formula = (number >> bit) & 1 ? bdd.node(variable, bdd.no, formula) : bdd.node(variable, formula, bdd.no);
  }
  return formula;
}

/** What a variable of the diagram stands for, in words. */
function variableName(variable: number, { hosts, env, userTests, opaque }: AtomTables): string {
  if (variable < VALID_USER_VARIABLE) return "the client's address";
  const host = keyOf(hosts, variable);
  if (host !== undefined) return `whether the client's name is ${host}`;
  const setting = [...env.values()].find((each) => each.variable === variable);
  if (setting !== undefined) return `the variable ${setting.name}`;
  return keyOf(userTests, variable) ?? keyOf(opaque, variable) ?? 'the user';
}

function keyOf(table: ReadonlyMap<string, number>, variable: number): string | undefined {
  return [...table].find(([, known]) => known === variable)?.[0];
}
