import type { Occurrence, ServerModel } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import { matchText } from '../request/pattern-text.ts';

/** A name for each value of a header, the same for values that no line of the trees tells apart. */
export type HeaderClasses = (header: string, value: string) => string;

interface HeaderPattern {
  readonly pattern: string;
  readonly ignoresCase: boolean;
}

/**
 * Of the headers that logs have: values that match the same patterns of SetEnvIf and BrowserMatch are of one class, as long as no line
 * makes anything of what was matched, and no RewriteCond looks.
 */
export function headerClasses(models: readonly ServerModel[]): HeaderClasses {
  const patterns = new Map<string, HeaderPattern[]>();
  const unsure = new Set<string>();
  for (const line of setterLines(models)) {
    const { name, args } = line;
    const isBrowser = name.startsWith('browsermatch');
    const [first = '', pattern = '', ...changes] = isBrowser ? ['user-agent', ...args] : args;
    const header = headerIn(first);
    if (header === null) continue;
    const isPlain = /^(?:setenvif|browsermatch)(?:nocase)?$/.test(name);
    if (!isPlain || changes.some((change) => /\$\d/.test(change))) unsure.add(header);
    const ofHeader = patterns.get(header) ?? [];
    patterns.set(header, [...ofHeader, { pattern, ignoresCase: name.endsWith('nocase') }]);
  }
  const known = new Map<string, string>();
  return (header, value) => {
    if (unsure.has(header)) return value;
    const key = `${header} ${value}`;
    const same = known.get(key) ?? classOf(value, patterns.get(header) ?? []);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, same);
    return same;
  };
}

const MOST_REMEMBERED = 100_000;

function* setterLines(models: readonly ServerModel[]): Generator<Occurrence> {
  for (const { main, htaccess } of models) {
    for (const scope of [main, ...htaccess.map((file) => file.scope)]) {
      for (const line of walkOccurrences(scope)) {
        if (/^(?:setenvif|browsermatch|rewritecond)/.test(line.name)) yield line;
      }
    }
  }
}

/** The header that a line looks at, of those that logs have. */
function headerIn(first: string): string | null {
  if (/user.agent/i.test(first)) return 'user-agent';
  return /referer/i.test(first) ? 'referer' : null;
}

/** Which of the patterns match; the value itself where one can't be read. */
function classOf(value: string, patterns: readonly HeaderPattern[]): string {
  const bits = patterns.map(({ pattern, ignoresCase }) => matchText(pattern, value, { ignoresCase }));
  if (bits.includes('unreadable')) return value;
  // A header that is not sent is the empty one.
  return (value === '' ? '-' : '+') + bits.map((match) => (match === null ? '0' : '1')).join('');
}
