import { append, flatMap, groupBy, numbering, remember } from '../../text/index.ts';
import type { FolderTest } from '../addresses/index.ts';
import type { Flow, FlowEvent } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import type { SectionLists } from './section-index.ts';
import type { Walk } from './walked-sections.ts';
import { eventsAt } from './walked-sections.ts';

// Where it can't be told to which folder an address leads, it is compared in each that has rules of its own on any server, and of a thousand hosts each may
// have such an address (UserDir). But to a host most of these folders are no others than the one around them: their rules are another host's.

/** Folders in which requests of every server meet the same sections, as far as these are not its own. */
interface FolderClass {
  readonly folders: readonly string[];
  /** How many flows each of them has where a server has no Files sections of its own; 0 until one was gone through. */
  flows: number;
}

/** The folders that a line may lead to. */
interface MeantFolders {
  /** In their order. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly classes: readonly FolderClass[];
  readonly classOf: ReadonlyMap<string, FolderClass>;
  /** What requests went through that met no section of their host behind the folder, by what else they met there. */
  readonly seenBehind: (events: string) => Seen;
}

/** Of one server after the other. */
interface Seen {
  readonly classes: Set<FolderClass>;
  readonly open: Set<FolderClass>;
  /** The flows in all folders of these classes. */
  flows: number;
}

/** What is the same for all servers of a walk. */
export interface FolderClasses {
  meantBy(test: FolderTest): MeantFolders;
  numberOf(event: FlowEvent): number;
  /** The sections that all servers have: those of the main server, and .htaccess files. */
  readonly shared: readonly SectionLists[];
  isShared(event: FlowEvent): boolean;
  /** Told how many flows are not gone through, as others are like them. */
  leaveOut(flows: number): void;
}

/** @param walk of the sections that all servers have */
export function createFolderClasses(
  walk: Walk,
  { isShared, leaveOut }: Pick<FolderClasses, 'isShared' | 'leaveOut'>,
): FolderClasses {
  const numberOf = numbering<FlowEvent>();
  const classKey = remember((folder: string) => eventsAt(walk, { folder }).map(numberOf).join(' '));
  const meant = remember((key: string): MeantFolders => {
    const all = walk.folders.meantBy(JSON.parse(key) as FolderTest);
    walk.work.spend(all.length);
    const byKey = new Map<string, string[]>();
    for (const folder of all) append(byKey, classKey(folder), folder);
    const classes = [...byKey.values()].map((folders): FolderClass => ({ folders, flows: 0 }));
    return {
      placeOf: new Map(all.map((folder, place) => [folder, place])),
      classes,
      classOf: new Map(classes.flatMap((each) => each.folders.map((folder) => [folder, each]))),
      seenBehind: remember((_events: string) => ({ classes: new Set(), open: new Set(classes), flows: 0 })),
    };
  });
  const meantBy = (test: FolderTest): MeantFolders => meant(JSON.stringify(test));
  return { meantBy, numberOf, shared: walk.all, isShared, leaveOut };
}

/** The flows of one server where it can't be told to which folder an address leads: one of those that are alike. */
export class FlowsAnywhere {
  readonly #classes: FolderClasses;
  readonly #flowsAt: (folder: string) => readonly Flow[];
  readonly #hasFiles: boolean;
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
    this.#hasFiles = own.some(({ files }) => files.length > 0);
    const paths = new Set(own.flatMap(({ plain }) => plain.map(({ path }) => path!)));
    this.#ofOwn = new Set([...paths].flatMap((path) => folders.inside(path)));
  }

  /** In the order of the folders. @param behind what requests meet behind the folder */
  in(test: FolderTest, behind: readonly FlowEvent[]): readonly Flow[] {
    const { leaveOut, meantBy } = this.#classes;
    const { classes, classOf, placeOf, seenBehind } = meantBy(test);
    const own = [...this.#ofOwn].filter((folder) => placeOf.has(folder));
    const ownIn = groupBy(own, (folder) => classOf.get(folder)!);
    const seen = this.#isLikeOthers(behind) ? seenBehind(this.#keyOf(behind)) : null;
    let left = 0;
    if (seen !== null) {
      left = seen.flows;
      for (const [each, { length }] of ownIn) if (seen.classes.has(each)) left -= each.flows * length;
    }
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
        if (seen !== null) see(each, flows.length, seen);
      }
      return flows;
    });
    if (left > 0) leaveOut(left);
    return found;
  }

  /** Whether what is met outside of its own folders is met on other servers, too: what is met here alone need not be known there. */
  #isLikeOthers(behind: readonly FlowEvent[]): boolean {
    return !this.#hasFiles && behind.every(this.#classes.isShared);
  }

  #keyOf(behind: readonly FlowEvent[]): string {
    return behind.map(this.#classes.numberOf).join(' ');
  }
}

function see(each: FolderClass, flows: number, seen: Seen): void {
  each.flows = flows;
  seen.open.delete(each);
  seen.classes.add(each);
  seen.flows += flows * each.folders.length;
}
