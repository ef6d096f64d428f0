import { lowerName } from '../../syntax/index.ts';
import type { Section } from '../../syntax/index.ts';
import type { Guard, Occurrence, Scope, ScopeKind } from '../types.ts';
import { NO_GUARDS } from './drafts.ts';
import type { ScopeDraft } from './drafts.ts';
import { PlacedItem } from './placed-item.ts';
import { PlainSurroundings } from './surroundings.ts';
import type { Passage, Surroundings, Truths } from './surroundings.ts';

/** The scope of a section, which is what its lines take effect in. */
export class SectionScope extends PlacedItem implements ScopeDraft, Surroundings {
  declare readonly passage: Passage;
  declare readonly truths: Truths;
  declare readonly kind: ScopeKind;
  declare readonly node: Section;
  declare readonly args: readonly string[];
  declare items: (Occurrence | Scope)[];

  constructor(
    node: Section,
    { kind, args }: Pick<Scope, 'kind' | 'args'>,
    around: Surroundings,
    seq: number,
  ) {
    super(around, seq);
    // Kept, for around it may be sections in one another.
    this.passage = around.passage;
    this.truths = around.truths;
    this.kind = kind;
    this.node = node;
    this.args = args;
    this.items = [];
  }

  get type(): 'scope' {
    return 'scope';
  }

  get name(): string {
    return lowerName(this.node);
  }

  get parent(): Scope {
    return this.around.innermost;
  }

  get server(): Scope {
    return this.kind === 'virtualhost' ? this : this.parent.server;
  }

  get innermost(): this {
    return this;
  }

  get guardsInside(): readonly Guard[] {
    return NO_GUARDS;
  }

  get depth(): number {
    return this.around.depth + 1 + this.around.guardsInside.length;
  }

  guarded(made: readonly Guard[], truths: Truths): Surroundings {
    return new PlainSurroundings(this.passage, this, made, truths, this.depth);
  }
}
