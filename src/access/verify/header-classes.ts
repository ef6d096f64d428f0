import type { Occurrence, ServerModel } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { matchText } from '../addresses/index.ts';

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
