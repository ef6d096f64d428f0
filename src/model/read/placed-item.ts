import type { Guard, ModelFile, Occurrence, Scope, Truth } from '../types.ts';
import type { Passage, Surroundings } from './surroundings.ts';

/** A line or a section of a tree that may have a million: what it has in common with those beside it is kept once. */
export abstract class PlacedItem {
  declare protected readonly around: Surroundings;
  declare private readonly offset: number;
  abstract readonly passage: Passage;

  constructor(around: Surroundings, seq: number) {
    this.around = around;
    this.offset = around.passage.offsetOf(seq);
  }

  get file(): ModelFile {
    return this.around.passage.file;
  }

  get guards(): readonly Guard[] {
    return this.around.guardsInside;
  }

  get on22(): Truth {
    return this.around.truths.on22;
  }

  get on24(): Truth {
    return this.around.truths.on24;
  }

  get seq(): number {
    return this.around.passage.seqOf(this.offset);
  }
}

/** Of all but the scopes of whole files. */
export function passageOf(item: Occurrence | Scope): Passage | undefined {
  // Asked, not instanceof: that goes through the classes above, each time.
  return (item as Partial<Pick<PlacedItem, 'passage'>>).passage;
}
