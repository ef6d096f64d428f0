import { isLeftover } from '../../src/model/index.ts';
import { posix } from 'node:path';
import type { FolderItem, IncludeLine, ModelFile, ServerModel } from '../../src/model/index.ts';
import type { FileChange, FileEdit } from '../../src/transform/index.ts';
import { CONF, confName, folderOf, isOfIspConfig, targetOf } from './debian-folders.ts';
import { followNewNames, readersOf, type Readers } from './follow-new-names.ts';
import { passedSites } from './passed-sites.ts';

/** A site that is switched on, and what gives it names that Debian's 2.4 knows. */
export interface SitePlan {
  readonly file: ModelFile;
  /** In sites-enabled; in sites-available, if those stay. */
  readonly names: readonly string[];
  readonly newNames: readonly string[];
  readonly changes: readonly FileChange[];
  /** Of the Include lines that name it. */
  readonly edits: readonly FileEdit[];
  /** Why it has to keep its names: the rest of a sentence; null if nothing stands against it. */
  readonly obstacle: string | null;
  /** Sites that it comes behind by its new name, and came before. */
  readonly behind: readonly string[];
}

/** What the line reads under one name or several, and its file of sites-available, if it is one. */
interface Site {
  readonly file: ModelFile;
  readonly items: readonly FolderItem[];
  readonly source: FolderItem | null;
}

/** The sites of sites-enabled that have to get other names: there, or in sites-available; ISPConfig's keep theirs. @param line reads the whole folder */
export function planSiteNames(model: ServerModel, line: IncludeLine): SitePlan[] {
  const folder = folderOf(line);
  const shelf = posix.join(posix.dirname(folder), 'sites-available');
  const enabled = model.itemsIn(folder) ?? [];
  const available = model.itemsIn(shelf) ?? [];
  const around: Folders = {
    folder,
    shelf,
    enabled,
    available,
    names: { enabled: namesOf(enabled), available: namesOf(available) },
    readers: readersOf(model, [folder, shelf]),
  };
  const plans = sitesOf(model, line, around).map((site) => planSite(site, around));
  const passed = passedSites(model, line);
  return plans
    .filter(({ changes }) => changes.length > 0)
    .map((plan) => ({ ...plan, behind: plan.names.flatMap(passed) }));
}

interface Folders {
  /** sites-enabled and sites-available, as the server names them. */
  readonly folder: string;
  readonly shelf: string;
  readonly enabled: readonly FolderItem[];
  readonly available: readonly FolderItem[];
  readonly names: { readonly enabled: ReadonlySet<string>; readonly available: ReadonlySet<string> };
  readonly readers: Readers;
}

function namesOf(items: readonly FolderItem[]): ReadonlySet<string> {
  return new Set(items.map(({ name }) => name));
}

function sitesOf(model: ServerModel, line: IncludeLine, { folder, enabled, available }: Folders): Site[] {
  const read = new Map(line.names.map((name, index) => [name, line.files[index]!]));
  const bySource = new Map(available.map((item) => [item.path, item]));
  const sites = new Map<string, Site>();
  for (const item of enabled) {
    const file = read.get(posix.join(folder, item.name));
    if (file === undefined || isLeftover(item.name) || isOfIspConfig(item.name)) continue;
    // By the name of a folder that is a link itself the target is not found, and the file is.
    const source = bySource.get(targetOf(model, item) ?? '') ?? bySource.get(file.path) ?? null;
    const key = source?.path ?? item.path;
    sites.set(key, { file, source, items: [...(sites.get(key)?.items ?? []), item] });
  }
  return [...sites.values()];
}

function planSite(site: Site, around: Folders): SitePlan {
  const { file, items, source } = site;
  const sourceName = newSourceName(site);
  const changes = [
    ...(source === null || sourceName === null ? [] : renameItem(source, sourceName, source.target)),
    ...items.flatMap((item) => renameItem(item, confName(item.name), newTargetOf(item, source, sourceName))),
  ];
  const { edits, obstacle } = followNewNames(around.readers, newPaths(site, sourceName, around));
  const inTheWay = takenName(site, sourceName, around) ?? strangeName(site, sourceName, around) ?? obstacle;
  const links = items.filter(({ name }) => name !== confName(name)).map(({ name }) => name);
  const names = links.length === 0 && source !== null ? [source.name] : links;
  return { file, names, newNames: names.map(confName), changes, edits, obstacle: inTheWay, behind: [] };
}

/**
 * What the file of sites-available is called then. a2dissite finds a link by the file's name only, so it takes that of the link,
 * as Debian's own default did (000-default.conf); with several links it keeps its own.
 */
function newSourceName({ items, source }: Site): string | null {
  if (source === null) return null;
  const [only, ...others] = items;
  if (source.name.endsWith(CONF) || only === undefined) return source.name;
  return confName(others.length === 0 ? only.name : source.name);
}

function newTargetOf(
  { target }: FolderItem,
  source: FolderItem | null,
  sourceName: string | null,
): string | null {
  if (target === null || source === null || sourceName === null) return target;
  return posix.join(posix.dirname(target), sourceName);
}

function renameItem(
  { path, name, kind, target }: FolderItem,
  newName: string,
  newTarget: string | null,
): FileChange[] {
  const to = posix.join(posix.dirname(path), newName);
  if (name === newName && target === newTarget) return [];
  if (kind !== 'link' || target === null || newTarget === null) return [{ type: 'rename', from: path, to }];
  return [
    { type: 'unlink', path, target },
    { type: 'link', path: to, target: newTarget },
  ];
}

/** Old name -> new name, as the server names them. */
function newPaths(
  { items, source }: Site,
  sourceName: string | null,
  { folder, shelf }: Folders,
): Map<string, string> {
  const paths = new Map(
    items.map(({ name }) => [posix.join(folder, name), posix.join(folder, confName(name))]),
  );
  if (source !== null && sourceName !== null) {
    paths.set(posix.join(shelf, source.name), posix.join(shelf, sourceName));
  }
  return paths;
}

function takenName({ items, source }: Site, sourceName: string | null, around: Folders): string | null {
  for (const { name } of items) {
    if (confName(name) !== name && around.names.enabled.has(confName(name))) {
      return `sites-enabled has a ${confName(name)} already`;
    }
  }
  if (source === null || sourceName === null || source.name === sourceName) return null;
  return around.names.available.has(sourceName) ? `sites-available has a ${sourceName} already` : null;
}

/** Another name by which the file is read: a link that would lead nowhere. */
function strangeName(site: Site, sourceName: string | null, around: Folders): string | null {
  const known = newPaths(site, sourceName, around);
  const isMoved = site.source === null ? site.items[0]?.kind === 'file' : site.source.name !== sourceName;
  const strange = isMoved
    ? around.readers.namesOf.get(site.file)?.find((name) => !known.has(name))
    : undefined;
  return strange === undefined ? null : `it is read as ${strange}, too, by a link that would lead nowhere`;
}
