import type { ServerModel } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import type { Net } from '../policy/index.ts';
import { classifyAllowWord, parseRequireIp } from '../policy/index.ts';
import { clientNet } from '../request/known-atoms.ts';

/** Lines that may tell clients apart by more than nets. */
const BY_TEXT = /remote_(?:addr|host)|(?:^|[\s!(])-r\s|ipmatch/i;

/**
 * A name for each client, the same for clients that no line of the trees tells apart: IPv4 addresses between two bounds of the
 * nets that are written anywhere. Where lines look at the address otherwise, every client is its own.
 */
export function clientClasses(models: readonly ServerModel[]): (client: string) => string {
  const bounds = new Set<number>();
  for (const { main, htaccess } of models) {
    for (const scope of [main, ...htaccess.map((file) => file.scope)]) {
      for (const { name, args } of walkOccurrences(scope)) {
        if (looksAtText(name, args)) return (client) => client;
        for (const net of netsIn(name, args)) {
          const range = rangeOf(net);
          if (range === null) return (client) => client;
          for (const bound of range) bounds.add(bound);
        }
      }
    }
  }
  const sorted = Float64Array.from(bounds).toSorted();
  return (client) => {
    const net = clientNet(client);
    return net?.family === 4 ? `class ${countUpTo(sorted, numberOf(net.bits))}` : client;
  };
}

function looksAtText(name: string, args: readonly string[]): boolean {
  if (name === 'require')
    return /^(?:expr|local|forward-dns)$/i.test((args[0] === 'not' ? args[1] : args[0]) ?? '');
  const mayLook = /^(?:setenvif|rewritecond|rewriterule)/.test(name);
  return mayLook && args.some((arg) => BY_TEXT.test(arg));
}

function netsIn(name: string, args: readonly string[]): Net[] {
  if (name === 'allow' || name === 'deny') {
    return args.flatMap((word) => {
      const classified = classifyAllowWord(word);
      return classified.kind === 'net' ? [classified.net] : [];
    });
  }
  if (name !== 'require') return [];
  return args.flatMap((word) => {
    const parsed = parseRequireIp(word);
    return 'net' in parsed ? [parsed.net] : [];
  });
}

/** Where an IPv4 net begins, and what comes behind it; [] for IPv6, null for a mask with holes. */
function rangeOf({ family, bits, mask }: Net): readonly number[] | null {
  if (family === 6) return [];
  const size = 2 ** 32 - numberOf(mask);
  const isPrefix = Number.isInteger(Math.log2(size));
  return isPrefix ? [numberOf(bits), numberOf(bits) + size] : null;
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** How many of the sorted numbers are not above the value. */
function countUpTo(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
