import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { quotedLine } from '../../model/index.ts';
import type { Correspondence } from '../proof/correspondence.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { linesIn } from '../sections/lines-in.ts';
import { completePath, folderComponents } from '../folders/paths.ts';
import type { TreePair } from './tree-pairs.ts';
import type { FolderMap } from './folder-map.ts';
import type { PermissionPlace, PlacedLines, Placing } from './permission-places.ts';
import { folderPlace, hasPlace, linesAt, linesByServer, settingAt } from './permission-places.ts';
import { PERMISSIONS } from './permission-table.ts';
import type { Setting } from './permission-values.ts';
import type { TreeNote } from './tree-note.ts';
import { usedFlags } from './used-flags.ts';

/** One value that is in force in one of the trees only. */
interface Difference {
  readonly value: string;
  readonly isGained: boolean;
  /** Null: a default. */
  readonly line: Occurrence | null;
}

interface Side {
  readonly lines: PlacedLines;
  readonly placing: Placing;
  readonly isWhole: boolean;
  /** The flags that something makes use of. */
  readonly used: ReadonlySet<string>;
}

type Sides = readonly [before: Side, after: Side];

/** Settings that decide what those who get in may do, and who is believed, where they differ. */
export function permissionNotes(
  { before, after }: TreePair,
  servers: readonly (readonly [Scope, Scope])[],
  { placeBefore, placeAfter }: Correspondence,
  folders: FolderMap,
): TreeNote[] {
  const reading = {
    before: {
      side: 'before',
      version: before.model.readBy === '2.4' ? '2.4' : '2.2',
      path: pathIn(before),
      placesOf: (section) => [placeBefore(section)],
    },
    after: {
      side: 'after',
      version: '2.4',
      path: (path) => folders.pathOf(pathIn(after)(path)),
      placesOf: placeAfter,
    },
  } as const satisfies Record<string, Placing>;
  const isWhole = before.model.kind === 'server' && after.model.kind === 'server';
  const sideBefore = sidesOf(before.model, reading.before, isWhole);
  const sideAfter = sidesOf(after.model, reading.after, isWhole);
  const { main } = before.model;
  const servedByMain = servedFolders(main, reading.before.path);
  const servedBy = (server: Scope): Served => ({
    byMain: servedByMain,
    own: server === main ? [] : servedFolders(server, reading.before.path),
  });
  const notes = servers.flatMap(([then, now]) => {
    const sides: Sides = [sideBefore(then), sideAfter(now)];
    return notesOf(sides, servedBy(then), now);
  });
  // What the main server says is in force on each virtual host.
  return [...new Map(notes.map((note) => [`${note.message} ${note.place?.seq}`, note])).values()];
}

function sidesOf(model: ServerModel, placing: Placing, isWhole: boolean): (server: Scope) => Side {
  const used = usedFlags(model);
  const linesOf = linesByServer(model, placing);
  return (server) => ({ lines: linesOf(server), placing, isWhole, used });
}

function pathIn({ model }: RequestTree): (path: string) => string {
  return (path) => completePath(path, model);
}

/** Folders that files are served from, by the main server's lines and by those of a virtual host. */
interface Served {
  readonly byMain: readonly PermissionPlace[];
  readonly own: readonly PermissionPlace[];
}

/** The folders that lines of the server lead to, those with scripts apart: these run without ExecCGI. */
function servedFolders(server: Scope, path: (text: string) => string): PermissionPlace[] {
  return linesIn(server)
    .filter(({ name }) => name === 'documentroot' || name === 'alias')
    .map(({ args }) => folderPlace(folderComponents(path(args.at(-1) ?? ''))));
}

function notesOf(sides: Sides, { byMain, own }: Served, server: Scope): TreeNote[] {
  const roots = new Map([...byMain, ...own].map((place) => [place.key, place]));
  const known = new Set(byMain.map(({ key }) => key));
  const newRoots = [...roots.keys()].filter((key) => !known.has(key));
  const compared = sides.flatMap(({ lines }) => placesToCompare(lines, sides, newRoots));
  const places = new Map([...roots.values(), ...compared].map((place) => [place.key, place]));
  return [...places.values()].flatMap((place) => {
    const names = [...new Set(namesAt(sides, place))].filter((name) => isComparedAt(place, name, sides));
    return names.flatMap((name) => noteOf(sides, nested(place, sides, roots), name, server));
  });
}

/**
 * Of the places that the main server speaks of, those where a virtual host says something of the same, or serves what the main server does
 * not: the others are compared for the main server.
 */
function placesToCompare(
  { own, main }: PlacedLines,
  sides: Sides,
  newRoots: readonly string[],
): PermissionPlace[] {
  if (main === null) return [...own.places.values()];
  const served = newRoots.flatMap((key) => main.below(key));
  const touched = sides.flatMap(({ lines }) =>
    [...lines.own.linesAt].flatMap(([key, here]) => {
      const names = new Set(here.map(({ name }) => name));
      return main.below(key).filter((place) => namesAt(sides, place).some((name) => dependsOn(name, names)));
    }),
  );
  return [...served, ...touched, ...own.places.values()];
}

function dependsOn(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || PERMISSIONS[name]?.beside?.some((each) => names.has(each)) === true;
}

/** What a whole server's own Options say is seen in the folders that are served. */
function isComparedAt({ key }: PermissionPlace, name: string, sides: Sides): boolean {
  return key !== '' || name !== 'options' || !sides.every(({ isWhole }) => isWhole);
}

/** The settings that are said there; Options have a value in any folder. */
function namesAt(sides: Sides, { key }: PermissionPlace): string[] {
  const names = sides.flatMap(({ lines }) => linesAt(lines, key).map(({ name }) => name));
  return [...names, ...(key.startsWith('folder') ? ['options'] : [])];
}

function noteOf(sides: Sides, place: Nested, name: string, server: Scope): TreeNote[] {
  const { nearest, isServed } = place;
  const around = nearest !== null && isComparedAt(nearest, name, sides) ? nearest : null;
  const known = new Set((around === null ? [] : differencesAt(sides, around, name, isServed)).map(keyOf));
  const found = differencesAt(sides, place, name, isServed).filter((each) => !known.has(keyOf(each)));
  const [first] = found;
  const permission = PERMISSIONS[name];
  if (first === undefined || permission === undefined) return [];
  const lines = found.flatMap(({ line }) => line ?? []);
  const line = lines.find((each) => each.scope.server === server) ?? lines[0] ?? null;
  const where = line === null && place.key.startsWith('folder ') ? ` in ${place.key.slice(7)}` : '';
  const message = `${saying(found, name, line)}${where}: ${permission.effect}`;
  return [{ code: 'permission', level: 'difference', message, place: line }];
}

/** A place, and the innermost one around it that is compared, too: what differs there is not told again. */
interface Nested extends PermissionPlace {
  readonly nearest: PermissionPlace | null;
  /** Whether some address leads there. */
  readonly isServed: boolean;
}

function nested(place: PermissionPlace, sides: Sides, roots: ReadonlyMap<string, PermissionPlace>): Nested {
  const key = place.around.findLast(
    (each) => roots.has(each) || sides.some(({ lines }) => hasPlace(lines, each)),
  );
  return {
    ...place,
    nearest: key === undefined ? null : { key, around: place.around.slice(0, place.around.indexOf(key)) },
    isServed: [...place.around, place.key].some((each) => roots.has(each)),
  };
}

function keyOf({ value, isGained }: Difference): string {
  return `${isGained} ${value}`;
}

/** `Dav on is in AFTER only`, `Options: ExecCGI, Indexes in AFTER only`. */
function saying(found: readonly Difference[], name: string, line: Occurrence | null): string {
  const written = line?.node.name.value ?? (name === 'options' ? 'Options' : name);
  // Beside a line that leaves all as it is around, the whole line is the difference.
  if (PERMISSIONS[name]?.kind !== 'flags' || found.some(({ value }) => value.startsWith('-'))) {
    const texts = found.map(({ value, isGained, line: by }) => {
      const text = by === null ? `${written} ${value} (the default)` : quotedLine(by);
      return `${text} in ${isGained ? 'AFTER' : 'BEFORE'} only`;
    });
    return [...new Set(texts)].join(', ');
  }
  const parts = [true, false].flatMap((gained) => {
    const words = found.filter(({ isGained }) => isGained === gained).map(({ value }) => value);
    return words.length === 0 ? [] : [`${words.join(', ')} in ${gained ? 'AFTER' : 'BEFORE'} only`];
  });
  return `${written}: ${parts.join('; ')}`;
}

function differencesAt(sides: Sides, place: PermissionPlace, name: string, isServed: boolean): Difference[] {
  const { beside, only } = PERMISSIONS[name] ?? {};
  if (beside !== undefined && !sides.some(({ lines }) => hasOneOf(lines, place, beside))) return [];
  const [old, made] = sides.map(({ lines, placing, isWhole }) =>
    implied(settingAt(lines, place, name, isWhole, placing)),
  );
  if (old === undefined || made === undefined) return [];
  const found = [
    ...(only === 'lost' ? [] : onlyIn(made, old, true)),
    ...(only === 'gained' ? [] : onlyIn(old, made, false)),
  ];
  // A flag that is on by default counts where something of that server makes use of it.
  const isOfDefault = ({ line }: Difference): boolean => line === null && name === 'options';
  const isSet = sides.every(({ lines }) => linesAt(lines, 'address /').some((line) => line.name === name));
  const isUsed = ({ value, isGained }: Difference): boolean =>
    isServed && !isSet && sides[isGained ? 1 : 0].used.has(value);
  return found.filter((each) => !isOfDefault(each) || isUsed(each));
}

function hasOneOf(lines: PlacedLines, { key, around }: PermissionPlace, names: readonly string[]): boolean {
  return [...around, key].some((each) => linesAt(lines, each).some((line) => names.includes(line.name)));
}

/** Who follows all links follows those of the same owner. */
function implied(setting: Setting): Setting {
  const { values, off } = setting;
  if (!values.has('FollowSymLinks')) return setting;
  const owner = 'SymLinksIfOwnerMatch';
  return {
    ...setting,
    values: new Set([...values, owner]),
    off: new Set([...off].filter((word) => word !== owner)),
  };
}

function onlyIn(one: Setting, other: Setting, isGained: boolean): Difference[] {
  const on = [...one.values].filter((value) => !other.values.has(value));
  // Off here, and left as it is around there.
  const off = [...one.off].filter((value) => !other.values.has(value) && !other.off.has(value));
  return [
    ...on.map((value) => ({ value, isGained, line: one.by.get(value) ?? other.by.get(value) ?? null })),
    ...off.map((value) => ({ value: `-${value}`, isGained, line: one.by.get(value) ?? null })),
  ];
}
