import type { HostRecord, State22 } from '../policy/index.ts';
import { isAllMethods } from '../policy/index.ts';
import { ownState22 } from './own-state.ts';
import { rememberPerWorld } from '../sections/remember.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';

/**
 * `exact`: what a real 2.2 did. `contract`: three shapes get the 2.4 form that was meant by them, though a real 2.2 refuses
 * everybody by `Deny from all` (contract rows eq-auth-only, eq-auth-and-address, eq-auth-or-address).
 */
export type Semantics = 'contract' | 'exact';

/** The contract row whose shape the section has exactly; null for none. */
export function contractShape(own: State22): ContractShape | null {
  const { host, requires, satisfy } = own;
  if (host === null || requires === null || !isPlain(own) || !deniesAllOnly(host)) return null;
  const order = host.orders.length === 1 ? host.orders[0]?.value : null;
  const any = satisfy.some(({ value }) => value === 'any');
  if (order === 'deny,allow' && host.allow.length === 0 && !any) return 'eq-auth-only';
  if (order !== 'allow,deny' || host.allow.length === 0) return null;
  return any ? 'eq-auth-or-address' : 'eq-auth-and-address';
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

const contractState22 = rememberPerWorld((section, world): IntendedState22 => {
  const own = ownState22(section, world);
  const shape = contractShape(own);
  if (shape === null) return own;
  return { ...own, meant: { shape, host: intendedHost(own.host as HostRecord, shape) } };
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

/** `Deny from all` is taken as the default that the Allow lines, or the password, lift. */
function intendedHost(host: HostRecord, shape: ContractShape): HostRecord {
  return shape === 'eq-auth-only'
    ? { ...host, deny: [] }
    : { ...host, orders: host.orders.map((slot) => ({ ...slot, value: 'deny,allow' as const })) };
}

/** Nothing is limited to methods, authentication stands in the section itself. */
function isPlain({ host, requires, satisfy, auth }: State22): boolean {
  const slots = [
    ...(host?.orders ?? []),
    ...(host?.allow ?? []),
    ...(host?.deny ?? []),
    ...(requires ?? []),
    ...satisfy,
  ];
  return auth.type !== null && slots.every(({ methods }) => isAllMethods(methods));
}

function deniesAllOnly({ deny }: HostRecord): boolean {
  return deny.length === 1 && deny[0]?.words.length === 1 && deny[0].words[0]?.toLowerCase() === 'all';
}
