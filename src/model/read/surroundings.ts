import type { Guard, ModelFile, Truth } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';

/** One going through a file, and the Include lines that led to it. */
export interface Passage {
  readonly file: ModelFile;
  parent: Passage | null;
  /** `path:line` of each Include line, outermost first. */
  places: readonly string[];
  /** What the lines outside of all sections of the file stand in. */
  scope: ScopeDraft;
  /** The place of its first line in the reading order. */
  start: number;
}

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
