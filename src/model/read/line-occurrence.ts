import { argumentValues, lowerName } from '../../syntax/index.ts';
import type { Directive } from '../../syntax/index.ts';
import type { Expansion, Occurrence, Scope } from '../types.ts';
import { PlacedItem } from './placed-item.ts';
import type { Passage, Surroundings } from './surroundings.ts';

/** What a line says with values in the place of its variables. */
export interface PutIn {
  readonly args: readonly string[];
  readonly expanded: Expansion;
}

/** A directive: its name and words are those of its node, read when they are asked for. */
export class LineOccurrence extends PlacedItem implements Occurrence {
  declare readonly node: Directive;

  constructor(node: Directive, seq: number, around: Surroundings) {
    super(around, seq);
    this.node = node;
  }

  get type(): 'occurrence' {
    return 'occurrence';
  }

  get name(): string {
    return lowerName(this.node);
  }

  get args(): readonly string[] {
    return argumentValues(this.node);
  }

  get expanded(): Expansion | null {
    return null;
  }

  get scope(): Scope {
    return this.around.innermost;
  }

  get passage(): Passage {
    return this.around.passage;
  }
}

/** One into which values are put. */
export class FilledOccurrence extends LineOccurrence {
  declare private readonly putIn: PutIn;

  constructor(node: Directive, seq: number, around: Surroundings, putIn: PutIn) {
    super(node, seq, around);
    this.putIn = putIn;
  }

  override get args(): readonly string[] {
    return this.putIn.args;
  }

  override get expanded(): Expansion | null {
    return this.putIn.expanded;
  }
}
