/** Of the name or address that a folder is made of, and the port; null: not known. */
export interface HostFacts {
  readonly name: string | null;
  readonly address: string | null;
  readonly port: string | null;
}

/**
 * The file that VirtualDocumentRoot and its kin make of an address; null where what is put in is not known
 * (`vhost_alias_interpolate`, mod_vhost_alias.c).
 */
export function hostFile(directive: string, map: string, address: string, host: HostFacts): string | null {
  const name = directive.endsWith('ip') ? host.address : host.name;
  const rest = directive.startsWith('virtualscriptalias') ? restBehindCgi(address) : address;
  if (name === null || name === '' || rest === null || (map.includes('%p') && host.port === null))
    return null;
  const folder = map.replace(PART, (part, ...groups: (string | undefined)[]) => {
    if (part === '%%') return '%';
    return part === '%p' ? (host.port ?? '') : partOf(name, groups).toLowerCase();
  });
  return folder + (map.endsWith('/') ? rest.slice(1) : rest);
}

/** Whether VirtualScriptAlias takes the address: `/cgi-bin/` at its start. */
export function restBehindCgi(address: string): string | null {
  const [, rest] = /^\/+cgi-bin(\/.*)$/s.exec(address) ?? [];
  return rest ?? null;
}

const PART = /%%|%p|%(-?)(\d)(\+?)(?:\.(-?)(\d)(\+?))?/g;

/** `%-N+.-M+`: of the parts between dots those from N on, of these the letters from M on; `_` where there are none. */
function partOf(
  name: string,
  [back, number, isOpen, backIn, letter, isOpenIn]: (string | undefined)[],
): string {
  const parts = name.split('.');
  const n = Number(number);
  const chosen = n === 0 ? name : (slice(parts, n, back === '-', isOpen === '+')?.join('.') ?? '_');
  const m = Number(letter ?? 0);
  return m === 0 ? chosen : (slice([...chosen], m, backIn === '-', isOpenIn === '+')?.join('') ?? '_');
}

/** The one numbered from 1, from the end where `isBack`; with `isOpen` those after it (before it) as well. */
function slice<T>(all: readonly T[], number: number, isBack: boolean, isOpen: boolean): readonly T[] | null {
  if (number > all.length) return null;
  const at = isBack ? all.length - number : number - 1;
  if (!isOpen) return all.slice(at, at + 1);
  return isBack ? all.slice(0, at + 1) : all.slice(at);
}
