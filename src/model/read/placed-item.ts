import type { Guard, ModelFile, Truth } from '../types.ts';
import type { Surroundings } from './surroundings.ts';

/** A line or a section of a tree that may have a million: what it has in common with those beside it is kept once. */
export abstract class PlacedItem {
  declare protected readonly around: Surroundings;
  declare private readonly offset: number;

  constructor(around: Surroundings, seq: number) {
    this.around = around;
    this.offset = around.offsetOf(seq);
  }

  get file(): ModelFile {
    return this.around.file;
  }

  get guards(): readonly Guard[] {
    return this.around.guards;
  }

  get on22(): Truth {
    return this.around.on22;
  }

  get on24(): Truth {
    return this.around.on24;
  }

  get seq(): number {
    return this.around.seqOf(this.offset);
  }
}
