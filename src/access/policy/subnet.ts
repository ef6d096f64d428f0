import { rememberSome } from '../../text/index.ts';
import type { Net } from './address.ts';

const MOST_SUBNETS = 10_000;

/** Why a text is no subnet. `no address`: it does not even look like one (APR_EINVAL). */
type SubnetError = 'no address' | 'the IP address is invalid' | 'the network mask is invalid';

/**
 * An address, a partial IPv4 address (`10.1`, `10.1.`), or an address with `/length` or `/netmask`, as
 * `apr_ipsubnet_create` (network_io/unix/sockaddr.c of APR) reads them: no length 0, no partial address with a mask, no
 * IPv4-mapped IPv6 address, no netmask for IPv6. Host bits are ignored.
 */
export const parseSubnet: (text: string) => Net | SubnetError = rememberSome(MOST_SUBNETS, readSubnet);

function readSubnet(text: string): Net | SubnetError {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  if (!looksLikeAddress(address)) return 'no address';
  if (slash === -1) return parseHost(address) ?? parsePartial(address) ?? 'the IP address is invalid';
  const host = parseHost(address);
  if (host === null) return 'the IP address is invalid';
  const mask = parseMask(text.slice(slash + 1), host.family);
  if (mask === null) return 'the network mask is invalid';
  return { family: host.family, mask, bits: host.bits.map((byte, i) => byte & mask[i]!) };
}

/** `looks_like_ip`: a colon makes it IPv6, else only digits and dots. */
function looksLikeAddress(text: string): boolean {
  return text.includes(':') || /^[\d.]+$/.test(text);
}

function parseHost(text: string): Net | null {
  const ipv4 = parseIPv4(text);
  if (ipv4 !== null) return { family: 4, bits: ipv4, mask: Array<number>(4).fill(255) };
  const bits = parseIPv6(text);
  if (bits === null) return null;
  const isMapped = bits.slice(0, 10).every((byte) => byte === 0) && bits[10] === 255 && bits[11] === 255;
  return isMapped ? null : { family: 6, bits, mask: Array<number>(16).fill(255) };
}

/** `parse_network`: one to four numbers with dots between, a dot more allowed at the end; numbers wrap as C's int does. */
function parsePartial(text: string): Net | null {
  if (text.length > 15 || !/^\d+(\.\d+)*\.?$/.test(text)) return null;
  const octets = text
    .split('.')
    .filter((part) => part !== '')
    .map((part) => Number(part) | 0);
  if (octets.length > 4 || octets.some((octet) => octet < 0 || octet > 255)) return null;
  const fill = Array<number>(4 - octets.length).fill(0);
  return { family: 4, bits: [...octets, ...fill], mask: [...octets.map(() => 255), ...fill] };
}

/** A number of bits as strtol reads it, or a netmask. */
function parseMask(text: string, family: 4 | 6): number[] | null {
  const bytes = family === 4 ? 4 : 16;
  const length = /^\s*[+-]?\d+$/.test(text) ? Number(text) : 0;
  if (length > 0 && length <= bytes * 8)
    return Array.from({ length: bytes }, (_, i) => maskByte(length - 8 * i));
  return family === 4 ? parseIPv4(text) : null;
}

function maskByte(bits: number): number {
  return bits >= 8 ? 255 : bits <= 0 ? 0 : (0xff00 >> bits) & 255;
}

/**
 * The four bytes of a dotted quad, or null: `inet_pton4` of APR's own network_io/unix/inet_pton.c, which unlike the C
 * library's (and Node's isIPv4) takes leading zeros.
 */
function parseIPv4(text: string): number[] | null {
  const groups = QUAD.exec(text);
  if (groups === null) return null;
  const octets = [Number(groups[1]), Number(groups[2]), Number(groups[3]), Number(groups[4])];
  return octets.every((octet) => octet <= 255) ? octets : null;
}

const QUAD = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/**
 * The sixteen bytes of an IPv6 address, or null: `inet_pton6` of the same file. It takes zeros in front of a group, a
 * `::` that stands for nothing, and a colon at the end of a full address.
 */
function parseIPv6(text: string): number[] | null {
  if (text.startsWith(':') && !text.startsWith('::')) return null;
  const bytes: number[] = [];
  let gap: number | null = null;
  let group = '';
  const endGroup = (): boolean => {
    const value = Number.parseInt(group, 16);
    group = '';
    return bytes.push(value >> 8, value & 255) <= 16;
  };
  for (let at = text.startsWith('::') ? 1 : 0; at < text.length; at++) {
    const char = text[at]!;
    if (/[0-9a-fA-F]/.test(char)) {
      group += char;
      if (Number.parseInt(group, 16) > 0xffff) return null;
    } else if (char === ':' && group !== '') {
      if (!endGroup()) return null;
    } else if (char === ':' && gap === null) {
      gap = bytes.length;
    } else if (char === '.') {
      const quad = parseIPv4(text.slice(at - group.length));
      return quad === null ? null : fillGap([...bytes, ...quad], gap);
    } else {
      return null;
    }
  }
  if (group !== '' && !endGroup()) return null;
  return fillGap(bytes, gap);
}

function fillGap(bytes: readonly number[], gap: number | null): number[] | null {
  if (bytes.length > 16 || (gap === null && bytes.length < 16)) return null;
  const at = gap ?? 16;
  return [...bytes.slice(0, at), ...Array<number>(16 - bytes.length).fill(0), ...bytes.slice(at)];
}
