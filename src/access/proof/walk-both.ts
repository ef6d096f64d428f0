import type { ServerModel } from '../../model/index.ts';
import type { EffectOf, Propagation, SidedSection } from '../chains/index.ts';
import { propagations } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { asksRequest } from '../conditions/asks-request.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { Semantics } from '../states/intended-state.ts';
import { effectOf, jointEffect } from '../states/effect.ts';
import { createInterner } from '../states/intern.ts';
import type { Login } from '../states/login.ts';
import { mergeLogin, NO_LOGIN, ownLogin22, ownLogin24 } from '../states/login.ts';
import type { Pair } from './pair.ts';
import { internPairs } from './pair.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Above } from './start.ts';
import { startOf } from './start.ts';
import type { Transition } from './transition.ts';
import { enterFlows } from './transition.ts';
import type { Entered } from './enter-before.ts';
import { enterBefore, settledState24 } from './enter-before.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import { enter24 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** So many choices are told apart where conditions ask for them. */
const REMEMBERED_CHOICES = 6;

/** Where requests stand on both servers. */
export interface Standing {
  readonly pair: Pair;
  readonly logins: LoginPair;
}

export interface LoginPair {
  readonly before: Login;
  readonly after: Login;
}

interface Walking {
  readonly flags: HostFlags;
  readonly semantics: Semantics;
  readonly world: World;
  readonly accessCompat: boolean;
  readonly above?: Above;
  /** Whether it is told apart whose credentials are good. */
  readonly hasLogins: boolean;
  /** Whether what is equal is done once. */
  readonly sharesEqual: boolean;
  readonly work: Work;
}

export interface BothWalk {
  /** Begins anew: the flows before are not kept, what was found out about states is. */
  begin(): Propagation<Standing>;
  readonly effectOf: EffectOf;
  /** Whether some section tells folders, files, addresses or hosts apart. */
  readonly asksRequests: boolean;
}

/**
 * Leads both trees' sections through the same flows, side by side. @param model the tree whose flows they are
 */
export function walkBoth(
  model: ServerModel,
  sections: readonly SidedSection[],
  { flags, semantics, world, accessCompat, above, hasLogins, sharesEqual, work }: Walking,
): BothWalk {
  const isAfter = new Set(sections.flatMap(({ section, side }) => (side === 'after' ? [section] : [])));
  const asksSituation = (section: AccessSection): boolean =>
    (isAfter.has(section) || model.readBy === '2.4') && asksRequest(section, world);
  const intern = internStandings();
  const transition: Transition<Standing> = {
    intern,
    asksSituation,
    effectOf: (section) => {
      if (!sharesEqual || isOfHtaccess(section)) return section;
      const side = isAfter.has(section) ? 'after' : 'before';
      const effect = effectOf(section, side === 'after' ? '2.4' : model.readBy, world, semantics);
      // No effect on a 2.2 is one on a 2.4.
      if (!hasLogins && model.readBy === '2.2') return effect;
      return jointEffect({ side, effect, login: hasLogins ? ownLogin(section, side, world) : null }, world);
    },
    enter: ({ pair, logins }, section, situation) => {
      const { before, after } = pair;
      const side = isAfter.has(section) ? 'after' : 'before';
      const next =
        side === 'after'
          ? { before, after: enterAfter(after, section, world, situation) }
          : { before: readBefore(before, { section, world, situation }, semantics), after };
      const isRead = next[side] !== pair[side] && next[side].unread === pair[side].unread;
      return { pair: next, logins: hasLogins && isRead ? enterLogin(logins, section, side, world) : logins };
    },
  };
  const logins = { before: NO_LOGIN, after: NO_LOGIN };
  const start = intern({ pair: startWith(startOf(model, above), accessCompat), logins });
  const asksRequests = sections.some(({ section }) => asksSituation(section));
  const remembered = asksRequests ? REMEMBERED_CHOICES : 0;
  const entering = enterFlows(transition, flags);
  const begin = propagations(start, entering.enter, remembered, work, entering.effectOf);
  return { begin, effectOf: entering.effectOf, asksRequests };
}

function startWith({ before, after }: Pair, accessCompat: boolean): Pair {
  return { before, after: { ...after, override: { ...after.override, accessCompat } } };
}

function readBefore(walk: WalkBefore, entered: Entered, semantics: Semantics): WalkBefore {
  const { section, world } = entered;
  return isLive(section.guards, '2.2', world) ? enterBefore(walk, entered, semantics) : walk;
}

function enterAfter(walk: Walk24, section: AccessSection, world: World, situation: Situation): Walk24 {
  if (!isLive(section.guards, '2.4', world)) return walk;
  return enter24(walk, section, settledState24(section, world, situation), world);
}

function enterLogin(
  logins: LoginPair,
  section: AccessSection,
  side: keyof LoginPair,
  world: World,
): LoginPair {
  const own = ownLogin(section, side, world);
  return side === 'before'
    ? { ...logins, before: mergeLogin(logins.before, own, '2.2') }
    : { ...logins, after: mergeLogin(logins.after, own, '2.4') };
}

function ownLogin(section: AccessSection, side: keyof LoginPair, world: World): Login {
  return (side === 'before' ? ownLogin22 : ownLogin24)(section, world);
}

function internStandings(): (standing: Standing) => Standing {
  const internPair = internPairs();
  const internLogins = createInterner<LoginPair>();
  const known = new Map<Pair, Map<LoginPair, Standing>>();
  return (standing) => {
    const pair = internPair(standing.pair);
    const logins = internLogins(standing.logins);
    const same = known.get(pair) ?? new Map<LoginPair, Standing>();
    known.set(pair, same);
    const interned = same.get(logins) ?? { pair, logins };
    same.set(logins, interned);
    return interned;
  };
}
