import type { Net } from './address.ts';
import type { Bdd, Formula } from './bdd.ts';

/** A request as people read it, made from a satisfying assignment. */
export interface Witness {
  /** `10.0.0.1`, `2001:db8::1`. */
  readonly address: string;
  /** The client's verified host name; null if it has none or it does not matter. */
  readonly hostName: string | null;
  /** Environment variables that are set. */
  readonly env: readonly string[];
  /** Null: no credentials, or wrong ones. */
  readonly user: string | null;
  /** `group staff`, `file-owner`, `ldap-group cn=x`: what else is true of the request or its user. */
  readonly tests: readonly string[];
}

/** The yes-no tests of a request, as formulas over one BDD. The method is none: a policy is asked per method. */
export interface RequestAtoms {
  readonly bdd: Bdd;
  /** The client's address is in one of the nets. */
  address(nets: readonly Net[]): Formula;
  /** The client's verified host name is NAME or below it. */
  host(name: string): Formula;
  /** The variable is set when access is checked. */
  env(name: string): Formula;
  /** Good credentials were sent. */
  readonly validUser: Formula;
  /** Good credentials of this user. */
  user(name: string): Formula;
  /** Good credentials, and the test named so is true of their user: `group FILE NAME`, `file-owner`, `ldap-dn ...`. */
  userTest(key: string, label?: string): Formula;
  /** Any other test, true or false whoever asks: `expr ...`. */
  opaque(key: string, label?: string): Formula;
  /** Which assignments are possible requests; of all atoms asked for so far. */
  constraints(): Formula;
  describe(assignment: ReadonlyMap<number, boolean>): Witness;
}

export function createAtoms(): RequestAtoms {
  throw new Error('in work');
}
