import { linesNamed, placeholdersIn } from '../../model/index.ts';
import type { Occurrence, Scope, ScopeKind, ServerModel } from '../../model/index.ts';
import { escapePattern } from '../../pattern/index.ts';
import { flatMap, groupBy } from '../../text/index.ts';
import { mappedText, sampleText, sampleWildcard } from '../addresses/index.ts';
import type { PrefixLine } from '../addresses/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection, Matcher } from '../sections/types.ts';

/** Values that would let a section with rules meet another one that it does not meet as it is written. */
export interface PathValues {
  /** The section, or the line that leads addresses, in which they stand. */
  readonly at: Scope | Occurrence;
  /** By what is written: `${SITE}`, `{{ docroot }}`. */
  readonly fills: ReadonlyMap<string, string>;
}

/** What a path names. */
type Kind = 'folder' | 'address' | 'file' | 'proxy';

/** A path of a section, or of a line that leads addresses, that holds something which is not known. */
interface OpenPath extends Pick<PathValues, 'at'> {
  readonly path: string;
  readonly placeholders: readonly string[];
  readonly kind: Kind;
}

/** What a value may lead to. */
interface Places {
  /** What sections are for, each kind as plain texts: of a pattern one that it matches. */
  readonly own: ReadonlyMap<Kind, readonly string[]>;
  /** What leads to one of these, or where one of these leads. */
  readonly led: ReadonlyMap<Kind, readonly string[]>;
}

/**
 * The values to try for paths that are not known: each folder, address, file or proxied address that another section is for, or that leads to it, in
 * the path's place, one below that, and the one above. Any other value lets the section meet no other one than one of these does, or none. Of a
 * line that leads addresses both its sides are tried together, too.
 * @param most where there are more, some of these are left out
 */
export function pathValues(model: ServerModel, most: number): PathValues[] {
  const lines = leadingLines(model);
  const open = [pathsOfSections(model), ...lines.map(pathsOfLine)];
  if (open.every((paths) => paths.length === 0)) return [];
  const places = placesOf(model, lines);
  const found = new Map<string, PathValues>();
  for (const paths of open) {
    for (const value of valuesOfPaths(paths, places)) {
      found.set(JSON.stringify([...value.fills].toSorted()), value);
      if (found.size > most) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** @param paths of one line that leads addresses, its target first, or of sections */
function* valuesOfPaths(paths: readonly OpenPath[], places: Places): Generator<PathValues> {
  const tried: (readonly Fills[])[] = [];
  for (const path of paths) {
    const ofPath = fillsFor(path, places);
    tried.push(ofPath);
    for (const fills of ofPath) yield { at: path.at, fills };
  }
  const [first] = paths;
  if (first === undefined || first.at.type === 'scope') return;
  const [target = [], address = []] = tried;
  for (const one of target) {
    for (const other of address) yield { at: first.at, fills: new Map([...other, ...one]) };
  }
}

type Fills = PathValues['fills'];

function fillsFor({ at, placeholders, path, kind }: OpenPath, { own, led }: Places): readonly Fills[] {
  const isOpen = (text: string): boolean => placeholders.some((each) => text.includes(each));
  const beside = at.type === 'scope' ? listOf(led, kind) : ANY[kind];
  const others = [...listOf(own, kind), ...beside].filter((other) => !isOpen(other));
  const isNested = at.type === 'scope' && (kind === 'folder' || kind === 'address');
  const [first = ''] = placeholders;
  const found = flatMap(isNested ? flatMap(others, around) : others, (other) => [
    ...valuesFor(path, first, other).map((value) => new Map([[first, value]])),
    ...together(path, placeholders, other),
  ]);
  return [...new Map(found.map((fills) => [JSON.stringify([...fills]), fills])).values()];
}

/** The values of several parts of a path, with which it is the other one. */
function together(path: string, placeholders: readonly string[], other: string): readonly Fills[] {
  if (placeholders.length < 2) return [];
  let [pattern, rest] = ['', path];
  for (const each of placeholders) {
    const at = rest.indexOf(each);
    pattern += `${escapePattern(rest.slice(0, at))}(.+?)`;
    rest = rest.slice(at + each.length);
  }
  const [whole, ...values] = new RegExp(`^${pattern}${escapePattern(rest)}$`, 's').exec(other) ?? [];
  return whole === undefined ? [] : [new Map(placeholders.map((each, i) => [each, values[i] ?? '']))];
}

/** What a line leads from that begins with no slash as it is written, and leads no address then. */
const ANY: Readonly<Record<Kind, readonly string[]>> = { folder: [], address: ['/0'], file: [], proxy: [] };

const SECTIONS: Readonly<Partial<Record<ScopeKind, Kind>>> = {
  directory: 'folder',
  location: 'address',
  files: 'file',
  proxy: 'proxy',
};

/** A pattern is taken to match anything where it holds such a part. */
function pathsOfSections(model: ServerModel): OpenPath[] {
  return flatMap(analysisOf(model).sections, ({ scope }) => {
    const kind = SECTIONS[scope.kind];
    return kind === undefined ? [] : openPath(scope, scope.args[0], kind);
  });
}

function pathsOfLine(line: Occurrence): OpenPath[] {
  const target = openPath(line, line.args.at(-1), line.name === 'proxypass' ? 'proxy' : 'folder');
  const isPrefix = /^(?:(?:script)?alias|proxypass)$/.test(line.name) && line.args.length > 1;
  return isPrefix ? [...target, ...openPath(line, line.args[0], 'address')] : target;
}

function leadingLines(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => /^(?:documentroot|(?:script)?alias(?:match)?|proxypass)$/.test(name));
}

function openPath(at: OpenPath['at'], path = '', kind: Kind): OpenPath[] {
  const placeholders = placeholdersIn(path, at).map(({ text }) => text);
  return placeholders.length === 0 ? [] : [{ at, placeholders, path, kind }];
}

function placesOf(model: ServerModel, lines: readonly Occurrence[]): Places {
  const own = groupBy(analysisOf(model).sections, ({ matcher }) => KINDS[matcher.type]);
  const texts = new Map([...own].map(([kind, sections]) => [kind, sections.map(plainText)]));
  const addresses = listOf(texts, 'address').map((path) => path.replace(/^(?!\/)/, '/'));
  const folders = listOf(texts, 'folder');
  const mappings = lines.filter(({ name }) => !/match$|^proxy/.test(name)).map(readMapping);
  const targets = lines.filter(({ name }) => name === 'proxypass');
  const led = new Map<Kind, readonly string[]>([
    [
      'folder',
      flatMap(mappings, (each) => [each.to, ...flatMap(addresses, (one) => mappedText(one, each) ?? [])]),
    ],
    [
      'address',
      flatMap(mappings, ({ prefix, to }) => [
        prefix,
        ...flatMap(folders, (one) => mappedText(one, { prefix: to, to: prefix }) ?? []),
      ]),
    ],
    ['proxy', targets.map(({ args }) => args.at(-1) ?? '')],
  ]);
  return { own: texts, led };
}

const KINDS: Readonly<Record<Matcher['type'], Kind>> = {
  directory: 'folder',
  htaccess: 'folder',
  'directory-wildcard': 'folder',
  'directory-regex': 'folder',
  location: 'address',
  'location-wildcard': 'address',
  'location-regex': 'address',
  files: 'file',
  'files-wildcard': 'file',
  'files-regex': 'file',
  proxy: 'proxy',
  'proxy-wildcard': 'proxy',
  'proxy-regex': 'proxy',
};

/** What the section is for, or one text that its pattern matches; empty where none is found. */
function plainText({ matcher, scope: { args } }: AccessSection): string {
  if ('pattern' in matcher) return sampleText(matcher.pattern) ?? '';
  const path = args[0] ?? '';
  return matcher.type.endsWith('-wildcard') ? sampleWildcard(path) : path;
}

function readMapping({ name, args: [first = '', second = ''] }: Occurrence): PrefixLine {
  return name === 'documentroot'
    ? { prefix: '/', to: first.replace(/\/*$/, '/') }
    : { prefix: first, to: second };
}

/** The path, one below it, and the one above it. */
function around(path: string): string[] {
  const whole = path.replace(/\/+$/, '');
  const slash = whole.lastIndexOf('/');
  // What a template puts in is a path without one: `<%= root %>`.
  return slash === -1 ? [whole, `${whole}/0`] : [whole, `${whole}/0`, whole.slice(0, slash)];
}

/** Not the root: nobody means it, and its section is met by all others anyway. */
function valuesFor(path: string, placeholder: string, other: string): string[] {
  const start = path.indexOf(placeholder);
  const [before, behind] = [path.slice(0, start), path.slice(start + placeholder.length)];
  const rest = restOf(other.replace(/\/+$/, ''), before);
  if (rest === null || rest === '') return [];
  return behind !== '' && rest.length > behind.length && rest.endsWith(behind)
    ? [rest, rest.slice(0, -behind.length)]
    : [rest];
}

/** What of a path stands behind another one, which may have wildcards; null where it does not begin so. */
function restOf(path: string, before: string): string | null {
  if (!/[*?[]/.test(before)) return path.startsWith(before) ? path.slice(before.length) : null;
  const depth = before.split('/').length - 1;
  return before.endsWith('/') ? path.split('/').slice(depth).join('/') : null;
}

function listOf(lists: ReadonlyMap<Kind, readonly string[]>, kind: Kind): readonly string[] {
  return lists.get(kind) ?? [];
}
