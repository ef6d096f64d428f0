import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { append, groupBy } from '../../text/index.ts';
import { matcherKey } from '../routes/read-routes.ts';
import { analysisOf } from '../sections/analysis.ts';
import { linesIn } from '../sections/lines-in.ts';
import { joinComponents, pathsTo } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
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
  /** Its own lines. */
  readonly own: Layer;
  /** Those of the main server, which come before them; null: this is the main server. */
  readonly main: Layer | null;
}

interface Layer {
  readonly places: ReadonlyMap<string, PermissionPlace>;
  readonly linesAt: ReadonlyMap<string, readonly Occurrence[]>;
  /** The places around which another is, by that one's key; in order. */
  below(key: string): readonly PermissionPlace[];
}

export function linesAt({ own, main }: PlacedLines, key: string): readonly Occurrence[] {
  const [outer, inner] = [main?.linesAt.get(key) ?? NO_LINES, own.linesAt.get(key) ?? NO_LINES];
  return outer.length === 0 ? inner : [...outer, ...inner];
}

export function hasPlace({ own, main }: PlacedLines, key: string): boolean {
  return own.places.has(key) || main?.places.has(key) === true;
}

/** How the sections of one tree are placed. */
export interface Placing extends ValueReading {
  readonly side: 'before' | 'after';
  placesOf(section: AccessSection): readonly AccessSection[];
}

const NO_LINES: readonly Occurrence[] = [];

/** For each server of a tree its lines, those of the main server before its own. */
export function linesByServer(model: ServerModel, placing: Placing): (server: Scope) => PlacedLines {
  const sections = groupBy(analysisOf(model).allSections, ({ server }) => server);
  const ownLines = (server: Scope): Layer => layerOf(placedIn(server, sections.get(server) ?? [], placing));
  const main = ownLines(model.main);
  return (server) => (server === model.main ? { own: main, main: null } : { own: ownLines(server), main });
}

interface PlacedLine {
  readonly place: PermissionPlace;
  readonly lines: readonly Occurrence[];
}

function placedIn(server: Scope, sections: readonly AccessSection[], placing: Placing): PlacedLine[] {
  const version = placing.side === 'before' ? '2.2' : '2.4';
  const isForServer = placing.version === '2.2' ? isForServer22 : () => false;
  const lifted: Occurrence[] = [];
  const ofSections = sections.flatMap((section) => {
    const written = canBeLive(section.guards, version) ? permissionLines(section.scope, version) : [];
    const lines = written.filter((line) => !isForServer(line));
    if (section.matcher.type !== 'htaccess') lifted.push(...written.filter(isForServer));
    return lines.length === 0 ? [] : placesOf(section, placing).map((place) => ({ place, lines }));
  });
  const own = [...permissionLines(server, version), ...lifted].toSorted((a, b) => a.seq - b.seq);
  return [{ place: SERVER, lines: own }, ...ofSections];
}

/** Which authorities 2.2 believes is said for the whole virtual host, in whatever section (ssl_cmd_SSLCACertificateFile, ssl_engine_config.c). */
function isForServer22({ name }: Occurrence): boolean {
  return name === 'sslcacertificatefile' || name === 'sslcacertificatepath';
}

function layerOf(placed: readonly PlacedLine[]): Layer {
  const groups = groupBy(
    placed.filter(({ lines }) => lines.length > 0),
    ({ place }) => place.key,
  );
  const places = new Map([...groups].map(([key, group]) => [key, group.at(-1)!.place]));
  let within: ReadonlyMap<string, readonly PermissionPlace[]> | null = null;
  return {
    places,
    linesAt: new Map([...groups].map(([key, group]) => [key, group.flatMap(({ lines }) => lines)])),
    below: (key) => (within ??= placesWithin(places.values())).get(key) ?? [],
  };
}

/** The places by the key of each that is around them. */
function placesWithin(places: Iterable<PermissionPlace>): ReadonlyMap<string, PermissionPlace[]> {
  const found = new Map<string, PermissionPlace[]>();
  for (const place of places) {
    for (const key of place.around) append(found, key, place);
  }
  return found;
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
  const keys = pathsTo(joinComponents(path)).map((each) => `${kind} ${each}`);
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
    const key = matcherKey(placed, placing.side);
    return (parents ?? [SERVER]).map((parent) => ({ key: `${parent.key} ${key}`, around: [] }));
  });
}

/** What is in force of one setting at a place. What is around an address or a pattern is some folder's affair. */
export function settingAt(
  lines: PlacedLines,
  { key, around }: PermissionPlace,
  name: string,
  isWhole: boolean,
  reading: ValueReading,
): Setting {
  const isFlags = PERMISSIONS[name]?.kind === 'flags';
  const isKnown = !isFlags || (isWhole && key.startsWith('folder'));
  const start = isKnown ? unsetValue(name, reading.version) : SILENT;
  return [...around, key]
    .flatMap((each) => linesAt(lines, each).filter((line) => line.name === name))
    .reduce((outer, line) => mergeLine(outer, line, reading), start);
}
