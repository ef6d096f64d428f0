import type { Guard, ServerModel } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import type { Enter } from '../chains/index.ts';
import { walkFlows } from '../chains/index.ts';
import { createInterner } from '../states/intern.ts';
import type { Override } from '../states/override.ts';
import { DEFAULT_OVERRIDE, mergeOverride, permitsAll, readsHtaccess } from '../states/override.ts';
import { readAllSections } from '../sections/read-sections.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import { isDone } from '../work.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, undecidedGuards, worldsOf } from '../sections/worlds.ts';

/**
 * The .htaccess files (paths) that 2.2 answered 500 for whoever asked, because they say what no AllowOverride on the way to
 * them permits. Taking out of them what 2.4 no longer knows would open the folders below.
 */
export function refusedHtaccessFiles(model: ServerModel): ReadonlySet<string> {
  if (model.htaccess.length === 0 || !permitsInPart(model)) return new Set();
  const sections = readAllSections(model);
  const readings = readingsIn(worldsOf(sections.flatMap(guardsOf)) ?? [], model, sections);
  if (readings === null) return new Set();
  const taken = new Set(readings.flatMap((reading) => [...reading.taken]));
  const refused = readings.flatMap((reading) => [...reading.refused]);
  return new Set(refused.filter((path) => !taken.has(path)));
}

/**
 * The sections without those lines of .htaccess files that are read only where they make 2.2 refuse the file: they stay as they are,
 * so that 2.4 refuses it there, too.
 */
export function withoutRefusedLines(
  sections: readonly AccessSection[],
  worlds: readonly World[],
  model: ServerModel,
): readonly AccessSection[] {
  const isGuarded = sections.some(
    (section) => inHtaccess(section) && undecidedGuards(guardsOf(section)).size > 0,
  );
  const readings = isGuarded && permitsInPart(model) ? readingsIn(worlds, model, sections) : null;
  if (readings === null) return sections;
  const reduced = new Map<AccessSection | null, AccessSection>();
  return sections.map((section) => {
    const parent = reduced.get(section.parent) ?? section.parent;
    const entries = section.entries.filter((entry) => !isOnlyRefused(entry, section, readings));
    const made = { ...section, parent, entries };
    reduced.set(section, made);
    return made;
  });
}

/** Whether the line is read where its .htaccess file is refused, and nowhere else. */
function isOnlyRefused(
  { guards }: { readonly guards: readonly Guard[] },
  section: AccessSection,
  readings: readonly Reading[],
): boolean {
  if (!inHtaccess(section)) return false;
  const { path } = section.scope.file;
  const isReadIn = readings.filter(({ world }) => isLive(guards, '2.2', world));
  return isReadIn.some(({ refused }) => refused.has(path)) && !isReadIn.some(({ taken }) => taken.has(path));
}

function inHtaccess({ scope }: AccessSection): boolean {
  return scope.file.role === 'htaccess';
}

/** What becomes of .htaccess files (paths) in one world: where 2.2 finds what is not permitted, and where it does not. */
interface Reading {
  readonly world: World;
  readonly refused: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}

/** Null: too much to find out. */
function readingsIn(
  worlds: readonly World[],
  model: ServerModel,
  sections: readonly AccessSection[],
): Reading[] | null {
  const readings: Reading[] = [];
  for (const world of worlds) {
    const reading = readingIn(world, model, sections);
    if (reading === null) return null;
    readings.push(reading);
  }
  return readings;
}

function readingIn(world: World, model: ServerModel, sections: readonly AccessSection[]): Reading | null {
  const refused = new Set<string>();
  const taken = new Set<string>();
  const same = createInterner<Override>();
  const enter: Enter<Override> = ({ state }, { section }) => {
    if (section.matcher.type !== 'htaccess') return same(mergeOverride(state, section, '2.2', world));
    const { path } = section.scope.file;
    if (readsHtaccess(state)) (permitsAll(state, section, '2.2', world) ? taken : refused).add(path);
    return state;
  };
  const start = same(DEFAULT_OVERRIDE['2.2']);
  const hasWalked = isDone(() => walkFlows({ model, sections, world }, start, enter));
  return hasWalked ? { world, refused, taken } : null;
}

/** Where everything is permitted, or nothing, there is no line that is not. */
export function permitsInPart(model: ServerModel): boolean {
  return occurrencesOf(model, 'allowoverride').some(({ args }) => !/^(?:all|none)$/i.test(args.join(' ')));
}
