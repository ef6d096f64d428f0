import type { Override } from '../states/override.ts';
import { DEFAULT_OVERRIDE } from '../states/override.ts';
import { ownState22, ownState24 } from '../states/own-state.ts';
import type {
  Context22,
  Context24,
  LoginFailure,
  Outcome,
  RequestAtoms,
  State22,
  State24,
} from '../policy/index.ts';
import { ALL_METHODS, constantOutcome, decide22, decide24 } from '../policy/index.ts';
import { anyOutcome } from './any-outcome.ts';
import type { authzAliases } from './authz-aliases.ts';
import { withoutAliases } from './authz-aliases.ts';
import type { AccessSection } from '../sections/types.ts';
import type { GroupFailures } from './login-sources.ts';
import { enter22, enter24, finalState24, START_22, START_24 } from '../states/walk-state.ts';
import type { Walk22, Walk24 } from '../states/walk-state.ts';
import type { World } from '../sections/worlds.ts';

/** What is in force at one point of the way through the sections of a request. */
export type InForce =
  | { readonly version: '2.2'; readonly state: State22; readonly override: Override }
  | { readonly version: '2.4'; readonly state: State24; readonly override: Override };

/** A request's way through the sections that apply to it, of either version. Never changed: entering makes a new one. */
export interface RequestWalk {
  /** @param depth of a condition: in how many others it stands */
  enterSection(section: AccessSection, depth?: number): RequestWalk;
  /** Whether the last section entered was read: .htaccess files may not be. */
  readonly isRead: boolean;
  /** A .htaccess file said something that is not permitted: 500. */
  readonly failed: boolean;
  inForce(): InForce;
  decide(atoms: RequestAtoms, method: string, trouble: Trouble): Outcome;
}

/** What else is wrong than that rules refuse a client. */
export interface Trouble extends GroupFailures {
  /** Where credentials are asked for. */
  readonly login: LoginFailure | null;
  /** Whether a module refuses all before Order, Allow and Deny are asked (2.4, with Satisfy any). */
  readonly refusesHost: boolean;
}

/** Whether a .htaccess file has a line that the server does not take. */
export type IsBroken = (section: AccessSection) => boolean;

export function startWalk22(context: Context22, world: World, isBroken: IsBroken): RequestWalk {
  const own = remembered((section) => ownState22(section, world));
  const at = (walk: Walk22, isRead: boolean): RequestWalk => ({
    isRead,
    failed: walk.failed,
    enterSection(section) {
      const next = enter22(walk, section, own(section), world);
      return at(...broken(walk, next, section, isBroken));
    },
    inForce: () => ({ version: '2.2', state: walk.state, override: walk.override }),
    decide: (atoms, method, { login, cannotOpen }) =>
      walk.failed
        ? constantOutcome(atoms, 'serverError')
        : decide22(atoms, walk.state, method, { ...context, login, cannotOpen }),
  });
  return at(START_22, true);
}

/**
 * @param aliases see `authzAliases`
 * @param isSnippet a file given alone: something above it permits what is in it
 */
export function startWalk24(
  context: Context24,
  world: World,
  isBroken: IsBroken,
  aliases: ReturnType<typeof authzAliases>,
  isSnippet: boolean,
): RequestWalk {
  const own = remembered((section) => ownState24(section, world));
  const at = (walk: Walk24, isRead: boolean): RequestWalk => ({
    isRead,
    failed: walk.failed,
    enterSection(section, depth) {
      const next = enter24(walk, section, own(section), world, depth);
      return at(...broken(walk, next, section, isBroken));
    },
    inForce: () => ({ version: '2.4', state: finalState24(walk), override: walk.override }),
    decide(atoms, method, { login, fails, refusesHost }) {
      // Which lines of the file count then is not looked into.
      if (walk.failed && walk.override.isLenient) return anyOutcome(atoms, LENIENT);
      if (walk.failed) return constantOutcome(atoms, 'serverError');
      const written = finalState24(walk);
      const state =
        written.tree === null ? written : { ...written, tree: withoutAliases(written.tree, aliases) };
      return decide24(atoms, refusesHost ? withoutHost(state) : state, method, { ...context, login, fails });
    },
  });
  return at(isSnippet ? { ...START_24, override: DEFAULT_OVERRIDE['2.2'] } : START_24, true);
}

const LENIENT = 'the lines of the .htaccess files that AllowOverride Nonfatal lets count';

/** Nobody is let in by Order, Allow and Deny. */
function withoutHost(state: State24): State24 {
  if (state.compat === null) return state;
  const orders = [{ value: 'allow,deny', methods: ALL_METHODS }] as const;
  return { ...state, compat: { ...state.compat, host: { orders, allow: [], deny: [] } } };
}

/** The walk behind a section, and whether that was read. */
function broken<Walk extends Walk22 | Walk24>(
  before: Walk,
  after: Walk,
  section: AccessSection,
  isBroken: IsBroken,
): [walk: Walk, isRead: boolean] {
  const isRead = after.unread === before.unread;
  const fails = isRead && section.matcher.type === 'htaccess' && isBroken(section);
  return [fails ? { ...after, failed: true } : after, isRead];
}

function remembered<Value>(make: (section: AccessSection) => Value): (section: AccessSection) => Value {
  const known = new Map<AccessSection, Value>();
  return (section) => {
    const value = known.get(section) ?? make(section);
    known.set(section, value);
    return value;
  };
}
