import type { Guard, Occurrence, ServerModel } from '../../model/index.ts';
import { nameOfItem, occurrencesOf } from '../../model/index.ts';
import { permitsAll } from '../states/override.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import type { RefusingLine } from '../sections/refusing-lines.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { canBeLive, isLive, undecidedGuards } from '../sections/worlds.ts';
import type { Openings } from './htaccess-openings.ts';
import { htaccessOpenings, openingsIn } from './htaccess-openings.ts';

/**
 * The .htaccess files (paths) that a version answers 500 for whoever asks, because they say what no AllowOverride on the way to
 * them permits. Taking out of them what 2.4 no longer knows would open the folders below.
 */
export function refusedHtaccessFiles(model: ServerModel, version: Version = '2.2'): ReadonlySet<string> {
  if (model.htaccess.length === 0 || !mayRefuse(model)) return new Set();
  const readings = readingsOf(htaccessOpenings(model, version), version);
  if (readings === null) return new Set();
  const taken = new Set(readings.flatMap((reading) => [...reading.taken]));
  const refused = readings.flatMap((reading) => [...reading.refused]);
  return new Set(refused.filter((path) => !taken.has(path)));
}

/** The .htaccess files (paths) that 2.2 answers 500 for: those that 2.4 refuses as they are written, and those that it takes, as it skips what is not permitted. */
export function refusedByVersions(model: ServerModel): Record<'byBoth' | 'by22', ReadonlySet<string>> {
  const refused = [...refusedHtaccessFiles(model, '2.2')];
  const by24 = refused.length === 0 ? new Set() : refusedHtaccessFiles(model, '2.4');
  return {
    byBoth: new Set(refused.filter((path) => by24.has(path))),
    by22: new Set(refused.filter((path) => !by24.has(path))),
  };
}

/** The .htaccess files (paths) that a version opens for some request; null where that is too much to find out. */
export function readHtaccessFiles(model: ServerModel, version: Version): ReadonlySet<string> | null {
  const openings = htaccessOpenings(model, version);
  return openings && new Set(openings.flatMap(({ files }) => [...files.keys()].map(pathOf)));
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
  const isAsked = isGuarded && mayRefuse(model);
  const readings = isAsked ? readingsOf(openingsIn(worlds, model, sections, '2.2'), '2.2') : null;
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
  const path = pathOf(section);
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
function readingsOf(openings: readonly Openings[] | null, version: Version): Reading[] | null {
  return openings && openings.map((inWorld) => readingOf(inWorld, version));
}

function readingOf({ world, files }: Openings, version: Version): Reading {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const [section, opened] of files) {
    for (const { override } of opened) {
      (permitsAll(override, section, version, world) ? taken : refused).add(pathOf(section));
    }
  }
  return { world, refused, taken };
}

function pathOf({ scope }: AccessSection): string {
  return scope.file.path;
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
  const read = readHtaccessFiles(model, '2.2');
  // What 2.4 does not permit there, or does not know either, it refuses by itself.
  const readings24 = readingsOf(htaccessOpenings(model, '2.4'), '2.4');
  const takenBy24 = new Set(readings24?.flatMap(({ taken }) => [...taken]));
  return found.filter(({ section }) => {
    const path = pathOf(section);
    return read?.has(path) === true && (readings24 === null || takenBy24.has(path));
  });
}

/** What no module of httpd's has, and nobody else's is loaded, 2.4 refuses as well. */
function mayKnow(line: RefusingLine['line'], { facts, hasOthers }: KnownDirectives): boolean {
  return hasOthers || facts(nameOfItem(line)) !== null;
}
