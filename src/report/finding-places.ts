import type { Finding, Migration } from '../migrate/index.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { grouped, plural, placeText } from './phrases.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';
import { posix } from 'node:path';

/** So many words are named, the others counted. */
const MOST_ALIKE = { error: 20, other: 4 } as const;

/** So many places are named, the others counted. */
const MOST_PLACES = 4;

/** `the same of x_module (line 5), y_module (other.conf:9)` */
export function alikeText({ finding: { path, level }, alike }: FoldedFinding, style: TextStyle): string {
  const shown = alike.slice(0, MOST_ALIKE[level === 'error' ? 'error' : 'other']);
  const names = shown.map(
    ({ word, finding }) => `${printable(word)} (${placesText([finding], style, path)})`,
  );
  const rest = alike.length - shown.length;
  return `the same of ${names.join(', ')}${rest > 0 ? ` and ${grouped(rest)} more; --verbose lists them` : ''}`;
}

/** `... and 2 more like this: line 5, line 9; --verbose lists them` */
export function moreText({ finding, more }: FoldedFinding, style: TextStyle): string {
  return `... and ${grouped(more.length)} more like this: ${placesText(more, style, finding.path)}; --verbose lists them`;
}

/** `x.conf:1:1, x.conf:7:1`; in the file named before, `line 7`. */
export function placesText(
  findings: readonly Finding[],
  style: TextStyle,
  named: string | null = null,
): string {
  const places = findings.slice(0, MOST_PLACES).map(({ path, position }) => {
    return path === named && position !== null ? `line ${position.line}` : placeText(path, position, style);
  });
  const rest = findings.length - places.length;
  return places.join(', ') + (rest > 0 ? ` and ${plural(rest, 'more place')}` : '');
}

/** `Write Options All (httpd.conf:7); Add the flag BNP (httpd.conf:9, line 12)`: what was done, for whom the reason is elsewhere. */
export function titlesText(folded: readonly FoldedFinding[], style: TextStyle): string {
  let named: string | null = null;
  const parts = folded.map(({ finding, same, alike, more }) => {
    const all = [finding, ...same, ...alike.map((each) => each.finding), ...more];
    const first = placesText([finding], style, named);
    named = finding.path;
    const others = all.slice(1);
    const places = others.length === 0 ? first : `${first}, ${placesText(others, style, named)}`;
    return `${printable(finding.fixTitle ?? '')} (${places})`;
  });
  return `${parts.join('; ')}.`;
}

/** Names files from the deepest folder that holds the configuration; those elsewhere as ever. */
export function namedInTree({ model }: Migration, style: TextStyle): TextStyle {
  const own = [...model.files.values()].filter(({ role }) => role === 'config').map(({ path }) => path);
  const folder = commonFolder(own.length > 0 ? own : [...model.files.keys()]);
  if (folder === '') return style;
  const displayPath = (path: string) => {
    const shown = style.displayPath(path);
    const short = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : shown;
    return short.length < shown.length ? short : shown;
  };
  return { ...style, displayPath };
}

function commonFolder(paths: Iterable<string>): string {
  let common: string[] | null = null;
  for (const path of paths) {
    const names = posix.dirname(path).split('/');
    const kept: string[] = common ?? names;
    const end = kept.findIndex((name, at) => name !== names[at]);
    common = end === -1 ? kept : kept.slice(0, end);
  }
  return common?.join('/') ?? '';
}
