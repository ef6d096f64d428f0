import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { choiceOf } from '../chains/choice.ts';
import { canonicalPattern } from '../routes/canonical-text.ts';
import { analysisOf } from '../sections/analysis.ts';
import { linesIn } from '../sections/lines-in.ts';
import { pathsTo } from '../sections/paths.ts';
import { countsOn } from '../sections/types.ts';
import type { AccessSection, Matcher } from '../sections/types.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import { PERMISSIONS } from './permission-table.ts';
import type { Setting, ValueReading } from './permission-values.ts';
import { mergeLine, SILENT, unsetValue } from './permission-values.ts';

/** Where settings are compared: a server (''), a folder, an address, or a section with a pattern or a file name. */
export interface PermissionPlace {
  readonly key: string;
  /** Those around it, outermost first: what they say is in force here, too. */
  readonly around: readonly string[];
}

/** What the lines of one server say, by place. */
export interface PlacedLines {
  readonly places: ReadonlyMap<string, PermissionPlace>;
  readonly linesAt: ReadonlyMap<string, readonly Occurrence[]>;
}

/** How the sections of one tree are placed. */
export interface Placing extends ValueReading {
  readonly side: 'before' | 'after';
  placesOf(section: AccessSection): readonly AccessSection[];
}

/** The lines of a server, those of the main server before its own. */
export function placedLines(model: ServerModel, server: Scope, placing: Placing): PlacedLines {
  const version = placing.side === 'before' ? '2.2' : '2.4';
  const places = new Map<string, PermissionPlace>();
  const linesAt = new Map<string, Occurrence[]>();
  const add = (place: PermissionPlace, lines: readonly Occurrence[]): void => {
    if (lines.length === 0) return;
    places.set(place.key, place);
    linesAt.set(place.key, [...(linesAt.get(place.key) ?? []), ...lines]);
  };
  const sections = analysisOf(model).allSections.filter((section) => countsOn(section.server, server));
  for (const of of server === model.main ? [model.main] : [model.main, server]) {
    add(SERVER, permissionLines(of, version));
    for (const section of sections.filter((each) => each.server === of)) {
      const lines = canBeLive(section.guards, version) ? permissionLines(section.scope, version) : [];
      if (lines.length === 0) continue;
      for (const place of placesOf(section, placing)) add(place, lines);
    }
  }
  return { places, linesAt };
}

const SERVER: PermissionPlace = { key: '', around: [] };

function permissionLines(scope: Scope, version: Version): Occurrence[] {
  return linesIn(scope, (guards) => canBeLive(guards, version)).filter(
    ({ name }) => PERMISSIONS[name] !== undefined,
  );
}

/** A folder that nothing needs to be written about. */
export function folderPlace(path: readonly string[]): PermissionPlace {
  return placeAt('folder', path);
}

function placeAt(kind: 'folder' | 'address', path: readonly string[]): PermissionPlace {
  const keys = pathsTo(path).map((each) => `${kind} ${each}`);
  return { key: keys.at(-1) ?? kind, around: ['', ...keys.slice(0, -1)] };
}

function placesOf(section: AccessSection, placing: Placing): PermissionPlace[] {
  const parents = section.parent === null ? null : placesOf(section.parent, placing);
  return placing.placesOf(section).flatMap((placed): PermissionPlace[] => {
    const { matcher } = placed;
    if (parents === null && (matcher.type === 'directory' || matcher.type === 'htaccess')) {
      return [placeAt('folder', matcher.path)];
    }
    if (parents === null && matcher.type === 'location') return [placeAt('address', matcher.path)];
    const key = matcherKey(placed, matcher, placing.side);
    return (parents ?? [SERVER]).map((parent) => ({ key: `${parent.key} ${key}`, around: [] }));
  });
}

function matcherKey(section: AccessSection, matcher: Matcher, side: Placing['side']): string {
  if (!matcher.type.endsWith('-regex')) return JSON.stringify(matcher);
  const choice = choiceOf({ section, side });
  return `${matcher.type} ${canonicalPattern(choice)}`;
}

/** What is in force of one setting at a place. What is around an address or a pattern is some folder's affair. */
export function settingAt(
  { linesAt }: PlacedLines,
  { key, around }: PermissionPlace,
  name: string,
  isWhole: boolean,
  reading: ValueReading,
): Setting {
  const isFlags = PERMISSIONS[name]?.kind === 'flags';
  const isKnown = !isFlags || (isWhole && key.startsWith('folder'));
  const start = isKnown ? unsetValue(name, reading.version) : SILENT;
  return [...around, key]
    .flatMap((each) => linesAt.get(each)?.filter((line) => line.name === name) ?? [])
    .reduce((outer, line) => mergeLine(outer, line, reading), start);
}
