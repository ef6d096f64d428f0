import type { Guard, Occurrence, ServerModel } from '../../model/index.ts';
import { nameOfItem, occurrencesOf } from '../../model/index.ts';
import type { Enter } from '../chains/index.ts';
import { walkFlows } from '../chains/index.ts';
import { createInterner } from '../states/intern.ts';
import type { Override } from '../states/override.ts';
import { DEFAULT_OVERRIDE, mergeOverride, permitsAll, readsHtaccess } from '../states/override.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import type { RefusingLine } from '../sections/refusing-lines.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import { isDone } from '../work.ts';
import type { Version, World } from '../sections/worlds.ts';
import { canBeLive, isLive, undecidedGuards, worldsOf } from '../sections/worlds.ts';

/**
 * The .htaccess files (paths) that a version answers 500 for whoever asks, because they say what no AllowOverride on the way to
 * them permits. Taking out of them what 2.4 no longer knows would open the folders below.
 */
export function refusedHtaccessFiles(model: ServerModel, version: Version = '2.2'): ReadonlySet<string> {
  if (model.htaccess.length === 0 || !mayRefuse(model)) return new Set();
  const sections = analysisOf(model).allSections;
  const readings = readingsIn(worldsOf(sections.flatMap(guardsOf)) ?? [], model, sections, version);
  if (readings === null) return new Set();
  const taken = new Set(readings.flatMap((reading) => [...reading.taken]));
  const refused = readings.flatMap((reading) => [...reading.refused]);
  return new Set(refused.filter((path) => !taken.has(path)));
}

/** The .htaccess files (paths) that a version opens for some request; null where that is too much to find out. */
export function readHtaccessFiles(model: ServerModel, version: Version): ReadonlySet<string> | null {
  const sections = analysisOf(model).allSections;
  const worlds = worldsOf(sections.flatMap(guardsOf));
  const readings = worlds && readingsIn(worlds, model, sections, version);
  return readings && new Set(readings.flatMap(({ refused, taken }) => [...refused, ...taken]));
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
  const readings = isGuarded && mayRefuse(model) ? readingsIn(worlds, model, sections) : null;
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

/** What becomes of .htaccess files (paths) in one world: where a server finds what is not permitted, and where it does not. */
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
  version: Version = '2.2',
): Reading[] | null {
  const readings: Reading[] = [];
  for (const world of worlds) {
    const reading = readingIn(world, model, sections, version);
    if (reading === null) return null;
    readings.push(reading);
  }
  return readings;
}

function readingIn(
  world: World,
  model: ServerModel,
  sections: readonly AccessSection[],
  version: Version,
): Reading | null {
  const refused = new Set<string>();
  const taken = new Set<string>();
  const same = createInterner();
  const enter: Enter<Override> = ({ state }, { section }) => {
    if (section.matcher.type !== 'htaccess') return same(mergeOverride(state, section, version, world));
    const { path } = section.scope.file;
    if (readsHtaccess(state)) (permitsAll(state, section, version, world) ? taken : refused).add(path);
    return state;
  };
  // Where nothing is said 2.2's default is written for 2.4.
  const start = same(DEFAULT_OVERRIDE['2.2']);
  const hasWalked = isDone(() => walkFlows({ model, sections, world }, start, enter));
  return hasWalked ? { world, refused, taken } : null;
}

/** Where everything is permitted, or nothing, there is no line that is not; but 2.2 may not know it, or not its words. */
export function mayRefuse(model: ServerModel): boolean {
  const isPart = ({ args }: Occurrence): boolean => !/^(?:all|none)$/i.test(args.join(' '));
  return (
    occurrencesOf(model, 'allowoverride').some(isPart) ||
    analysisOf(model).allSections.some(
      ({ refusing }) => refusing !== undefined && refusing['2.2'].length > 0,
    ) ||
    model.htaccess.some(({ scope }) => misspeltLine(scope, '2.2', ANY_WORLD) !== null)
  );
}

/** What is not decided may be read. */
const ANY_WORLD: World = new Map();

/** A .htaccess file that is read and that holds lines which 2.2 does not know and 2.4 may take. */
export interface NewWords {
  readonly section: AccessSection;
  readonly lines: readonly RefusingLine[];
}

export function filesOfNewWords(model: ServerModel): NewWords[] {
  const sections = analysisOf(model).allSections;
  const known24 = knownDirectives(model, '2.4');
  const found = sections.flatMap((section) => {
    const lines = section.refusing?.['2.2'].filter(({ guards }) => canBeLive(guards, '2.2')) ?? [];
    return lines.some(({ line }) => mayKnow(line, known24)) ? [{ section, lines }] : [];
  });
  if (found.length === 0) return [];
  const worlds = worldsOf(sections.flatMap(guardsOf)) ?? [];
  const readings = readingsIn(worlds, model, sections) ?? [];
  const read = new Set(readings.flatMap(({ refused, taken }) => [...refused, ...taken]));
  // What 2.4 does not permit there, or does not know either, it refuses by itself.
  const readings24 = readingsIn(worlds, model, sections, '2.4');
  const takenBy24 = new Set(readings24?.flatMap(({ taken }) => [...taken]));
  return found.filter(({ section: { scope } }) => {
    const { path } = scope.file;
    return read.has(path) && (readings24 === null || takenBy24.has(path));
  });
}

/** What no module of httpd's has, and nobody else's is loaded, 2.4 refuses as well. */
function mayKnow(line: RefusingLine['line'], { facts, hasOthers }: KnownDirectives): boolean {
  return hasOthers || facts(nameOfItem(line)) !== null;
}
