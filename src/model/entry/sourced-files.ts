import { posix } from 'node:path';
import { isUnder } from '../paths/config-path.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LayoutName } from '../types.ts';
import { layoutNamed } from './layouts.ts';

interface MainFile {
  readonly entry: string;
  readonly layout: LayoutName;
}

/** `. FILE`, `source FILE`, also behind a test whether there is such a file. */
const SOURCING =
  /^[ \t]*(?:(?:if[ \t]+)?(?:\[+|test)[ \t]+-[efrs][ \t]+\S+[ \t]*\]*\s*(?:&&|;?\s*then\b)\s*)?(?:\.|source)[ \t]+("[^"\n]+"|[^\s;"]+)(?:[ \t]*;?\s*fi\b)?[ \t]*(?:#.*)?$/gm;
const DEEPEST = 4;

/** The text of a shell file, with the text of those that it reads put in where they are here; '' if it is not here itself. */
export function readSourced(path: string, main: MainFile, reader: TreeReader, depth = 0): string {
  const read = reader.readFile(path);
  if ('failure' in read) return '';
  if (depth === DEEPEST) return read.text;
  return read.text.replace(SOURCING, (line, written: string) => {
    const place = placeOf(written.replaceAll('"', ''), main);
    const text = place === null ? '' : readSourced(place, main, reader, depth + 1);
    return text === '' ? line : text;
  });
}

/** Where a file of the server's system lies: in a copy of it never where it says. Null if the copy has no such place. */
function placeOf(written: string, { entry, layout }: MainFile): string | null {
  const homes = layoutNamed(layout)?.entries ?? [];
  const home = homes.find((each) => entry.endsWith(each)) ?? homes[0];
  if (home === undefined) return null;
  const folder = posix.dirname(home);
  // Set by apache2ctl.
  const path = posix.normalize(written.replace(/\$\{?APACHE_CONFDIR\b\}?/, folder));
  if (!path.startsWith('/') || path.includes('$')) return null;
  if (entry.endsWith(home)) return entry.slice(0, -home.length) + path;
  return isUnder(path, folder) ? posix.join(posix.dirname(entry), posix.relative(folder, path)) : null;
}
