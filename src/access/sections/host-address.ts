/** One address of a `<VirtualHost>`, `NameVirtualHost` or `Listen` line. */
export interface HostAddress {
  /** Lower case, IPv6 without brackets; `*` for any (also `_default_`). */
  readonly address: string;
  /** 0 for any. */
  readonly port: number;
}

/** As `get_addresses` (server/vhost.c) takes a word apart: `*`, `*:80`, `10.0.0.1`, `[::1]:80`, `_default_:443`. */
export function parseHostAddress(word: string): HostAddress {
  const text = word.toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::(\*|\d+))?$/.exec(text);
  const plain = /^([^:]*)(?::(\*|\d+))?$/.exec(text);
  const [, address = text, port] = bracketed ?? plain ?? [];
  return {
    address: address === '_default_' || address === '' ? '*' : address,
    port: port === undefined || port === '*' ? 0 : Number(port),
  };
}

/** The address of a Listen line: a lone number is the port. */
export function parseListen(word: string): HostAddress {
  return /^\d+$/.test(word) ? { address: '*', port: Number(word) } : parseHostAddress(word);
}
