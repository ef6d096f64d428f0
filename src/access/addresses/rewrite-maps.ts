import type { Occurrence } from '../../model/index.ts';
import type { KnownFiles } from './user-folder.ts';

/** What a RewriteMap has for a key; undefined: nothing; null: not known. */
export type LookUp = (map: string, key: string) => string | null | undefined;

/**
 * The maps of one server (`lookup_map`, mod_rewrite.c). Programs, databases and random choices are not known.
 * @param complete see `completePath`
 */
export function rewriteMaps(
  lines: readonly Occurrence[],
  files: Pick<KnownFiles, 'textOf' | 'kindOf'>,
  complete: (path: string) => string,
): LookUp {
  const sources = new Map(lines.map(({ args: [name = '', source = ''] }) => [name, source]));
  return (name, key) => {
    const source = sources.get(name);
    if (source === undefined) return undefined;
    const [, kind = 'txt', rest = source] = /^(txt|int|rnd|dbm(?:=\w+)?|prg|f?dbd):(.*)$/s.exec(source) ?? [];
    if (kind === 'int') return internal(rest, key);
    if (kind !== 'txt') return null;
    const path = complete(rest);
    const text = files.textOf(path);
    return text === null ? (files.kindOf(path) === 'nothing' ? undefined : null) : valueIn(text, key);
  };
}

function internal(name: string, key: string): string | null {
  if (name === 'tolower') return key.toLowerCase();
  return name === 'toupper' ? key.toUpperCase() : null;
}

/** The value of the first line of the key (`lookup_map_txtfile`). */
function valueIn(text: string, key: string): string | undefined {
  for (const line of text.split('\n')) {
    if (/^(?:#|\s)/.test(line)) continue;
    const [found, value] = line.split(/\s+/);
    if (found === key && value !== undefined && value !== '') return value;
  }
  return undefined;
}
