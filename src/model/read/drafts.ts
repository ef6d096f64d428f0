import type { Guard, IncludeLine, ModelFile, Occurrence, Scope } from '../types.ts';

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** A scope while it is being filled. */
export interface ScopeDraft extends Scope {
  readonly items: (Occurrence | Scope)[];
}

export interface ModelFileDraft extends ModelFile {
  readonly reachedBy: (readonly string[])[];
}

export interface IncludeLineDraft extends Omit<Draft<IncludeLine>, 'files'> {
  readonly files: ModelFile[];
}

/** A scope without parent: the main server, or a .htaccess file, whose server is another scope. */
export function draftTopScope(
  kind: 'server' | 'htaccess',
  file: ModelFile,
  args: readonly string[],
  server: Scope | null,
  seq: number,
): ScopeDraft {
  const draft: Omit<Draft<ScopeDraft>, 'server'> & { server?: Scope } = {
    type: 'scope',
    kind,
    name: '',
    file,
    node: null,
    args,
    parent: null,
    guards: NO_GUARDS,
    on22: 'yes',
    on24: 'yes',
    seq,
    items: [],
  };
  const scope = draft as Draft<ScopeDraft>;
  scope.server = server ?? scope;
  return scope;
}

export const NO_GUARDS: readonly Guard[] = [];
