import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { lineText } from '../../model/index.ts';
import type { Correspondence } from '../proof/correspondence.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { linesIn } from '../sections/lines-in.ts';
import { folderComponents, rootRelative } from '../sections/paths.ts';
import type { TreePair } from './example-request.ts';
import type { FolderMap } from './folder-map.ts';
import type { PermissionPlace, PlacedLines, Placing } from './permission-places.ts';
import { folderPlace, placedLines, settingAt } from './permission-places.ts';
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
  const notes = servers.flatMap(([then, now]) => {
    const sides: Sides = [
      sideOf(before.model, then, reading.before, isWhole),
      sideOf(after.model, now, reading.after, isWhole),
    ];
    const served = servedFolders(before.model, then, reading.before.path);
    return notesOf(sides, served, now);
  });
  // What the main server says is in force on each virtual host.
  return [...new Map(notes.map((note) => [`${note.message} ${note.place?.seq}`, note])).values()];
}

function sideOf(model: ServerModel, server: Scope, placing: Placing, isWhole: boolean): Side {
  return { lines: placedLines(model, server, placing), placing, isWhole, used: usedFlags(model) };
}

function pathIn({ model }: RequestTree): (path: string) => string {
  return (path) => rootRelative(path, model.statedRoot);
}

/** The folders that lines of the server lead to, those with scripts apart: these run without ExecCGI. */
function servedFolders(
  { main }: ServerModel,
  server: Scope,
  path: (text: string) => string,
): PermissionPlace[] {
  return [...new Set([main, server])]
    .flatMap((each) => linesIn(each))
    .filter(({ name }) => name === 'documentroot' || name === 'alias')
    .map(({ args }) => folderPlace(folderComponents(path(args.at(-1) ?? ''))));
}

function notesOf(sides: Sides, served: readonly PermissionPlace[], server: Scope): TreeNote[] {
  const places = new Map([
    ...served.map((place) => [place.key, place] as const),
    ...sides.flatMap(({ lines }) => [...lines.places]),
  ]);
  const roots = new Set(served.map(({ key }) => key));
  return [...places.values()].flatMap((place) => {
    const said = sides.flatMap(({ lines }) => (lines.linesAt.get(place.key) ?? []).map(({ name }) => name));
    const names = new Set([...said, ...(place.key.startsWith('folder') ? ['options'] : [])]);
    // What the server's own line says is seen in the folders that are served.
    if (place.key === '' && sides.every(({ isWhole }) => isWhole)) names.delete('options');
    return [...names].flatMap((name) => noteOf(sides, nested(place, places, roots), name, server));
  });
}

function noteOf(sides: Sides, place: Nested, name: string, server: Scope): TreeNote[] {
  const { nearest: around, isServed } = place;
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

function nested(
  place: PermissionPlace,
  places: ReadonlyMap<string, PermissionPlace>,
  roots: ReadonlySet<string>,
): Nested {
  const key = place.around.findLast((each) => places.has(each));
  return {
    ...place,
    nearest: key === undefined ? null : (places.get(key) ?? null),
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
      const text = by === null ? `${written} ${value} (the default)` : lineText(by);
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
  // A flag that is on by default counts where something makes use of it.
  const isOfDefault = ({ line }: Difference): boolean => line === null && name === 'options';
  const isSaid = sides.every(({ lines }) =>
    lines.linesAt.get('address /')?.some((line) => line.name === name),
  );
  const isUsed = ({ value }: Difference): boolean =>
    isServed && !isSaid && sides.some(({ used }) => used.has(value));
  return found.filter((each) => !isOfDefault(each) || isUsed(each));
}

function hasOneOf(
  { linesAt }: PlacedLines,
  { key, around }: PermissionPlace,
  names: readonly string[],
): boolean {
  return [...around, key].some(
    (each) => linesAt.get(each)?.some((line) => names.includes(line.name)) === true,
  );
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
