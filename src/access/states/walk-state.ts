import type { Step } from '../chains/order.ts';
import { stepOf } from '../chains/order.ts';
import type { IntendedState22, MeantHost, Semantics } from './intended-state.ts';
import { intendedState22, isMeantInForce } from './intended-state.ts';
import type { Override } from './override.ts';
import { DEFAULT_OVERRIDE, mergeOverride, permitsAll, readsHtaccess } from './override.ts';
import { ownState24 } from './own-state.ts';
import type { State22, State24 } from '../policy/index.ts';
import { EMPTY_STATE_22, EMPTY_STATE_24, merge22, merge24 } from '../policy/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';

/** What a server has gathered on its way through the sections of a request. */
interface Gathered {
  readonly override: Override;
  /** A .htaccess file said something that is not permitted: 500. */
  readonly failed: boolean;
  /** The .htaccess files on the way that were not read: their Files sections do not count either. */
  readonly unread: readonly number[];
}

export interface Walk22 extends Gathered {
  /** What decides. */
  readonly state: State22;
  /** Host rules that are meant by the innermost ones written; null for what these say. */
  readonly meant: MeantHost | null;
  /** What is really written, where the meant host rules are in force in `state`; else null. */
  readonly written: State22 | null;
}

/** A number: conditions, by how many others they stand in. */
export type WalkStep = Step | number;

export interface Walk24 extends Gathered {
  readonly state: State24;
  /** Sections of the Files or of the Location walk, or of an `<If>` walk, merged among themselves before they meet `state`. */
  readonly pending: { readonly step: WalkStep; readonly state: State24 } | null;
}

/** The server before the migration: 2.2, or a 2.4 with mod_access_compat. */
export type WalkBefore = Walk22 | Walk24;
export type StateBefore = State22 | State24;

export const START_22: Walk22 = {
  override: DEFAULT_OVERRIDE['2.2'],
  failed: false,
  unread: [],
  state: EMPTY_STATE_22,
  meant: null,
  written: null,
};

export const START_24: Walk24 = {
  override: DEFAULT_OVERRIDE['2.4'],
  failed: false,
  unread: [],
  state: EMPTY_STATE_24,
  pending: null,
};

export function isWalk24(walk: WalkBefore): walk is Walk24 {
  return 'pending' in walk;
}

/** The state that decides once the walk is over. */
export function finalState(walk: WalkBefore): StateBefore {
  return isWalk24(walk) ? finalState24(walk) : walk.state;
}

/** What the section's own lines say to the server before the migration. */
export function ownStateBefore(
  section: AccessSection,
  version: Version,
  world: World,
  semantics: Semantics,
): StateBefore {
  return version === '2.4' ? ownState24(section, world) : intendedState22(section, world, semantics);
}

/** Goes on through one more section that applies; `own` is what it says itself. */
export function enter22(walk: Walk22, section: AccessSection, own: IntendedState22, world: World): Walk22 {
  const { override, failed, unread } = gather(walk, section, '2.2', world);
  if (unread !== walk.unread) {
    return { override, failed, unread, state: walk.state, meant: walk.meant, written: walk.written };
  }
  const written = merge22(walk.written ?? walk.state, own);
  const meant = own.host === null ? walk.meant : meantHere(written, own);
  return meant !== null && isMeantInForce(written, meant)
    ? { override, failed, unread, state: { ...written, host: meant.host }, meant, written }
    : { override, failed, unread, state: written, meant, written: null };
}

/** A meaning that is not in force where it is written, and so not told of, is in force nowhere further in. */
function meantHere(written: State22, { meant }: IntendedState22): MeantHost | null {
  return meant !== undefined && isMeantInForce(written, meant) ? meant : null;
}

/** The same for 2.4, whose Files and Location sections are merged among themselves first (docs/access-proof.md, the two servers). */
export function enter24(
  walk: Walk24,
  section: AccessSection,
  own: State24,
  world: World,
  step: WalkStep = stepOf(section),
): Walk24 {
  const { override, failed, unread } = gather(walk, section, '2.4', world);
  const { state, pending } = unread === walk.unread ? merged(walk, step, own) : walk;
  return { override, failed, unread, state, pending };
}

function merged({ state, pending }: Walk24, step: WalkStep, own: State24): Pick<Walk24, 'state' | 'pending'> {
  if (step === 'directory' || step === 'pattern') return { state: merge24(state, own), pending };
  if (pending === null) return { state, pending: { step, state: own } };
  return pending.step === step
    ? { state, pending: { step, state: merge24(pending.state, own) } }
    : { state: merge24(state, pending.state), pending: { step, state: own } };
}

/** The configuration that decides once the walk is over. */
export function finalState24({ state, pending }: Walk24): State24 {
  return pending === null ? state : merge24(state, pending.state);
}

/** Where the section, or the .htaccess file around it, is not read, that is all there is to say of it. */
function gather(walk: Gathered, section: AccessSection, version: Version, world: World): Gathered {
  const { override, failed, unread } = walk;
  const { matcher, parent, scope } = section;
  const isHtaccess = matcher.type === 'htaccess';
  const isRead = isHtaccess ? readsHtaccess(override) : parent === null || !unread.includes(parent.scope.seq);
  if (!isRead) return { override, failed, unread: [...unread, scope.seq] };
  return isHtaccess
    ? { override, failed: failed || !permitsAll(override, section, version, world), unread }
    : { override: mergeOverride(override, section, version, world), failed, unread };
}
