import type { AccessSection } from './types.ts';
import { isMpm } from '../../catalog/index.ts';
import type { Guard, Truth } from '../../model/index.ts';
import { isNegated, moduleAsked, nameAsked } from '../../model/index.ts';

/**
 * One way the guards that cannot be decided from the configuration may turn out: test (without `!`) -> true or false.
 * A migration must be right in each of them.
 */
export type World = ReadonlyMap<string, boolean>;

/** Which server reads the text. */
export type Version = '2.2' | '2.4';

/** Of guards of the server. */
const MOST_UNDECIDED_GUARDS = 5;
/** Of a template's questions together with these: eight that are asked side by side, or the branches of a long choice. */
const MOST_WORLDS = 256;

/** What a person can say or give so that fewer guards are undecided, in the words of all messages that ask for it. */
export const DECIDING_FACTS = {
  names: "which names httpd is started with (-D NAME) and which not (-D '!NAME')",
  modules: 'with --modules what httpd -M of the 2.2 server prints',
};

/** The guards that are not decided, one for each question. @param most with one more it is known that there are too many */
export function undecidedGuards(guards: Iterable<Guard>, most = Infinity): Map<string, Guard> {
  const undecided = new Map<string, Guard>();
  for (const guard of guards) {
    if (undecided.size > most) break;
    if (!isOpen(guard)) continue;
    const key = guardKey(guard);
    if (!undecided.has(key)) undecided.set(key, guard);
  }
  return undecided;
}

/** Whether one of the servers may read what is in it, or not. */
function isOpen(guard: Guard): boolean {
  return truthFor(guard, '2.2') === 'maybe' || guard.on24 === 'maybe';
}

/** Every world of the guards given; null if there are more than can be gone through. */
export function worldsOf(guards: Iterable<Guard>): World[] | null {
  const questions = openQuestions(guards);
  if (questions === null) return null;
  let worlds: Map<string, boolean>[] = [new Map()];
  for (const [key, places] of questions) {
    worlds = worlds.flatMap((world) => {
      const isAsked = places.length === 0 || places.some((within) => isReached(within, world));
      // What is not asked has no say, whatever the answer is.
      const answers = isAsked ? [true, false] : [false];
      return answers.map((value) => new Map(world).set(key, value));
    });
    if (worlds.length > MOST_WORLDS) return null;
  }
  return worlds;
}

/** The guards behind which a question is asked, wherever it is asked; none if it is asked without any somewhere. */
type Places = readonly (readonly Guard[])[];

/** What is undecided, in the order in which it is first asked; null if it is too much. */
function openQuestions(guards: Iterable<Guard>): Map<string, Places> | null {
  const places = new Map<string, Set<readonly Guard[]>>();
  let ofServer = 0;
  for (const guard of guards) {
    if (!isOpen(guard)) continue;
    const key = guardKey(guard);
    const known = places.get(key);
    if (known === undefined) {
      places.set(key, new Set([guard.within ?? NOTHING_AROUND]));
      if (guard.kind !== 'template' && ++ofServer > MOST_UNDECIDED_GUARDS) return null;
      // Each is asked in one world at least.
      if (places.size >= MOST_WORLDS) return null;
    } else if (known.size < MOST_PLACES) known.add(guard.within ?? NOTHING_AROUND);
  }
  return new Map(
    [...places].map(([key, found]) => {
      const isAnywhere = found.size >= MOST_PLACES || [...found].some((within) => within.length === 0);
      return [key, isAnywhere ? [] : [...found]];
    }),
  );
}

const NOTHING_AROUND: readonly Guard[] = [];
/** A question that is asked in so many is taken to be asked in any case. */
const MOST_PLACES = 50;

/** Whether no answer is known that leads past all of these guards. */
function isReached(within: readonly Guard[], world: World): boolean {
  return within.every((guard) => {
    const value = guard.kind === 'template' ? world.get(guardKey(guard)) : undefined;
    return value === undefined || value !== isNegated(guard);
  });
}

/** Whether a server of that version reads what stands inside all of these guards. */
export function isLive(guards: readonly Guard[], version: Version, world: World): boolean {
  for (let i = 0; i < guards.length; i++) if (!holds(guards[i]!, version, world)) return false;
  return true;
}

/** Whether a server of either version reads a section in that world. */
export function isReadBySome({ guards }: { readonly guards: readonly Guard[] }, world: World): boolean {
  return isLive(guards, '2.2', world) || isLive(guards, '2.4', world);
}

/** Whether that server reads it in every world, in some, or in none. */
export function canBeLive(guards: readonly Guard[], version: Version): boolean {
  for (let i = 0; i < guards.length; i++) if (truthFor(guards[i]!, version) === 'no') return false;
  return true;
}

/** Whether one of the guards is neither decided for the version nor one of the world's: `isLive` takes such lines as read. */
export function isUnsure(guards: readonly Guard[], world: World, version: Version = '2.2'): boolean {
  return guards.some((guard) => truthFor(guard, version) === 'maybe' && !world.has(guardKey(guard)));
}

function holds(guard: Guard, version: Version, world: World): boolean {
  const truth = truthFor(guard, version);
  if (truth !== 'maybe') return truth === 'yes';
  const value = world.get(guardKey(guard));
  // What no world answers may be read, whichever way it is asked.
  if (value === undefined) return true;
  return isNegated(guard) ? !value : value;
}

/**
 * Whether the guard asks for an MPM that the tree tells of for 2.4 and not for 2.2, which has its MPM compiled in: it is taken to have been
 * built with prefork, 2.2's default (server/mpm/config.m4 of 2.2).
 */
export function isOfAssumedMpm(guard: Guard): boolean {
  const { kind, on22, on24 } = guard;
  return kind === 'ifmodule' && on22 === 'maybe' && on24 !== 'maybe' && isMpm(nameAsked(guard));
}

function truthFor(guard: Guard, version: Version): Truth {
  if (version === '2.4') return guard.on24;
  if (!isOfAssumedMpm(guard)) return guard.on22;
  const isPrefork = moduleAsked(guard)?.identifier === 'mpm_prefork_module';
  return isPrefork === isNegated(guard) ? 'no' : 'yes';
}

/** The question that the guard, or its negation, asks. */
export function guardKey(guard: Guard): string {
  return `${guard.kind} ${nameAsked(guard)}`;
}

/** The same function, asked once for each section and world. What is known of a world goes when the world does. */
export function rememberPerWorld<Value extends object>(
  make: (section: AccessSection, world: World) => Value,
): (section: AccessSection, world: World) => Value {
  const known = new WeakMap<World, Map<AccessSection, Value>>();
  return (section, world) => {
    let inWorld = known.get(world);
    if (inWorld === undefined) known.set(world, (inWorld = new Map()));
    let value = inWorld.get(section);
    if (value === undefined) inWorld.set(section, (value = make(section, world)));
    return value;
  };
}
