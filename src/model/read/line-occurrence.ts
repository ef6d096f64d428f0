import { argumentValues } from '../../syntax/index.ts';
import type { Directive } from '../../syntax/index.ts';
import type { Expansion, Guard, ModelFile, Occurrence, Scope, Truth } from '../types.ts';
import type { Surroundings } from './surroundings.ts';

/** What a line says with values in the place of its variables. */
export interface PutIn {
  readonly args: readonly string[];
  readonly expanded: Expansion | null;
}

/**
 * A directive of a tree that may have a million: what it has in common with those beside it is kept once, and its words are those of its
 * node, read when they are asked for.
 */
export class LineOccurrence implements Occurrence {
  declare readonly node: Directive;
  declare readonly name: string;
  declare private readonly offset: number;
  declare private readonly around: Surroundings;

  constructor(node: Directive, name: string, seq: number, around: Surroundings) {
    this.node = node;
    this.name = name;
    this.offset = around.offsetOf(seq);
    this.around = around;
  }

  get type(): 'occurrence' {
    return 'occurrence';
  }

  get args(): readonly string[] {
    return argumentValues(this.node);
  }

  get expanded(): Expansion | null {
    return null;
  }

  get file(): ModelFile {
    return this.around.file;
  }

  get scope(): Scope {
    return this.around.scope;
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

/** One into which values are put. */
export class FilledOccurrence extends LineOccurrence {
  declare private readonly putIn: PutIn;

  constructor(node: Directive, name: string, seq: number, around: Surroundings, putIn: PutIn) {
    super(node, name, seq, around);
    this.putIn = putIn;
  }

  override get args(): readonly string[] {
    return this.putIn.args;
  }

  override get expanded(): Expansion | null {
    return this.putIn.expanded;
  }
}
