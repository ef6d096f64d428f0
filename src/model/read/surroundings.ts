import type { Guard, ModelFile, Truth } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';

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
}

const VARIABLE = /\$(?:\\\r?\n)*\{/;

/**
 * Where lines take effect. What stands in the file is placed by the file's passage, so that a later model takes all of it over by
 * giving the passage another place.
 */
export class Surroundings {
  declare readonly passage: Passage;
  /** The section around the lines, in this file; null outside of all. */
  declare private readonly section: ScopeDraft | null;
  /** Since the scope's opening line. */
  declare readonly guards: readonly Guard[];
  declare readonly on22: Truth;
  declare readonly on24: Truth;
  /** Sections around the scope, and the guards around these. */
  declare readonly depth: number;

  constructor(
    passage: Passage,
    section: ScopeDraft | null,
    guards: readonly Guard[],
    { on22, on24 }: Pick<Guard, 'on22' | 'on24'>,
    depth: number,
  ) {
    this.passage = passage;
    this.section = section;
    this.guards = guards;
    this.on22 = on22;
    this.on24 = on24;
    this.depth = depth;
  }

  /** The same with more guards around. */
  guarded(made: readonly Guard[], truth: Pick<Guard, 'on22' | 'on24'>): Surroundings {
    return new Surroundings(this.passage, this.section, this.guards.concat(made), truth, this.depth);
  }

  get file(): ModelFile {
    return this.passage.file;
  }

  get scope(): ScopeDraft {
    return this.section ?? this.passage.scope;
  }

  /** Places of the reading order are kept as how far they are from the file's first line. */
  offsetOf(seq: number): number {
    return (seq - this.passage.start) | 0;
  }

  seqOf(offset: number): number {
    return this.passage.start + offset;
  }
}
