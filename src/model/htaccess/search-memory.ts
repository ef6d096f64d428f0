import { trimmed } from '../../text/index.ts';
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

type Item = Occurrence | Scope;

/** What a search goes by, besides what lies where and what files say: lines and sections, in lists. */
type SearchItems = readonly (readonly Item[])[];

interface Remembered {
  readonly bounds: string;
  readonly items: SearchItems;
  readonly names: object;
  /** Of the files that were read for it; null: could not be read. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly outcome: FolderSearch;
}

/**
 * The last search, for the models that are made of the same tree after an edit: hardly an edit changes where .htaccess files lie. Of the
 * model that it was made for it holds the lines that it asked, until the next model has lines that say the same.
 */
export class SearchMemory {
  private last: Remembered | null = null;

  clear(): void {
    this.last = null;
  }

  /**
   * @param bounds where the tree lies, and how many folders are looked at
   * @param names the same object: the same files, folders and links; null: what lies where is not to be relied on
   */
  search(
    bounds: string,
    asked: SearchItems,
    names: object | null,
    places: Places,
    search: (places: Places) => FolderSearch,
  ): FolderSearch {
    const { last } = this;
    // Copies: of what is read in .htaccess files more is listed.
    const items = asked.map((list) => trimmed(list));
    const isAsked =
      last !== null && last.names === names && last.bounds === bounds && sayTheSame(last.items, items);
    if (isAsked && areSame(last.texts, places)) {
      this.last = { ...last, items };
      return last.outcome;
    }
    const texts = new Map<string, string | null>();
    const outcome = search(noting(texts, places));
    this.last = names !== null && outcome.isPlaceless ? { bounds, items, names, texts, outcome } : null;
    return outcome;
  }
}

function sayTheSame(before: SearchItems, after: SearchItems): boolean {
  return before.every((items, list) => areAlike(items, after[list]!));
}

function areAlike(before: readonly Item[], after: readonly Item[]): boolean {
  // Of files that did not change the lines are those of the model before.
  return (
    before.length === after.length &&
    before.every((item, at) => item === after[at] || isAlike(item, after[at]!))
  );
}

/** In all that the search asks of lines and sections. No line that is asked for has the name of a section. */
function isAlike(one: Item, other: Item): boolean {
  return (
    one.name === other.name &&
    one.on22 === other.on22 &&
    one.on24 === other.on24 &&
    one.file.document.engine === other.file.document.engine &&
    areEqual(one.args, other.args) &&
    isScopeAlike(scopeOf(one), scopeOf(other))
  );
}

function scopeOf(item: Item): Scope {
  return item.type === 'scope' ? item : item.scope;
}

function isScopeAlike(one: Scope, other: Scope): boolean {
  return one.kind === other.kind && one.server.kind === other.server.kind && areEqual(one.args, other.args);
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((word, at) => word === other[at]));
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
