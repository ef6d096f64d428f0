import { rememberSome } from '../../text/index.ts';
import type { Net } from './address.ts';
import { parseIPv4, parseIPv6 } from './inet-pton.ts';

const MOST_SUBNETS = 10_000;

/** Why a text is no subnet. `no address`: it does not even look like one (APR_EINVAL). */
export type SubnetError = 'no address' | 'the IP address is invalid' | 'the network mask is invalid';

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
