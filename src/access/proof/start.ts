import type { ServerModel } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { DEFAULT_OVERRIDE } from '../states/override.ts';
import type { AuthState, HostRecord, RequireTree, State22 } from '../policy/index.ts';
import {
  ALL_METHODS,
  DENIED,
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  NO_AUTH,
  requireLeaf,
} from '../policy/index.ts';
import { thirdPartyGroups } from '../sections/server-contexts.ts';
import type { WalkBefore, Walk24 } from '../states/walk-state.ts';
import { isWalk24, START_22, START_24 } from '../states/walk-state.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Intern } from '../states/intern.ts';
import { createWalkInterner } from '../states/intern-walks.ts';

/** Where requests stand on both servers: before a section, or behind it. */
export interface Pair {
  readonly before: WalkBefore;
  readonly after: Walk24;
}

/** Equal pairs become one object, and so do their halves. @param sections all that they go through */
export function internPairs(sections: readonly AccessSection[], same: Intern): (pair: Pair) => Pair {
  const before = createWalkInterner<WalkBefore>(sections, same);
  const after = createWalkInterner<Walk24>(sections, same);
  return (pair) => same({ before: before(pair.before), after: after(pair.after) });
}

/**
 * What a server says around a part of it that was given alone: nothing; `denied`, that nobody gets in, as 2.4's own `<Directory />` does
 * and a section with rules of its own takes back; `closed`, the same in either version, where the part has no rules; `no host` and `password`, that all
 * clients are refused, or that a password is asked for, in either version.
 */
export type Above = 'nothing' | 'denied' | 'closed' | 'no host' | 'password';

/** All that must come out right. Around a whole server there is nothing. */
export function abovesOf({ kind }: ServerModel): readonly Above[] {
  return kind === 'server' ? ['nothing'] : ['nothing', 'denied'];
}

/** All within which a migration is proven: what is written may lean on what is around it, but not take it back. */
export function provenAboves({ kind, readBy }: ServerModel): readonly Above[] {
  return kind === 'server' || readBy === '2.4' ? ['nothing'] : ['nothing', 'closed'];
}

/** Whether the rules around the part decide alone: what it says is not compared. */
export function isDecidedAbove(before: WalkBefore, above: Above): boolean {
  return above === 'denied' && hasNoRules(before);
}

function hasNoRules(before: WalkBefore): boolean {
  if (isWalk24(before) || before.failed) return false;
  return before.state.host === null && before.state.requires === null;
}

/** What the result is compared with there; null: with nothing. */
export function expectedWithin(above: Above, before: WalkBefore): WalkBefore | null {
  if (above === 'closed') return hasNoRules(before) ? refusedAbove(before) : null;
  return isDecidedAbove(before, above) ? null : before;
}

/** The same where the rules around let nobody in. */
export const refusedAbove = rememberWeakly((walk: WalkBefore): WalkBefore =>
  isWalk24(walk) ? walk : { ...walk, state: { ...walk.state, host: NO_HOST } },
);

/**
 * What is in force before any section of the tree. Above a file that was given alone something permits what is in it, and
 * names the groups that it asks for, if it names none itself; nothing restricts. Above a server a third-party module may know groups.
 */
export function startOf(model: ServerModel, above: Above = 'nothing'): Pair {
  const isOf24 = model.readBy === '2.4';
  const auth = above === 'password' ? { ...authAbove(model), type: 'Basic' } : authAbove(model);
  const override = model.kind === 'server' ? {} : { override: DEFAULT_OVERRIDE['2.2'] };
  const { state22, required } = RULES_ABOVE[above];
  const tree: RequireTree | null = required === null ? null : { type: 'any', children: [required] };
  const after = { ...START_24, state: { ...EMPTY_STATE_24, tree, auth }, ...override };
  return { before: isOf24 ? after : { ...START_22, state: { ...EMPTY_STATE_22, ...state22, auth } }, after };
}

interface RulesAbove {
  readonly state22: Pick<Partial<State22>, 'host' | 'requires'>;
  readonly required: RequireTree | null;
}

/** All clients are refused. */
const NO_HOST: HostRecord = {
  orders: [],
  allow: [],
  deny: [{ words: ['all'], methods: ALL_METHODS }],
};
const PASSWORD = 'valid-user';

const RULES_ABOVE: Readonly<Record<Above, RulesAbove>> = {
  nothing: { state22: {}, required: null },
  denied: { state22: {}, required: DENIED },
  // What 2.2 refuses is put in where it counts: `refusedAbove`.
  closed: { state22: {}, required: DENIED },
  'no host': { state22: { host: NO_HOST }, required: DENIED },
  password: {
    state22: { requires: [{ text: PASSWORD, methods: ALL_METHODS }] },
    required: requireLeaf(PASSWORD, ''),
  },
};

const GROUPS_ABOVE = "the server's groups";

function authAbove(model: ServerModel): AuthState {
  if (model.kind === 'server') {
    const module = thirdPartyGroups(model);
    return module === null ? NO_AUTH : { ...NO_AUTH, groupfile: { file: module.name, authoritative: true } };
  }
  const namesGroups = ['AuthGroupFile', 'AuthDBMGroupFile'].some(
    (name) => occurrencesOf(model, name).length > 0,
  );
  return namesGroups ? NO_AUTH : { ...NO_AUTH, groupfile: { file: GROUPS_ABOVE, authoritative: true } };
}
