import type { Section } from '../../syntax/index.ts';
import type { Guard, ModelFile, Occurrence, Scope, ScopeKind, Truth } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';
import type { Surroundings } from './surroundings.ts';

/** The scope of a section. What it has in common with the lines beside it is kept once. */
export class SectionScope implements ScopeDraft {
  declare readonly kind: ScopeKind;
  declare readonly name: string;
  declare readonly node: Section;
  declare readonly args: readonly string[];
  declare items: (Occurrence | Scope)[];
  declare private readonly around: Surroundings;
  declare private readonly offset: number;

  constructor(
    node: Section,
    name: string,
    { kind, args }: Pick<Scope, 'kind' | 'args'>,
    around: Surroundings,
    seq: number,
  ) {
    this.kind = kind;
    this.name = name;
    this.node = node;
    this.args = args;
    this.items = [];
    this.around = around;
    this.offset = around.offsetOf(seq);
  }

  get type(): 'scope' {
    return 'scope';
  }

  get file(): ModelFile {
    return this.around.file;
  }

  get parent(): Scope {
    return this.around.scope;
  }

  get server(): Scope {
    return this.kind === 'virtualhost' ? this : this.around.scope.server;
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
