import type { Scope } from '../../model/index.ts';

/** ServerName and the ServerAlias words, lower case; patterns among them. */
export function namesOf(host: Scope): string[] {
  return host.items.flatMap((item) => {
    if (item.type !== 'occurrence') return [];
    if (item.name === 'servername') return [nameIn(item.args[0] ?? '')];
    return item.name === 'serveralias' ? item.args.map((alias) => alias.toLowerCase()) : [];
  });
}

/** What the host's ServerName line says, as written. */
export function serverNameOf(host: Scope): string | undefined {
  return host.items.findLast(({ name }) => name === 'servername')?.args[0];
}

/** What the server is called where something is told of its requests; null for the main server. */
export function calledHost(server: Scope): string | null {
  return server.kind === 'virtualhost' ? (serverNameOf(server) ?? server.args.join(' ')) : null;
}

/** The name of a ServerName line: without scheme and port, lower case. */
export function nameIn(serverName: string): string {
  return serverName
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/:\d+$/, '');
}

/** The name of a Host header, without its port, as hosts are looked for by it (`fix_hostname`, server/vhost.c). */
export function askedName(host: string): string {
  const name = host.toLowerCase();
  return name.startsWith('[') ? name.slice(1).replace(/\]$/, '') : name.replace(/\.$/, '');
}

/** One address of a `<VirtualHost>`, `NameVirtualHost` or `Listen` line. */
export interface HostAddress {
  /** Lower case, IPv6 without brackets; `*` for any (also `_default_` and `0.0.0.0`). */
  readonly address: string;
  /** 0 for any. */
  readonly port: number;
}

/** What stands for any address. */
const ANY: ReadonlySet<string> = new Set(['', '*', '_default_', '0.0.0.0', '::']);

/** As `get_addresses` (server/vhost.c) takes a word apart: `*`, `*:80`, `10.0.0.1`, `[::1]:80`, `_default_:443`. */
export function parseHostAddress(word: string): HostAddress {
  return addressWithPort(word, 0);
}

/** @param usualPort of an address without a port: the main server's, if its ServerName has one */
export function addressWithPort(word: string, usualPort: number): HostAddress {
  const text = word.toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::(\*|\d+))?$/.exec(text);
  const plain = /^([^:]*)(?::(\*|\d+))?$/.exec(text);
  const [, address = text, port] = bracketed ?? plain ?? [];
  const implied = text === '*' ? 0 : usualPort;
  return { address: asNumber(address), port: port === undefined ? implied : Number(port.replace('*', '0')) };
}

function asNumber(address: string): string {
  if (ANY.has(address)) return '*';
  return address === 'localhost' ? '127.0.0.1' : address;
}

/** Whether a connection to the port may be meant. */
export function takesPort({ port }: HostAddress, asked: number): boolean {
  return port === 0 || port === asked;
}

/** The address of a Listen line: a lone number is the port. */
export function parseListen(word: string): HostAddress {
  return /^\d+$/.test(word) ? { address: '*', port: Number(word) } : parseHostAddress(word);
}
