/**
 * The four bytes of a dotted quad, or null: `inet_pton4` of APR's own network_io/unix/inet_pton.c, which unlike the C
 * library's (and Node's isIPv4) takes leading zeros.
 */
export function parseIPv4(text: string): number[] | null {
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
export function parseIPv6(text: string): number[] | null {
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
