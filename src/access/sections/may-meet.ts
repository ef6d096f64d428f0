import type { Scope, ScopeKind } from '../../model/index.ts';

const FOLDERS: ReadonlySet<ScopeKind> = new Set(['directory', 'htaccess']);

/** Whether one request may meet both sections: false only where the folders, addresses or hosts that they name exclude it. */
export function mayMeet(a: Scope, b: Scope): boolean {
  const isOfHosts = a.server.kind === 'virtualhost' && b.server.kind === 'virtualhost';
  if (isOfHosts && a.server !== b.server) return false;
  const [one, other] = [pathsOf(a), pathsOf(b)];
  return !isApart(one.folder, other.folder) && !isApart(one.address, other.address);
}

/** The folder and the address that a section and those around it name; null where none does, or a pattern. */
function pathsOf(scope: Scope): { folder: string | null; address: string | null } {
  const outer = scope.parent === null ? { folder: null, address: null } : pathsOf(scope.parent);
  const path = scope.args[0] ?? '';
  if (/[*?[\]$]/.test(path)) return outer;
  if (FOLDERS.has(scope.kind)) return { ...outer, folder: withSlash(path) };
  return scope.kind === 'location' ? { ...outer, address: withSlash(path) } : outer;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function isApart(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && !one.startsWith(other) && !other.startsWith(one);
}
