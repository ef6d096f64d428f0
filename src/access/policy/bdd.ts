/** A boolean function of variables: a reference into the `Bdd` that made it. Equal functions are equal numbers. */
export type Formula = number;

/**
 * Reduced ordered binary decision diagrams. Variables are 0, 1, 2, ...; a lower one is tested first.
 * Formulas of different instances must not be mixed. Nothing is ever freed: make one instance per proof.
 */
export interface Bdd {
  readonly no: Formula;
  readonly yes: Formula;
  variable(index: number): Formula;
  and(a: Formula, b: Formula): Formula;
  or(a: Formula, b: Formula): Formula;
  not(a: Formula): Formula;
  xor(a: Formula, b: Formula): Formula;
  ite(test: Formula, then: Formula, otherwise: Formula): Formula;
  /** The conjunction of all, in a balanced way. */
  all(formulas: readonly Formula[]): Formula;
  /** The disjunction of all, in a balanced way. */
  any(formulas: readonly Formula[]): Formula;
  isFalse(a: Formula): boolean;
  isTrue(a: Formula): boolean;
  /** Values of variables that make it true (variables left out are free); null if nothing does. */
  anySatisfying(a: Formula): Map<number, boolean> | null;
  /** Nodes made so far: a measure of size. */
  size(): number;
}

export function createBdd(): Bdd {
  throw new Error('in work');
}
