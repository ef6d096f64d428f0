import type { Scope, ServerModel } from '../../model/index.ts';
import { joined, rememberWeakly } from '../../text/index.ts';
import { folderAround, absentFolders } from '../folders/folder-around.ts';
import type { Work } from '../work.ts';
import type { AddressMap, AddressMaps, PrefixTable } from '../addresses/index.ts';
import { prefixTable, rootedPatterns } from '../addresses/index.ts';
import type { DirectoryFlows } from './directory-flows.ts';
import { createDirectoryFlows } from './directory-flows.ts';
import type { EventOrder } from './event-order.ts';
import type { FlowEvent, FlowSubject } from './flow.ts';
import type { FolderClasses } from './folder-classes.ts';
import { createFolderClasses } from './folder-classes.ts';
import type { FolderTable } from './folder-table.ts';
import { hasManyAddresses, InheritedPlaces } from './like-addresses.ts';
import type { RoutesAfter } from './pair-destinations.ts';
import type { SectionIndex, SectionLists } from './section-index.ts';
import { listsOf } from './section-index.ts';
import type { KnownFolders } from './walked-sections.ts';

/** What the walks of one server ask: where its addresses lead, and which sections may be met there. */
export interface ServerWalk {
  readonly server: Scope;
  readonly isMain: boolean;
  /** The sections of the server itself. */
  readonly own: SectionLists;
  readonly map: AddressMap;
  readonly directories: DirectoryFlows;
  readonly folders: FolderTable;
  readonly locations: LocationTable;
  readonly proxies: readonly FlowEvent[];
  readonly inOrder: EventOrder;
  readonly work: Work;
  /** Where the second tree leads addresses, if it is not where the first does. */
  readonly after: RoutesAfter | null;
  /** See `Walked`. */
  readonly classes: FolderClasses | null;
  /** Null where no other server is gone through, or each by itself. */
  readonly inherited: InheritedPlaces | null;
}

/** What the walks of all servers have in common. */
export interface Walked {
  readonly model: ServerModel;
  readonly index: SectionIndex;
  /** The sections of the main server, which count for all. */
  readonly ofMain: SectionLists;
  readonly folders: FolderTable;
  readonly maps: AddressMaps;
  routesAfter(server: Scope): RoutesAfter | null;
  /** Null: all flows of each server are made. */
  readonly classes?: FolderClasses | null;
}

export function walkOf(server: Scope, walked: Walked): ServerWalk {
  const { model, index, ofMain, folders, maps, routesAfter, classes = null } = walked;
  const isMain = server === model.main;
  const own = isMain ? ofMain : listsOf(index, server);
  const lists = isMain ? [own] : [ofMain, own];
  const directories = createDirectoryFlows(index, lists, folders, server, knownFolders(model), classes);
  const after = routesAfter(server);
  const map = maps.mapOf(server);
  const mayInherit = classes !== null && after === null && model.virtualHosts.length > 0;
  const isInherited = mayInherit && hasManyAddresses(map, ofMain, directories);
  return {
    server,
    isMain,
    own,
    map,
    folders,
    directories,
    locations: locationTable(isMain ? own.locations : joined(ofMain.locations, own.locations)),
    proxies: isMain ? own.proxies : joined(ofMain.proxies, own.proxies),
    inOrder: index.inOrder,
    work: index.work,
    after,
    classes,
    inherited: isInherited ? new InheritedPlaces(classes, server, directories, isMain ? null : own) : null,
  };
}

/** Of the folders of all servers. */
export function folderClasses(
  { model, index, ofMain, folders }: Pick<Walked, 'model' | 'index' | 'ofMain' | 'folders'>,
  sharing: Pick<FolderClasses, 'effectOf' | 'leaveOut'>,
): FolderClasses | null {
  const { htaccess, sharesHtaccess, inOrder, work } = index;
  if (!sharesHtaccess) return null;
  const known = knownFolders(model);
  const all = [ofMain, htaccess];
  const isShared = ({ section }: FlowEvent): boolean => section.server === model.main;
  const walk = { all, anyFile: null, hasFewPaths: false, folders, known, inOrder, work };
  return createFolderClasses(walk, { isShared, ...sharing });
}

const knownFolders: (model: ServerModel) => KnownFolders = rememberWeakly((model) => ({
  absentIn: absentFolders(model),
  aroundOf: folderAround(model),
  rooted: rootedPatterns(model),
  isThere: (folder) => model.hasFolder(folder) === 'yes',
}));

/** What is told of requests that no file is meant by. */
export function subjectNowhere({ server, folders: { regions } }: ServerWalk): FlowSubject {
  return { server, regions, ...NOWHERE };
}

const NOWHERE = {
  address: null,
  folder: null,
  fileName: null,
  fileNames: new Set<string>(),
  region: null,
  addresses: new Set<string>(),
};

/** The Location sections of one server, so that those that can match an address are found without asking all. */
interface LocationTable {
  /** Those that name an address. */
  readonly plain: PrefixTable<FlowEvent>;
  readonly patterns: readonly FlowEvent[];
}

const NO_EVENTS: readonly FlowEvent[] = [];

function locationTable(events: readonly FlowEvent[]): LocationTable {
  const isPlain = ({ path }: FlowEvent): boolean => path !== null;
  const areAllPlain = events.every(isPlain);
  return {
    plain: prefixTable(areAllPlain ? events : events.filter(isPlain), ({ path }) => path!),
    patterns: areAllPlain ? NO_EVENTS : events.filter(({ path }) => path === null),
  };
}
