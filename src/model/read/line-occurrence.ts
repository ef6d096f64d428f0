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
  declare private readonly putIn: PutIn | null;

  constructor(node: Directive, name: string, seq: number, around: Surroundings, putIn: PutIn | null) {
    this.node = node;
    this.name = name;
    this.offset = around.offsetOf(seq);
    this.around = around;
    this.putIn = putIn;
  }

  get type(): 'occurrence' {
    return 'occurrence';
  }

  get args(): readonly string[] {
    return this.putIn?.args ?? argumentValues(this.node);
  }

  get expanded(): Expansion | null {
    return this.putIn?.expanded ?? null;
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
