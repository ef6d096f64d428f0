import type { Guard, IncludeLine, ModelFile, Occurrence, Scope } from '../types.ts';

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** A scope while it is being filled. */
export interface ScopeDraft extends Omit<Scope, 'items' | 'parent' | 'server' | 'seq'> {
  items: (Occurrence | Scope)[];
  parent: Scope | null;
  server: Scope;
  seq: number;
}

export interface ModelFileDraft extends Omit<ModelFile, 'reachedBy'> {
  reachedBy: readonly (readonly string[])[];
}

export interface IncludeLineDraft extends Omit<Draft<IncludeLine>, 'files' | 'names'> {
  readonly files: ModelFile[];
  readonly names: string[];
}

export const NO_GUARDS: readonly Guard[] = [];

type ScopeFields = Omit<ScopeDraft, 'type' | 'server' | 'items'>;

/** A scope with nothing in it. @param server null if it is one itself: the main server, a virtual host */
export function draftScope(fields: ScopeFields, server: Scope | null): ScopeDraft {
  const { kind, name, file, node, args, parent, guards, on22, on24, seq } = fields;
  // One literal with all fields: what is added later lies elsewhere, and a large tree has a hundred thousand of them.
  const scope: Draft<ScopeDraft> = {
    type: 'scope',
    kind,
    name,
    file,
    node,
    args,
    parent,
    server: server!,
    guards,
    on22,
    on24,
    seq,
    items: [],
  };
  if (server === null) scope.server = scope;
  return scope;
}

/** The scope of a whole file, without a section around it: the main server, or a .htaccess file. */
export function draftTopScope(
  kind: 'server' | 'htaccess',
  file: ModelFile,
  args: readonly string[],
  server: Scope | null,
  seq: number,
): ScopeDraft {
  const place = { kind, name: '', file, node: null, args, parent: null, seq };
  return draftScope({ ...place, guards: NO_GUARDS, on22: 'yes', on24: 'yes' }, server);
}
