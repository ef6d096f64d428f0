import { groupBy } from '../../text/index.ts';
import { isPathAtOrBelow, pathsTo } from '../folders/paths.ts';

/** Things that hold at a path and below it each. Paths are as `joinComponents` writes them. */
export interface PrefixTable<T> {
  readonly all: readonly T[];
  /** Of each of them. */
  readonly paths: readonly string[];
  /** Those that hold at `path`, in the order of `all`. */
  around(path: string): readonly T[];
  /** The first of these; null if there is none. */
  firstAround(path: string): T | null;
}

/** Of no more each is asked: that takes less than looking up the path and all above it. */
const FEW = 8;

export function prefixTable<T>(all: readonly T[], pathOf: (item: T) => string): PrefixTable<T> {
  if (all.length === 0) return NOTHING;
  const paths = all.map(pathOf);
  return all.length <= FEW ? new FewPrefixes(all, paths) : new ManyPrefixes(all, paths);
}

const NONE: readonly never[] = [];

/** One table for all that are empty, as most are. */
const NOTHING: PrefixTable<never> = {
  all: NONE,
  paths: NONE,
  around: () => NONE,
  firstAround: () => null,
};

class FewPrefixes<T> implements PrefixTable<T> {
  readonly all: readonly T[];
  readonly paths: readonly string[];

  constructor(all: readonly T[], paths: readonly string[]) {
    this.all = all;
    this.paths = paths;
  }

  around(path: string): readonly T[] {
    const first = this.#next(path, 0);
    if (first === -1) return NONE;
    // Made with one item, as most are: a list that is begun empty has room for many.
    const found = [this.all[first]!];
    for (let at = this.#next(path, first + 1); at !== -1; at = this.#next(path, at + 1)) {
      found.push(this.all[at]!);
    }
    return found;
  }

  firstAround(path: string): T | null {
    const first = this.#next(path, 0);
    return first === -1 ? null : this.all[first]!;
  }

  /** The index of the next one that holds there; -1 if there is none. */
  #next(path: string, from: number): number {
    for (let at = from; at < this.paths.length; at++) {
      if (isPathAtOrBelow(path, this.paths[at]!)) return at;
    }
    return -1;
  }
}

class ManyPrefixes<T> implements PrefixTable<T> {
  readonly all: readonly T[];
  readonly paths: readonly string[];
  readonly #indicesAt: ReadonlyMap<string, readonly number[]>;

  constructor(all: readonly T[], paths: readonly string[]) {
    this.all = all;
    this.paths = paths;
    this.#indicesAt = groupBy(all.keys(), (index) => paths[index]!);
  }

  around(path: string): readonly T[] {
    const found: number[] = [];
    for (const each of pathsTo(path)) {
      const there = this.#indicesAt.get(each);
      if (there !== undefined) found.push(...there);
    }
    if (found.length > 1) found.sort((a, b) => a - b);
    return found.map((index) => this.all[index]!);
  }

  firstAround(path: string): T | null {
    return this.around(path)[0] ?? null;
  }
}

/** What stands after a prefix in an address (`alias_matches`, mod_alias.c; `alias_match`, mod_proxy.c): doubled slashes count as one. Null: no match. */
export function restBehind(address: string, prefix: string): string | null {
  let at = 0;
  for (let i = 0; i < prefix.length;) {
    if (address[at] !== prefix[i]) return null;
    const skip = prefix[i] === '/' ? slashesAt : oneAt;
    i += skip(prefix, i);
    at += skip(address, at);
  }
  const isWhole = prefix.endsWith('/') || at === address.length || address[at] === '/';
  return prefix !== '' && isWhole ? address.slice(at) : null;
}

const oneAt = () => 1;

function slashesAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '/') end++;
  return end - at;
}

/** What a line makes of an address: text is put together as it is written, also where that glues two names (`Alias /data/ /srv/pub`). */
export function mappedText(address: string, { prefix, to }: PrefixLine): string | null {
  const rest = restBehind(address, prefix);
  return rest === null ? null : to + rest;
}

/** A line that puts a text in the place of a prefix. */
export interface PrefixLine {
  readonly prefix: string;
  readonly to: string;
}

/** Whether `/data/x` becomes `/srv/pubx`: all that begins with the target's text is led to. */
export function isGlued({ prefix, to }: PrefixLine): boolean {
  return prefix.endsWith('/') && !to.endsWith('/');
}
