import type { Section } from '../../syntax/index.ts';
import { lowerName } from '../../syntax/index.ts';
import type { Guard, Occurrence, Scope, ScopeKind } from '../types.ts';
import type { ScopeDraft } from './drafts.ts';
import { NO_GUARDS } from './drafts.ts';
import { PlacedItem } from './placed-item.ts';
import type { Passage, Surroundings, Truths } from './surroundings.ts';
import { PlainSurroundings } from './surroundings.ts';

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

const KINDS = new Set<string>([
  'virtualhost',
  'directory',
  'directorymatch',
  'files',
  'filesmatch',
  'location',
  'locationmatch',
  'proxy',
  'proxymatch',
  'limit',
  'limitexcept',
] satisfies ScopeKind[]);

/** Whether it is a section that says to which requests its lines apply, not the server, a .htaccess file or any other section. */
export function isForRequests({ kind }: Pick<Scope, 'kind'>): boolean {
  return KINDS.has(kind);
}

/** Sections that `~` makes to their ...Match form (server/core.c, dirsection and others; mod_proxy.c, proxysection). */
const WITH_TILDE = new Set(['directory', 'files', 'location', 'proxy']);

/** What a section (lower case name) is, and its arguments without the tilde. */
export function scopeKindOf(
  name: string,
  args: readonly string[],
): { readonly kind: ScopeKind; readonly args: readonly string[] } {
  if (args[0] === '~' && WITH_TILDE.has(name))
    return { kind: `${name}match` as ScopeKind, args: args.slice(1) };
  return { kind: KINDS.has(name) ? (name as ScopeKind) : 'other', args };
}
