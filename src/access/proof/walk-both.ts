import type { ServerModel } from '../../model/index.ts';
import type { EffectOf, Propagation } from '../chains/index.ts';
import { propagations } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { asksRequest } from '../conditions/asks-request.ts';
import type { Semantics } from '../states/intended-state.ts';
import { effectOf, jointEffect } from '../states/effect.ts';
import { createInterner } from '../states/intern.ts';
import type { Login } from '../states/login.ts';
import { mergeLogin, NO_LOGIN, ownLogin22, ownLogin24 } from '../states/login.ts';
import type { Pair } from './pair.ts';
import { internPairs } from './pair.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Comparing } from './compare-flows.ts';
import type { ComparedSections, Twins } from './compared-sections.ts';
import { startOf } from './start.ts';
import type { Transition } from './transition.ts';
import { enterFlows } from './transition.ts';
import type { Entered } from './enter-before.ts';
import { enterBefore, settledState24 } from './enter-before.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import { enter24 } from '../states/walk-state.ts';
import type { Version, World } from '../sections/worlds.ts';
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

type Walking = Pick<
  Comparing,
  'flags' | 'semantics' | 'accessCompat' | 'correspondence' | 'sharesEqual' | 'work'
>;

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
  { sided, twinsOf }: ComparedSections,
  world: World,
  { flags, semantics, accessCompat, correspondence, sharesEqual, work }: Walking,
): BothWalk {
  const hasLogins = correspondence.logins !== null;
  const asksSituation = (section: AccessSection): boolean => {
    const { before, after } = twinsOf(section);
    const isAsked = before !== null && model.readBy === '2.4' && asksRequest(before, world);
    return isAsked || (after !== null && asksRequest(after, world));
  };
  const effectOn = (section: AccessSection | null, version: Version): object | null =>
    section === null ? null : effectOf(section, version, world, semantics);
  const intern = internStandings(sided.map(({ section }) => section));
  const transition: Transition<Standing> = {
    intern,
    asksSituation,
    effectOf: (section) => {
      if (!sharesEqual || isOfHtaccess(section)) return section;
      const twins = twinsOf(section);
      return jointEffect(
        {
          before: effectOn(twins.before, model.readBy),
          after: effectOn(twins.after, '2.4'),
          login: hasLogins ? ownLogins(twins, world) : null,
        },
        world,
      );
    },
    enter: (standing, section, situation) => {
      const { before, after } = twinsOf(section);
      const { pair, logins } = standing;
      const next = {
        before:
          before === null
            ? pair.before
            : readBefore(pair.before, { section: before, world, situation }, semantics),
        after: after === null ? pair.after : enterAfter(pair.after, after, world, situation),
      };
      return {
        pair: next,
        logins: hasLogins ? enterLogins(standing, next, ownLogins({ before, after }, world)) : logins,
      };
    },
  };
  const logins = { before: NO_LOGIN, after: NO_LOGIN };
  const start = intern({ pair: startWith(startOf(model, correspondence.above), accessCompat), logins });
  const asksRequests = sided.some(({ section }) => asksSituation(section));
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

/** Of sections that are read. */
function enterLogins({ pair, logins }: Standing, next: Pair, own: OwnLogins): LoginPair {
  const isRead = (side: keyof Pair): boolean =>
    next[side] !== pair[side] && next[side].unread === pair[side].unread;
  return {
    before:
      own.before !== null && isRead('before') ? mergeLogin(logins.before, own.before, '2.2') : logins.before,
    after: own.after !== null && isRead('after') ? mergeLogin(logins.after, own.after, '2.4') : logins.after,
  };
}

type OwnLogins = Readonly<Record<keyof LoginPair, Login | null>>;

function ownLogins({ before, after }: Twins, world: World): OwnLogins {
  return {
    before: before === null ? null : ownLogin22(before, world),
    after: after === null ? null : ownLogin24(after, world),
  };
}

function internStandings(sections: readonly AccessSection[]): (standing: Standing) => Standing {
  const internPair = internPairs(sections);
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
