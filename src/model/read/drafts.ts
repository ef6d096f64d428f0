import type { Guard, IncludeLine, ModelFile, Occurrence, Scope } from '../types.ts';

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** A scope while it is being filled. */
export interface ScopeDraft extends Scope {
  items: (Occurrence | Scope)[];
}

export interface ModelFileDraft extends Omit<ModelFile, 'reachedBy'> {
  reachedBy: readonly (readonly string[])[];
}

export interface IncludeLineDraft extends Omit<Draft<IncludeLine>, 'files' | 'names'> {
  readonly files: ModelFile[];
  readonly names: string[];
}

export const NO_GUARDS: readonly Guard[] = [];

/**
 * The scope of a whole file, without a section around it: the main server, or a .htaccess file.
 * @param server null if it is one itself
 */
export function draftTopScope(
  kind: 'server' | 'htaccess',
  file: ModelFile,
  args: readonly string[],
  server: Scope | null,
  seq: number,
): ScopeDraft {
  const place = { name: '', file, node: null, args, parent: null, guards: NO_GUARDS, seq } as const;
  const scope: Draft<ScopeDraft> = {
    type: 'scope',
    kind,
    ...place,
    server: server!,
    on22: 'yes',
    on24: 'yes',
    items: [],
  };
  if (server === null) scope.server = scope;
  return scope;
}
