import type { Section } from '../../syntax/index.ts';
import type { Occurrence, Scope, ScopeKind } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';
import { PlacedItem } from './placed-item.ts';
import type { Surroundings } from './surroundings.ts';

/** The scope of a section. */
export class SectionScope extends PlacedItem implements ScopeDraft {
  declare readonly kind: ScopeKind;
  declare readonly name: string;
  declare readonly node: Section;
  declare readonly args: readonly string[];
  declare items: (Occurrence | Scope)[];

  constructor(
    node: Section,
    name: string,
    { kind, args }: Pick<Scope, 'kind' | 'args'>,
    around: Surroundings,
    seq: number,
  ) {
    super(around, seq);
    this.kind = kind;
    this.name = name;
    this.node = node;
    this.args = args;
    this.items = [];
  }

  get type(): 'scope' {
    return 'scope';
  }

  get parent(): Scope {
    return this.around.scope;
  }

  get server(): Scope {
    return this.kind === 'virtualhost' ? this : this.around.scope.server;
  }
}
