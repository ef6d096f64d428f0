import type { Places } from '../paths/places.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import type { FoundHtaccess } from './find-htaccess.ts';

/** What a search for .htaccess files comes to, before they are read. */
export interface FolderSearch {
  readonly found: readonly FoundHtaccess[];
  /** The folders that were looked through, real paths. */
  readonly real: readonly string[];
  readonly isNeverRead: (folder: string) => boolean;
  readonly unknowns: readonly Unknown[];
  /** Whether nothing of it points at a line or a host, which are other ones in the next model. */
  readonly isPlaceless: boolean;
}

/** All that a search depends on, besides what lies where and what files say: texts, numbers, lists of arguments. */
export type SearchSign = readonly (string | number | readonly string[])[];

interface Remembered {
  readonly bounds: string;
  readonly sign: SearchSign;
  readonly names: object;
  /** Of the files that were read for it; null: could not be read. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly outcome: FolderSearch;
}

/**
 * The last search, for the models that are made of the same tree after an edit: hardly an edit changes where .htaccess files lie. It holds
 * nothing of the model that it was made for.
 */
export class SearchMemory {
  private last: Remembered | null = null;

  /**
   * @param bounds where the tree lies, and how many folders are looked at
   * @param names the same object: the same files, folders and links; null: what lies where is not to be relied on
   */
  search(
    bounds: string,
    sign: SearchSign,
    names: object | null,
    places: Places,
    search: (places: Places) => FolderSearch,
  ): FolderSearch {
    const { last } = this;
    const isAsked =
      last !== null && last.names === names && last.bounds === bounds && isSame(last.sign, sign);
    if (isAsked && areSame(last.texts, places)) return last.outcome;
    const texts = new Map<string, string | null>();
    const outcome = search(noting(texts, places));
    this.last = names !== null && outcome.isPlaceless ? { bounds, sign, names, texts, outcome } : null;
    return outcome;
  }
}

/** What the search asks of lines and sections. */
export function signOfItems(...lists: readonly (readonly (Occurrence | Scope)[])[]): SearchSign {
  const count = lists.reduce((sum, items) => sum + items.length, 0);
  // In no more memory than it needs: it is kept, and of a large tree it is long.
  const sign: SearchSign[number][] = [];
  sign.length = lists.length + FIELDS * count;
  let at = 0;
  for (const items of lists) {
    sign[at++] = items.length;
    for (const item of items) {
      const scope = item.type === 'scope' ? item : item.scope;
      // No line that is asked for has the name of a section.
      sign[at] = item.name;
      sign[at + 1] = item.args;
      sign[at + 2] = item.on22;
      sign[at + 3] = item.on24;
      sign[at + 4] = item.file.document.engine;
      sign[at + 5] = scope.kind;
      sign[at + 6] = scope.args;
      sign[at + 7] = scope.server.kind;
      at += FIELDS;
    }
  }
  return sign;
}

const FIELDS = 8;

function isSame(one: SearchSign, other: SearchSign): boolean {
  return (
    one.length === other.length && one.every((part, at) => part === other[at] || isEqual(part, other[at]!))
  );
}

function isEqual(one: SearchSign[number], other: SearchSign[number]): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

function areSame(texts: ReadonlyMap<string, string | null>, places: Places): boolean {
  return [...texts].every(([path, text]) => textAt(path, places) === text);
}

function textAt(path: string, places: Places): string | null {
  const read = places.readFile(path);
  return 'text' in read ? read.text : null;
}

function noting(texts: Map<string, string | null>, places: Places): Places {
  return {
    ...places,
    readFile(path) {
      const read = places.readFile(path);
      texts.set(path, 'text' in read ? read.text : null);
      return read;
    },
  };
}
