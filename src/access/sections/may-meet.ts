import type { Scope, ScopeKind } from '../../model/index.ts';
import { groupBy, rememberWeakly } from '../../text/index.ts';

const FOLDERS: ReadonlySet<ScopeKind> = new Set(['directory', 'htaccess']);

/** Whether one request may meet both sections: false only where the folders, addresses or hosts that they name exclude it. */
export function mayMeet(a: Scope, b: Scope): boolean {
  const [first, second] = [hostOf(a), hostOf(b)];
  if (first !== null && second !== null && first !== second) return false;
  const [one, other] = [pathsOf(a), pathsOf(b)];
  return !isApart(one.folder, other.folder) && !isApart(one.address, other.address);
}

/** The same of any of these: those of other virtual hosts need not be looked at. */
export function mayMeetAnyOf(scopes: Iterable<Scope>): (section: Scope) => boolean {
  const all = [...scopes];
  const byHost = groupBy(all, hostOf);
  return (section) => {
    const host = hostOf(section);
    const near = host === null ? all : [...(byHost.get(null) ?? []), ...(byHost.get(host) ?? [])];
    return near.some((each) => mayMeet(each, section));
  };
}

function hostOf({ server }: Scope): Scope | null {
  return server.kind === 'virtualhost' ? server : null;
}

interface NamedPaths {
  readonly folder: string | null;
  readonly address: string | null;
}

/** The folder and the address that a section and those around it name; null where none does, or a pattern. Each is compared with thousands. */
const pathsOf: (scope: Scope) => NamedPaths = rememberWeakly((scope) => {
  const outer = scope.parent === null ? { folder: null, address: null } : pathsOf(scope.parent);
  const path = scope.args[0] ?? '';
  if (/[*?[\]$]/.test(path)) return outer;
  if (FOLDERS.has(scope.kind)) return { ...outer, folder: withSlash(path) };
  return scope.kind === 'location' ? { ...outer, address: withSlash(path) } : outer;
});

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function isApart(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && !one.startsWith(other) && !other.startsWith(one);
}
