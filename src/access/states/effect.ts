import { stepOf } from '../chains/order.ts';
import { rememberWeakly } from '../../text/index.ts';
import { rememberPerWorld } from '../sections/remember.ts';
import type { AccessSection } from '../sections/types.ts';
import { WrittenLine } from '../sections/written-line.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { Semantics } from './intended-state.ts';
import { createInterner } from './intern.ts';
import { saidOverride } from './override.ts';
import { isAllMethods } from '../policy/index.ts';
import { ownStateBefore } from './walk-state.ts';

/** One object for all sections of a world that do the same to whatever state requests come in. */
type Effect = object;

/**
 * What a section does to a state on a server of that version: ten thousand virtual hosts say little that is new, so what was made
 * of one section is known for the others. Which .htaccess files are read is told apart by the file: these are like no other.
 */
export function effectOf(
  section: AccessSection,
  version: Version,
  world: World,
  semantics: Semantics,
): Effect {
  return isOfHtaccess(section) ? section : effects[version][semantics](section, world);
}

const effectsOn = (version: Version, semantics: Semantics) => {
  const byText = rememberWeakly((_world: World) => new Map<string, Effect>());
  const make = (section: AccessSection, world: World): Effect =>
    internerOf(world)({
      version,
      step: stepOf(section),
      isRead: isLive(section.guards, '2.2', world),
      isReadAfter: isLive(section.guards, '2.4', world),
      own: ownStateBefore(section, version, world, semantics),
      said: saidOverride(section, version, world),
    });
  return rememberPerWorld((section, world) => {
    const text = fixedTextOf(section, world);
    if (text === null) return make(section, world);
    const known = byText(world);
    let effect = known.get(text);
    if (effect === undefined) known.set(text, (effect = make(section, world)));
    return effect;
  });
};

/** All that the effect depends on, as it stands there; null where it depends on more than the section's own text. */
export function fixedTextOf(section: AccessSection, world: World): string | null {
  const { entries, guards } = section;
  const texts = [`${stepOf(section)} ${isLive(guards, '2.2', world)} ${isLive(guards, '2.4', world)}`];
  for (const entry of entries) {
    if (!(entry instanceof WrittenLine) || entry.guards !== guards || !isAllMethods(entry.methods))
      return null;
    const text = entry.fixedText;
    if (text === null) return null;
    texts.push(text);
  }
  return texts.join('\n');
}

const effects = {
  '2.2': { exact: effectsOn('2.2', 'exact'), contract: effectsOn('2.2', 'contract') },
  '2.4': { exact: effectsOn('2.4', 'exact'), contract: effectsOn('2.4', 'contract') },
};

/** Several effects, or an effect and what else counts, as one object for equal ones. */
export function jointEffect(parts: Effect, world: World): Effect {
  return internerOf(world)(parts);
}

const internerOf = rememberWeakly((_world: World) => createInterner<Effect>());

/** Whether the section is a .htaccess file, or stands in one. */
export function isOfHtaccess({ matcher, parent }: AccessSection): boolean {
  return matcher.type === 'htaccess' || (parent !== null && isOfHtaccess(parent));
}
