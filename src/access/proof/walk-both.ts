import type {
  AskedChoices,
  Choice,
  EffectOf,
  EventOrder,
  Propagation,
  SidedSection,
} from '../chains/index.ts';
import { inOrder, inPairs, propagations } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { asksRequest, questionsAsked } from '../conditions/asks-request.ts';
import { questionOf } from '../conditions/settle-conditions.ts';
import { remember } from '../../text/index.ts';
import type { Semantics } from '../states/intended-state.ts';
import { effectOf, jointEffect } from '../states/effect.ts';
import { formOf } from '../states/form.ts';
import type { Intern } from '../states/intern.ts';
import { internerOf } from '../states/intern.ts';
import type { Login } from '../states/login.ts';
import { mergeLogin, NO_LOGIN, ownLogin22, ownLogin24 } from '../states/login.ts';
import type { Pair } from './start.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Comparing } from './compare-flows.ts';
import type { ComparedSections, Twins } from './compared-sections.ts';
import { startOf, internPairs } from './start.ts';
import type { Transition, Entered } from './transition.ts';
import { enterFlows, enterBefore, settledState24 } from './transition.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import { enter24 } from '../states/walk-state.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive, isReadBySome } from '../sections/worlds.ts';

/** So many choices are told apart where conditions ask for them. */
const REMEMBERED_CHOICES = 40;

/** Where requests stand on both servers. */
export interface JointState {
  readonly pair: Pair;
  readonly logins: LoginPair;
}

export interface LoginPair {
  readonly before: Login;
  readonly after: Login;
}

/** What is the same in all worlds. `before` is the tree whose flows they are. */
export type Walking = Pick<
  Comparing,
  'before' | 'flags' | 'semantics' | 'accessCompat' | 'correspondence' | 'sharesEqual' | 'work'
>;

export interface BothWalk {
  readonly world: World;
  /** The sections that some server reads. */
  readonly read: readonly SidedSection[];
  /** Begins anew: the flows before are not kept, what was found out about states is. */
  begin(): Propagation<JointState>;
  readonly effectOf: EffectOf;
  /** Whether some section tells folders, files, addresses or hosts apart. */
  readonly asksRequests: boolean;
  readonly inOrder: EventOrder;
}

/**
 * Leads both trees' sections through the same flows, side by side. Of sections that say the same those of the first are asked: the others,
 * most of those of a large tree, need not be kept.
 */
export function walkBoth(sections: ComparedSections, world: World, walking: Walking): BothWalk {
  const { before: model, flags, semantics, accessCompat, correspondence, work } = walking;
  const hasLogins = correspondence.logins !== null;
  const { joints, read, asksRequests } = readJoints(sections, jointMaker(world, walking));
  const jointOf = (section: AccessSection): Joint => joints.get(section)!;
  const intern = internJointStates(
    sections.sided.map(({ section }) => section),
    internerOf(world),
  );
  const jointEffectOf: EffectOf = (section) => jointOf(section).effect;
  const transition: Transition<JointState> = {
    intern,
    effectOf: jointEffectOf,
    enterSection: ({ pair, logins }, section, situation) => {
      const { before, after } = jointOf(section).twins;
      const next = {
        before:
          before === null
            ? pair.before
            : readBefore(pair.before, { section: before, world, situation }, semantics),
        after: after === null ? pair.after : enterAfter(pair.after, after, world, situation),
      };
      return {
        pair: next,
        logins: hasLogins ? enterLogins({ pair, logins }, next, ownLogins({ before, after }, world)) : logins,
      };
    },
  };
  const logins = { before: NO_LOGIN, after: NO_LOGIN };
  const start = intern({ pair: startWith(startOf(model, correspondence.above), accessCompat), logins });
  const asked = askedChoices(joints, world);
  const begin = propagations(
    start,
    enterFlows(transition, flags),
    asksRequests ? REMEMBERED_CHOICES : 0,
    work,
    jointEffectOf,
    asked.isAskedFor,
  );
  // What the first tree asks for is known as long as all of its sections are gone through before those of the second.
  const order = asksRequests && model.readBy === '2.4' ? inOrder : inPairs(asked);
  return { world, read, begin, effectOf: jointEffectOf, asksRequests, inOrder: order };
}

function askedChoices(joints: Joints['joints'], world: World): AskedChoices {
  const asking = new Set<AccessSection>();
  const questions = new Set<string>();
  for (const [section, { effect, twins }] of joints) {
    if (effect !== null) continue;
    asking.add(section);
    for (const twin of [twins.before, twins.after]) {
      if (twin !== null) for (const question of questionsAsked(twin, world)) questions.add(question);
    }
  }
  const isQuestion = remember((choice: Choice): boolean => {
    const question = questionOf(choice);
    return question !== null && questions.has(question);
  });
  return {
    isAsking: (section) => asking.has(section),
    isAskedFor: (choice) => questions.size > 0 && isQuestion(choice),
  };
}

/** What both servers make of a section, and of all that say the same to both. */
interface Joint {
  /** Those of the first such section. */
  readonly twins: Twins;
  /** Null where it depends on the request. */
  readonly effect: object | null;
  /** Whether some server reads it. */
  readonly isRead: boolean;
}

interface Joints extends Pick<BothWalk, 'read' | 'asksRequests'> {
  /** By the sections of flows. */
  readonly joints: ReadonlyMap<AccessSection, Joint>;
}

/** A function of its own, so that what is made here does not hold the sections. */
function readJoints(
  { sided, twins }: ComparedSections,
  jointOf: (section: AccessSection, twins: Twins) => Joint,
): Joints {
  const joints = new Map<AccessSection, Joint>();
  const read: SidedSection[] = [];
  let asksRequests = false;
  for (let i = 0; i < sided.length; i++) {
    const { section } = sided[i]!;
    const joint = jointOf(section, twins[i]!);
    joints.set(section, joint);
    if (joint.effect === null) asksRequests = true;
    if (joint.isRead) read.push(sided[i]!);
  }
  return { joints, read, asksRequests };
}

function jointMaker(
  world: World,
  { before: { readBy }, semantics, sharesEqual, correspondence }: Walking,
): (section: AccessSection, twins: Twins) => Joint {
  const hasLogins = correspondence.logins !== null;
  const asksSituation = ({ before, after }: Twins): boolean =>
    (before !== null && readBy === '2.4' && asksRequest(before, world)) ||
    (after !== null && asksRequest(after, world));
  const effectOn = (section: AccessSection | null, version: Version): object | null =>
    section === null ? null : effectOf(section, version, world, semantics);
  const effectOfTwins = (twins: Twins): object =>
    jointEffect(
      {
        before: effectOn(twins.before, readBy),
        after: effectOn(twins.after, '2.4'),
        login: hasLogins ? ownLogins(twins, world) : null,
      },
      world,
    );
  const isRead = ({ before, after }: Twins): boolean =>
    (before !== null && isReadBySome(before, world)) || (after !== null && isReadBySome(after, world));
  const known = new Map<AccessSection | null, Map<AccessSection | null, Joint>>();
  // What is said of users is no part of the form.
  const firstOf = (section: AccessSection | null): AccessSection | null =>
    section === null || hasLogins ? section : formOf(section, world).section;
  return (section, twins) => {
    // Which .htaccess files are read is told apart by the file.
    if (!sharesEqual || isOfHtaccess(section))
      return { twins, effect: asksSituation(twins) ? null : section, isRead: isRead(twins) };
    const before = firstOf(twins.before);
    const after = firstOf(twins.after);
    let ofBefore = known.get(before);
    if (ofBefore === undefined) known.set(before, (ofBefore = new Map()));
    let joint = ofBefore.get(after);
    if (joint === undefined) {
      const first = { before, after };
      const effect = asksSituation(first) ? null : effectOfTwins(first);
      ofBefore.set(after, (joint = { twins: first, effect, isRead: isRead(first) }));
    }
    return joint;
  };
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
function enterLogins({ pair, logins }: JointState, next: Pair, own: OwnLogins): LoginPair {
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

function internJointStates(
  sections: readonly AccessSection[],
  same: Intern,
): (state: JointState) => JointState {
  const internPair = internPairs(sections, same);
  return ({ pair, logins }) => same({ pair: internPair(pair), logins });
}
