import { append, flatMap, groupBy, numbering, remember, rememberWeakly } from '../../text/index.ts';
import type { FolderTest } from '../addresses/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Flow, FlowEvent } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import type { SeenPlaces } from './like-addresses.ts';
import type { EffectOf } from './propagate.ts';
import type { SectionLists } from './section-index.ts';
import type { Walk } from './walked-sections.ts';
import { eventsAt } from './walked-sections.ts';

// Where it can't be told to which folder an address leads, it is compared in each that has rules of its own on any server, and of a thousand hosts each may
// have such an address (UserDir). But to a host most of these folders are no others than the one around them: their rules are another host's.

/** Folders in which requests of every server meet the same sections, as far as these are not its own. */
interface FolderClass {
  readonly folders: readonly string[];
}

/** The folders that a line may lead to. */
interface MeantFolders {
  /** In their order. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly classes: readonly FolderClass[];
  readonly classOf: ReadonlyMap<string, FolderClass>;
  /** What requests went through that met no section of their host but Files sections, by what these do and what else they met. */
  readonly seenBehind: (events: string) => Seen;
}

/** Of one server after the other. */
interface Seen {
  /** What was gone through in a folder of each, and on which server. */
  readonly classes: Map<FolderClass, SeenFlows>;
  readonly open: Set<FolderClass>;
  /** The flows in all folders of these classes. */
  flows: number;
  /** Of all these classes together; null: not asked since the last was seen. */
  files: readonly FilesMet[] | null;
}

/** In which flows of one server each of its Files sections is met. */
type FilesMet = Pick<SeenFlows, 'files' | 'metIn'>;

interface SeenFlows {
  readonly count: number;
  /** The Files sections of that server itself, in their order, and in which of the flows each is met. */
  readonly files: readonly FlowEvent[];
  readonly metIn: readonly (readonly Flow[])[];
}

/** A section that is not gone through in flows of its server: they are like these of another one, in which its section does the same. */
export interface MetElsewhere {
  readonly section: AccessSection;
  readonly like: AccessSection;
  readonly flows: readonly Flow[];
}

/** What is the same for all servers of a walk. */
export interface FolderClasses {
  meantBy(test: FolderTest): MeantFolders;
  numberOf(event: FlowEvent): number;
  numberOfEffect(effect: object): number;
  /** The sections that all servers have: those of the main server, and .htaccess files. */
  readonly shared: readonly SectionLists[];
  isShared(event: FlowEvent): boolean;
  readonly effectOf: EffectOf;
  readonly seenPlaces: SeenPlaces;
  /** Told how many flows are not gone through, as others are like them. @param met what is met in these */
  leaveOut(flows: number, met: readonly MetElsewhere[]): void;
}

/** @param walk of the sections that all servers have */
export function createFolderClasses(
  walk: Walk,
  { isShared, effectOf, leaveOut }: Pick<FolderClasses, 'isShared' | 'effectOf' | 'leaveOut'>,
): FolderClasses {
  const numberOf = numbering<FlowEvent>();
  const numberOfEffect = numbering<object>();
  const classKey = remember((folder: string) => eventsAt(walk, { folder }).map(numberOf).join(' '));
  /** One for all lines that may lead to the same folders. */
  const meant = remember((paths: string): MeantFolders => {
    const all = paths === '' ? [] : paths.split('\n');
    const byKey = new Map<string, string[]>();
    for (const folder of all) append(byKey, classKey(folder), folder);
    const classes = [...byKey.values()].map((folders): FolderClass => ({ folders }));
    return {
      placeOf: new Map(all.map((folder, place) => [folder, place])),
      classes,
      classOf: new Map(classes.flatMap((each) => each.folders.map((folder) => [folder, each]))),
      seenBehind: remember((_events: string) => ({
        classes: new Map(),
        open: new Set(classes),
        flows: 0,
        files: null,
      })),
    };
  });
  const meantAs = remember((test: string): MeantFolders => {
    const all = walk.folders.meantBy(JSON.parse(test) as FolderTest);
    walk.work.spend(all.length);
    return meant(all.join('\n'));
  });
  const meantBy = rememberWeakly((test: FolderTest): MeantFolders => meantAs(JSON.stringify(test)));
  const seenPlaces: SeenPlaces = new Map();
  return { meantBy, numberOf, numberOfEffect, shared: walk.all, isShared, effectOf, seenPlaces, leaveOut };
}

/** The flows of one server where it can't be told to which folder an address leads: one of those that are alike. */
export class FlowsAnywhere {
  readonly #classes: FolderClasses;
  readonly #flowsAt: (folder: string) => readonly Flow[];
  /** The server's own sections for files of every folder, in their order. */
  readonly #files: readonly FlowEvent[];
  /** What they do; null where that is not known. */
  readonly #filesKey: string | null;
  /** The folders in which the server's own sections may be met. */
  readonly #ofOwn: ReadonlySet<string>;

  /** @param own its own sections, none of them for a pattern */
  constructor(
    classes: FolderClasses,
    own: readonly SectionLists[],
    folders: FolderTable,
    flowsAt: (folder: string) => readonly Flow[],
  ) {
    this.#classes = classes;
    this.#flowsAt = flowsAt;
    this.#files = own.flatMap(({ files }) => files).toSorted(bySideAndPlace);
    this.#filesKey = keyOfFiles(this.#files, classes);
    const paths = new Set(own.flatMap(({ plain }) => plain.map(({ path }) => path!)));
    this.#ofOwn = new Set([...paths].flatMap((path) => folders.inside(path)));
  }

  /** In the order of the folders. @param behind what requests meet behind the folder */
  in(test: FolderTest, behind: readonly FlowEvent[]): readonly Flow[] {
    const { classes, classOf, placeOf, seenBehind } = this.#classes.meantBy(test);
    const own = [...this.#ofOwn].filter((folder) => placeOf.has(folder));
    const ownIn = groupBy(own, (folder) => classOf.get(folder)!);
    const key = this.#keyOf(behind);
    const seen = key === null ? null : seenBehind(key);
    let left = seen === null ? 0 : this.#leaveOutSeen(seen, ownIn);
    const first = new Map<string, FolderClass>();
    for (const each of seen?.open ?? classes) {
      const folder = each.folders.find((other) => !this.#ofOwn.has(other));
      if (folder !== undefined) first.set(folder, each);
    }
    const folders = [...own, ...first.keys()].toSorted((a, b) => placeOf.get(a)! - placeOf.get(b)!);
    const found = flatMap(folders, (folder) => {
      const flows = this.#flowsAt(folder);
      const each = first.get(folder);
      if (each !== undefined) {
        left += flows.length * (each.folders.length - 1 - (ownIn.get(each)?.length ?? 0));
        if (seen !== null) see(each, flows, this.#files, seen);
      }
      return flows;
    });
    if (left > 0) this.#classes.leaveOut(left, NOTHING_MET);
    return found;
  }

  /** Those in the folders that others of these classes were gone through for, but for the server's own. @returns how many are not told of yet */
  #leaveOutSeen(seen: Seen, ownIn: ReadonlyMap<FolderClass, readonly string[]>): number {
    let left = seen.flows;
    for (const [each, { length }] of ownIn) left -= (seen.classes.get(each)?.count ?? 0) * length;
    if (this.#files.length === 0 || left === 0) return left;
    this.#classes.leaveOut(left, this.#metLike(filesMet(seen, ownIn)));
    return 0;
  }

  #metLike(all: readonly FilesMet[]): readonly MetElsewhere[] {
    return all.flatMap(({ files, metIn }) =>
      this.#files.map(({ section }, at) => ({ section, like: files[at]!.section, flows: metIn[at]! })),
    );
  }

  /** What is met outside of the server's own folders. Null where it need not be known on other servers. */
  #keyOf(behind: readonly FlowEvent[]): string | null {
    const { isShared, numberOf } = this.#classes;
    if (this.#filesKey === null || !behind.every(isShared)) return null;
    return `${this.#filesKey} ${behind.map(numberOf).join(' ')}`;
  }
}

/** The numbers of two trees tell nothing of one another. */
function bySideAndPlace(a: FlowEvent, b: FlowEvent): number {
  return a.side === b.side ? a.section.scope.seq - b.section.scope.seq : a.side < b.side ? -1 : 1;
}

const NOTHING_MET: readonly MetElsewhere[] = [];

/** One for all servers whose sections do the same for the same files. */
function keyOfFiles(files: readonly FlowEvent[], { effectOf, numberOfEffect }: FolderClasses): string | null {
  const parts: unknown[] = [];
  for (const { section, side } of files) {
    const effect = effectOf(section);
    if (effect === null) return null;
    parts.push([side, numberOfEffect(effect), section.matcher]);
  }
  return JSON.stringify(parts);
}

function see(each: FolderClass, flows: readonly Flow[], files: readonly FlowEvent[], seen: Seen): void {
  seen.open.delete(each);
  const metIn = files.map(({ section }) =>
    flows.filter(({ events }) => events.some((event) => event.section === section)),
  );
  seen.classes.set(each, { count: flows.length, files, metIn });
  seen.flows += flows.length * each.folders.length;
  seen.files = null;
}

/** Of the folders that others of these classes were gone through for, but for a server's own. */
function filesMet(seen: Seen, ownIn: ReadonlyMap<FolderClass, readonly string[]>): readonly FilesMet[] {
  const isOwn = (each: FolderClass): boolean => ownIn.get(each)?.length === each.folders.length;
  const isAnyOwn = [...ownIn.keys()].some((each) => seen.classes.has(each) && isOwn(each));
  if (!isAnyOwn) return (seen.files ??= byServer([...seen.classes.values()]));
  return byServer([...seen.classes].flatMap(([each, found]) => (isOwn(each) ? [] : [found])));
}

function byServer(found: readonly SeenFlows[]): readonly FilesMet[] {
  return [...groupBy(found, ({ files }) => files)].map(([files, ofServer]) => ({
    files,
    metIn: files.map((_, at) => flatMap(ofServer, ({ metIn }) => metIn[at]!)),
  }));
}
