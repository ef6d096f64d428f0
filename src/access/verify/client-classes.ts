import type { ServerModel, Occurrence } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import type { Net } from '../policy/index.ts';
import { classifyAllowWord, parseRequireIp } from '../policy/index.ts';
import { clientNet } from '../request/known-atoms.ts';
import { groupBy } from '../../text/index.ts';
import { matchText } from '../addresses/index.ts';

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

/** A name for each value of a header, the same for values that no line of the trees tells apart. */
export type HeaderClasses = (header: string, value: string) => string;

/** What a line asks of a header. */
interface Look {
  readonly header: string;
  readonly pattern: string;
  readonly ignoresCase: boolean;
  /** Whether nothing but the match counts. */
  readonly isSure: boolean;
}

/**
 * Of the headers that logs have: values that match the same patterns of SetEnvIf and BrowserMatch are of one class, as long as no line
 * makes anything of what was matched, and no rewriting or expression looks.
 */
export function headerClasses(models: readonly ServerModel[]): HeaderClasses {
  const looks = groupBy([...lookingLines(models)].flatMap(looksOf), ({ header }) => header);
  const known = new Map<string, string>();
  return (header, value) => {
    const key = `${header} ${value}`;
    const same = known.get(key) ?? classOf(value, looks.get(header) ?? []);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, same);
    return same;
  };
}

const MOST_REMEMBERED = 100_000;

/** Lower case names of those headers that count. */
export function headersAsked(models: readonly ServerModel[]): string[] {
  return [...new Set([...lookingLines(models)].flatMap(headersIn))];
}

function looksOf(line: Occurrence): Look[] {
  const { name } = line;
  const [, pattern = '', ...changes] = wordsOf(line);
  const isSure = PLAIN.test(name) && !changes.some((change) => /\$\d/.test(change));
  return headersIn(line).map((header) => ({ header, pattern, isSure, ignoresCase: name.endsWith('nocase') }));
}

function* lookingLines(models: readonly ServerModel[]): Generator<Occurrence> {
  for (const { main, htaccess } of models) {
    for (const scope of [main, ...htaccess.map((file) => file.scope)]) {
      for (const line of walkOccurrences(scope)) {
        if (/^(?:setenvif|browsermatch|rewrite(?:cond|rule)|require$)/.test(line.name)) yield line;
      }
    }
  }
}

/** Lines that say in their first word what they look at, and in the second for what. */
const PLAIN = /^(?:setenvif|browsermatch)(?:nocase)?$/;

function wordsOf({ name, args }: Occurrence): readonly string[] {
  return name.startsWith('browsermatch') ? ['user-agent', ...args] : args;
}

function headersIn(line: Occurrence): string[] {
  const words = wordsOf(line);
  const text = words.slice(0, PLAIN.test(line.name) ? 1 : words.length).join(' ');
  return [...(/user.agent/i.test(text) ? ['user-agent'] : []), ...(/referer/i.test(text) ? ['referer'] : [])];
}

/** Which of the patterns match; the value itself where one can't be read, or more than the match counts. */
function classOf(value: string, looks: readonly Look[]): string {
  if (looks.some(({ isSure }) => !isSure)) return value;
  const bits = looks.map(({ pattern, ignoresCase }) => matchText(pattern, value, { ignoresCase }));
  if (bits.includes('unreadable')) return value;
  return bits.map((match) => (match === null ? '0' : '1')).join('');
}
