import type { Guard, ModelFile, Truth } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';
import { isIn } from '../paths/config-path.ts';
import type { FileContent } from '../reader/index.ts';
import type { FileFailure } from './file-table.ts';

/** One going through a file, and the Include lines that led to it. */
export class Passage {
  declare readonly file: ModelFile;
  declare parent: Passage | null;
  /** `path:line` of each Include line, outermost first. */
  declare places: readonly string[];
  /** What the lines outside of all sections of the file stand in. */
  declare scope: ScopeDraft;
  /** The place of its first line in the reading order. */
  declare start: number;
  /** Null before it was looked for. */
  declare private holdsVariables: boolean | null;

  constructor(
    file: ModelFile,
    parent: Passage | null,
    places: readonly string[],
    scope: ScopeDraft,
    start: number,
  ) {
    this.file = file;
    this.parent = parent;
    this.places = places;
    this.scope = scope;
    this.start = start;
    this.holdsVariables = null;
  }

  /** Whether any of its lines can hold a variable: most files have none, and their lines need not be looked at. */
  get mayHoldVariables(): boolean {
    return (this.holdsVariables ??= VARIABLE.test(this.file.source.text));
  }

  /** Takes the place of another going through the same file. */
  replace({ parent, places, scope, start }: Passage): void {
    this.parent = parent;
    this.places = places;
    this.scope = scope;
    this.start = start;
  }

  /** Places of the reading order are kept as how far they are from the file's first line. */
  offsetOf(seq: number): number {
    return (seq - this.start) | 0;
  }

  seqOf(offset: number): number {
    return this.start + offset;
  }
}

const VARIABLE = /\$(?:\\\r?\n)*\{/;

/** Whether lines are read by either version: one object for all that are alike. */
export type Truths = Pick<Guard, 'on22' | 'on24'>;

const ALL_TRUTHS: readonly Truths[] = (['yes', 'no', 'maybe'] as const).flatMap((on22) =>
  (['yes', 'no', 'maybe'] as const).map((on24) => ({ on22, on24 })),
);

export function truthsOf(on22: Truth, on24: Truth): Truths {
  return ALL_TRUTHS.find((each) => each.on22 === on22 && each.on24 === on24)!;
}

/**
 * Where lines take effect. What stands in the file is placed by the file's passage, so that a later model takes all of it over by
 * giving the passage another place.
 */
export interface Surroundings {
  readonly passage: Passage;
  readonly truths: Truths;
  /** What the lines stand in, guards left out. */
  readonly innermost: ScopeDraft;
  /** Since the opening line of that. */
  readonly guardsInside: readonly Guard[];
  /** Sections around the scope, and the guards around these. */
  readonly depth: number;
  /** The same with more guards around. */
  guarded(made: readonly Guard[], truths: Truths): Surroundings;
}

/** Those of the lines outside of all sections of a file, and of lines inside of guards; those of a section's own lines are its scope. */
export class PlainSurroundings implements Surroundings {
  declare readonly passage: Passage;
  declare readonly truths: Truths;
  /** The section around the lines, in this file; null outside of all. */
  declare private readonly section: ScopeDraft | null;
  declare readonly guardsInside: readonly Guard[];
  declare readonly depth: number;

  constructor(
    passage: Passage,
    section: ScopeDraft | null,
    guardsInside: readonly Guard[],
    truths: Truths,
    depth: number,
  ) {
    this.passage = passage;
    this.section = section;
    this.guardsInside = guardsInside;
    this.truths = truths;
    this.depth = depth;
  }

  get innermost(): ScopeDraft {
    return this.section ?? this.passage.scope;
  }

  guarded(made: readonly Guard[], truths: Truths): Surroundings {
    return new PlainSurroundings(
      this.passage,
      this.section,
      this.guardsInside.concat(made),
      truths,
      this.depth,
    );
  }
}

/** Why a file is not taken in although it can be read; null: it is welcome. `foreign`: unless it reads like configuration. */
export type Welcome = (content: FileContent) => FileFailure | 'foreign' | null;

/** Of an Include line: the server's own folders (real paths) hold what they hold; elsewhere may lie anything. */
export function welcomeIncluded(folders: readonly string[]): Welcome {
  const known = new Set(folders);
  return ({ realPath }) => (isIn(realPath, known) ? null : 'foreign');
}

/**
 * Of a .htaccess file, which others than the server's admin may have put there. What lies outside of the folders (real paths) is
 * taken only if those who made the links own the file, too (as SymLinksIfOwnerMatch), or root made them; never if nothing but
 * these folders was asked for.
 */
export function welcomeHtaccess(folders: readonly string[], isWholeServer: boolean): Welcome {
  const known = new Set(folders);
  return ({ realPath, origin }) => {
    const { owner, linkOwners, names } = origin ?? { owner: 0, linkOwners: [], names: 1 };
    const isOwned = linkOwners.every((each) => each === owner || each === ROOT);
    if (!isIn(realPath, known) && !(isWholeServer && isOwned)) return 'outside';
    return names > 1 || linkOwners.length > 0 ? 'foreign' : null;
  };
}

const ROOT = 0;
