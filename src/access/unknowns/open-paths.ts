import { linesNamed, placeholdersIn } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import { mappedText, sampleText, sampleWildcard } from '../addresses/index.ts';
import { analysisOf } from '../sections/analysis.ts';

/** A value that would let a section with rules meet another one that it does not meet as it is written. */
export interface PathValue {
  /** The section, or the line that leads addresses, in which it stands. */
  readonly at: Scope | Occurrence;
  /** As it is written: `${SITE}`, `{{ docroot }}`. */
  readonly placeholder: string;
  readonly value: string;
}

/** Where the path of a section, or of a line that leads addresses, holds something that is not known. */
interface OpenPath extends Pick<PathValue, 'at' | 'placeholder'> {
  readonly path: string;
  readonly isAddress: boolean;
}

/** What a value may lead to. */
interface Places {
  readonly folders: readonly string[];
  readonly addresses: readonly string[];
  readonly mappings: readonly { readonly prefix: string; readonly to: string }[];
}

/**
 * The values to try for paths that are not known: each folder or address that another section is for or that leads to it, in the path's
 * place, one below that, and the one above. Any other value lets the section meet no other one than one of these does, or none.
 */
export function pathValues(model: ServerModel): PathValue[] {
  const open = [...openSections(model), ...openLines(model)];
  if (open.length === 0) return [];
  const places = placesOf(model);
  const found = new Map<string, PathValue>();
  for (const { at, placeholder, path, isAddress } of open) {
    const all = isAddress ? addressesIn(places) : foldersIn(places, at);
    const others = all.filter((other) => !other.includes(placeholder));
    const near = at.type === 'scope' ? flatMap(others, around) : others;
    for (const value of flatMap(near, (other) => valuesFor(path, placeholder, other))) {
      found.set(`${placeholder} ${value}`, { at, placeholder, value });
    }
  }
  return [...found.values()];
}

function openSections(model: ServerModel): OpenPath[] {
  return flatMap(analysisOf(model).sections, ({ scope }) =>
    scope.kind === 'directory' || scope.kind === 'location'
      ? openPath(scope, scope.args[0], scope.kind === 'location')
      : [],
  );
}

function openLines(model: ServerModel): OpenPath[] {
  const lines = leadingLines(model);
  return flatMap(lines, (line) => [
    ...openPath(line, line.args.at(-1), false),
    ...(line.name === 'documentroot' ? [] : openPath(line, line.args[0], true)),
  ]);
}

function leadingLines(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => name === 'documentroot' || name === 'alias' || name === 'scriptalias');
}

function openPath(at: OpenPath['at'], path = '', isAddress: boolean): OpenPath[] {
  const placeholder = placeholdersIn(path, at)[0]?.text;
  return placeholder === undefined ? [] : [{ at, placeholder, path, isAddress }];
}

function placesOf(model: ServerModel): Places {
  const folders: string[] = [];
  const addresses: string[] = [];
  for (const { matcher, scope } of analysisOf(model).sections) {
    const [path = ''] = scope.args;
    switch (matcher.type) {
      case 'directory':
      case 'htaccess':
        folders.push(path);
        break;
      case 'directory-wildcard':
        folders.push(sampleWildcard(path));
        break;
      case 'directory-regex':
        folders.push(sampleText(matcher.pattern) ?? '');
        break;
      case 'location':
        addresses.push(path);
        break;
      case 'location-wildcard':
        addresses.push(sampleWildcard(path));
        break;
      case 'location-regex':
        addresses.push(sampleText(matcher.pattern) ?? '');
        break;
      default:
    }
  }
  const mappings = leadingLines(model).map(({ name, args: [first = '', second = ''] }) =>
    name === 'documentroot' ? { prefix: '/', to: withSlash(first) } : { prefix: first, to: second },
  );
  return { folders, addresses, mappings };
}

/** Those of sections, and for a section those that addresses lead to, too. */
function foldersIn({ folders, addresses, mappings }: Places, { type }: OpenPath['at']): string[] {
  if (type !== 'scope') return [...folders];
  const led = flatMap(mappings, (mapping) => [
    mapping.to,
    ...flatMap(addresses, (address) => mappedText(address, mapping) ?? []),
  ]);
  return [...folders, ...led];
}

/** Those of sections, and those that lead to folders of sections. */
function addressesIn({ folders, addresses, mappings }: Places): string[] {
  const leading = flatMap(mappings, ({ prefix, to }) => [
    prefix,
    ...flatMap(folders, (folder) => mappedText(folder, { prefix: to, to: prefix }) ?? []),
  ]);
  return [...addresses, ...leading];
}

/** The path, one below it, and the one above it. */
function around(path: string): string[] {
  const whole = path.replace(/\/+$/, '');
  return [whole, `${whole}/0`, whole.slice(0, whole.lastIndexOf('/'))];
}

/** Not the root: nobody means it, and its section is met by all others anyway. */
function valuesFor(path: string, placeholder: string, other: string): string[] {
  const start = path.indexOf(placeholder);
  const [before, behind] = [path.slice(0, start), path.slice(start + placeholder.length)];
  const whole = other.replace(/\/+$/, '');
  if (whole === '' || !whole.startsWith(before)) return [];
  const values = [whole.slice(before.length)];
  if (behind !== '' && whole.endsWith(behind)) values.push(whole.slice(before.length, -behind.length));
  return values.filter((value) => value !== '');
}

function withSlash(path: string): string {
  return path.replace(/\/*$/, '/');
}
