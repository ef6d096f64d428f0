/** Behind the family and 128 address bits; then the number of the user, then all others as they come. */
export const VALID_USER_VARIABLE = 129;
export const USER_BITS = 20;
export const FIRST_FREE_VARIABLE = VALID_USER_VARIABLE + 1 + USER_BITS;

/** Where each named atom lives. */
export interface AtomTables {
  readonly hosts: Map<string, number>;
  /** By lower case name: apr tables compare without regard to case. */
  readonly env: Map<string, { readonly name: string; readonly variable: number }>;
  /** Users are numbered from 1; 0 and the numbers not given stand for people whom no line names. */
  readonly users: Map<string, number>;
  readonly userTests: Map<string, number>;
  readonly opaque: Map<string, number>;
}
