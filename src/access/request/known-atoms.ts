import type { Formula, Net, RequestAtoms } from '../policy/index.ts';
import { isWithinDomain, parseRequireIp, SENDS_CREDENTIALS } from '../policy/index.ts';

/** What is known of one request at the moment when access is checked. Null: not known. */
export interface KnownFacts {
  /** IP address. */
  readonly client: string | null;
  /** Its verified name. */
  readonly clientName: string | null;
  isSet(variable: string): boolean | null;
  /** Whose credentials are good here; null: nobody's. */
  readonly user: string | null;
  /** Good ones or bad ones, in the way that is asked for. */
  readonly sendsCredentials: boolean;
  /** What else is asked of the user: `group staff in conf/groups`, `file-owner`. */
  meets(test: string): boolean | null;
  /** The truth of an expression, before or after credentials were looked at. */
  holds(expression: string, hasUser: boolean): boolean | null;
}

/**
 * The tests of one request: constants as far as they are known, else the variables of `base`. What a policy answers in terms of
 * these depends on what is unknown only.
 */
export function knownAtoms(base: RequestAtoms, facts: KnownFacts): RequestAtoms {
  const { bdd } = base;
  const constant = (isTrue: boolean): Formula => (isTrue ? bdd.yes : bdd.no);
  const known = (isTrue: boolean | null, otherwise: () => Formula): Formula =>
    isTrue === null ? otherwise() : constant(isTrue);
  const client = facts.client === null ? null : clientNet(facts.client);
  const { clientName, user } = facts;
  return {
    ...base,
    validUser: constant(user !== null),
    address: (nets) =>
      client === null ? base.address(nets) : constant(nets.some((net) => covers(net, client))),
    host(name) {
      if (clientName === null) return base.host(name);
      return constant(isWithinDomain(clientName.toLowerCase(), name.toLowerCase()));
    },
    env: (name) => known(facts.isSet(name), () => base.env(name)),
    user: (name) => constant(user === name),
    userTest(text) {
      if (user === null) return bdd.no;
      const isTrue = text.startsWith('expr ') ? facts.holds(text.slice(5), true) : facts.meets(text);
      return known(isTrue, () => base.opaque(text));
    },
    opaque(text) {
      if (text === SENDS_CREDENTIALS) return constant(facts.sendsCredentials);
      const expression = /^expr (.*?)(?: \(no user yet\))?$/s.exec(text)?.[1];
      const isTrue = expression === undefined ? null : facts.holds(expression, false);
      return known(isTrue, () => base.opaque(text));
    },
  };
}

/** The one address as a net; null if the text is none. */
export function clientNet(text: string): Net | null {
  const parsed = parseRequireIp(text);
  return 'net' in parsed && parsed.net.mask.every((byte) => byte === 255) ? parsed.net : null;
}

/** Whether the net has the address in it. */
export function covers(net: Net, address: Net): boolean {
  return (
    net.family === address.family &&
    net.bits.every((bits, i) => ((address.bits[i] ?? 0) & (net.mask[i] ?? 0)) === bits)
  );
}
