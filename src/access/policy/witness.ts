import { FAMILY_VARIABLE } from './address-formula.ts';

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

/** A request as people read it. */
export interface Witness {
  /** `192.0.2.1`, `2001:db8::1`. */
  readonly address: string;
  /** The client's verified host name; null if it has none or it does not matter. */
  readonly hostName: string | null;
  /** Environment variables that are set. */
  readonly env: readonly string[];
  /** Null: no credentials, or wrong ones. `another user`: one that no line names. */
  readonly user: string | null;
  /** What else is true of the request or its user: `group staff in /etc/groups`, `file-owner`, `expr ...`. */
  readonly tests: readonly string[];
}

/** Addresses kept for documentation (RFC 5737, RFC 3849), taken wherever the formula leaves the choice. */
const EXAMPLE_4 = [192, 0, 2, 1];
const EXAMPLE_6 = [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 1];

/** An IPv4 client with an example address, without a name, credentials or variables. */
export function witnessPreference(variable: number): boolean {
  return variable > FAMILY_VARIABLE && variable < VALID_USER_VARIABLE && exampleBit(EXAMPLE_4, variable - 1);
}

function exampleBit(example: readonly number[], index: number): boolean {
  return (((example[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
}

/** The request that an assignment stands for. */
export function readWitness(values: ReadonlyMap<number, boolean>, tables: AtomTables): Witness {
  const isSet = (variable: number): boolean => values.get(variable) === true;
  const namesIn = (table: ReadonlyMap<string, number>): string[] =>
    [...table].filter(([, variable]) => isSet(variable)).map(([name]) => name);
  const hasUser = isSet(VALID_USER_VARIABLE);
  return {
    address: readAddress(values),
    hostName: hostNameFor(namesIn(tables.hosts)),
    env: [...tables.env.values()].filter(({ variable }) => isSet(variable)).map(({ name }) => name),
    user: hasUser ? userNumbered(values, tables.users) : null,
    tests: [...(hasUser ? namesIn(tables.userTests) : []), ...namesIn(tables.opaque)],
  };
}

function readAddress(values: ReadonlyMap<number, boolean>): string {
  const isV6 = values.get(FAMILY_VARIABLE) === true;
  const example = isV6 ? EXAMPLE_6 : EXAMPLE_4;
  const bytes = example.map((_, byte) => {
    let value = 0;
    for (let bit = byte * 8; bit < byte * 8 + 8; bit++) {
      value = value * 2 + ((values.get(bit + 1) ?? exampleBit(example, bit)) ? 1 : 0);
    }
    return value;
  });
  return isV6 ? formatIPv6(bytes) : bytes.join('.');
}

/** RFC 5952, which the URL parser follows. */
function formatIPv6(bytes: readonly number[]): string {
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i]! * 256 + bytes[2 * i + 1]!).toString(16));
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

/** The narrowest of the names that hold; a name below one that starts with a dot. */
function hostNameFor(names: readonly string[]): string | null {
  const narrowest = names.reduce<string | null>(
    (best, name) => (best === null || name.length > best.length ? name : best),
    null,
  );
  return narrowest?.startsWith('.') ? `host${narrowest}` : narrowest;
}

function userNumbered(values: ReadonlyMap<number, boolean>, users: ReadonlyMap<string, number>): string {
  let number = 0;
  for (let bit = 1; bit <= USER_BITS; bit++) {
    number = number * 2 + (values.get(VALID_USER_VARIABLE + bit) === true ? 1 : 0);
  }
  return [...users].find(([, known]) => known === number)?.[0] ?? 'another user';
}
