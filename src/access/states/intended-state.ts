import type { HostRecord, State22 } from '../policy/index.ts';
import { isAllMethods } from '../policy/index.ts';
import { rememberPerForm } from './form.ts';
import { ownState22 } from './own-state.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';

/**
 * `exact`: what a real 2.2 did. `contract`: three shapes get the 2.4 form that was meant by them, though a real 2.2 refuses
 * everybody by `Deny from all` (contract rows eq-auth-only, eq-auth-and-address, eq-auth-or-address).
 */
export type Semantics = 'contract' | 'exact';

/**
 * The contract row whose shape the section has exactly, authentication and all, for every method; null for none. By `AuthType None` nobody
 * can log in, so nobody was meant to be let in by a password.
 */
export function contractShape({ host, requires, satisfy, auth }: State22): ContractShape | null {
  if (host === null || requires === null || auth.type === null || isNone(auth.type)) return null;
  const { orders, allow, deny } = host;
  const lines = [...orders, ...allow, ...deny, ...requires, ...satisfy];
  if (!isAllOnly(deny) || !lines.every(({ methods }) => isAllMethods(methods))) return null;
  const order = orders.map(({ value }) => value).join(' ');
  const isAny = satisfy.some(({ value }) => value === 'any');
  if (allow.length === 0) return order === 'deny,allow' && !isAny ? 'eq-auth-only' : null;
  if (order !== 'allow,deny') return null;
  return isAny ? 'eq-auth-or-address' : 'eq-auth-and-address';
}

function isNone(type: string): boolean {
  return type.toLowerCase() === 'none';
}

/** `Deny from all`, and no more. */
function isAllOnly(lines: HostRecord['deny']): boolean {
  return lines.map(({ words }) => words.join(' ').toLowerCase()).join('\n') === 'all';
}

export type ContractShape = 'eq-auth-only' | 'eq-auth-and-address' | 'eq-auth-or-address';

/** Host rules that a contract shape is taken to mean, in the place of the real ones. */
export interface MeantHost {
  readonly shape: ContractShape;
  readonly host: HostRecord;
}

/** What a section's own lines really say in 2.2, and the host rules that are meant by them where these are others. */
export interface IntendedState22 extends State22 {
  readonly meant?: MeantHost;
}

export function intendedState22(section: AccessSection, world: World, semantics: Semantics): IntendedState22 {
  return semantics === 'contract' ? contractState22(section, world) : ownState22(section, world);
}

const contractState22 = rememberPerForm((section, world): IntendedState22 => {
  const own = ownState22(section, world);
  const shape = contractShape(own);
  if (shape === null) return own;
  // Everybody, or those whom the Allow lines name, behind `Order allow,deny`.
  return { ...own, meant: { shape, host: { ...(own.host as HostRecord), deny: [] } } };
});

/**
 * Whether the meant host rules stand for the real ones in a merged state: every method asks for a user, and Satisfy is
 * what it is in the shape. Under a Satisfy any from outside or inside, or where some methods ask for nobody, they
 * would let in people without a password whom 2.2 refuses.
 */
export function isMeantInForce({ requires, satisfy }: State22, { shape }: MeantHost): boolean {
  const asksAll = requires !== null && requires.some(({ methods }) => isAllMethods(methods));
  const isUniform = satisfy.every(({ methods }) => isAllMethods(methods));
  const isAny = satisfy.at(-1)?.value === 'any';
  return asksAll && isUniform && isAny === (shape === 'eq-auth-or-address');
}
