import type { Scope, ScopeKind } from '../types.ts';

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
