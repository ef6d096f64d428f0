import { append, rememberWeakly } from '../../text/index.ts';

/** So many are gone through sooner than they are looked up. */
const FEW = 8;

/**
 * Finds what may match a text, or one that it begins, in a list: by what all begin with that each of the list matches. What is found may still not
 * match; what is not, does not. It comes in the order of the list.
 */
export type StartLookup<T> = (all: readonly T[], text: string) => readonly T[];

/** @param startsOf all that it matches begins with one of these; '' where that is not known */
export function startLookup<T>(startsOf: (each: T) => readonly string[]): StartLookup<T> {
  const indexOf = rememberWeakly((all: readonly T[]) => new StartIndex(all, startsOf));
  return (all, text) => (all.length <= FEW ? all : indexOf(all).near(text));
}

class StartIndex<T> {
  readonly #all: readonly T[];
  readonly #startsOf: (each: T) => readonly string[];
  #byStart: ReadonlyMap<string, readonly number[]> | null = null;
  #sorted: readonly string[] = [];
  #longest = 0;

  constructor(all: readonly T[], startsOf: (each: T) => readonly string[]) {
    this.#all = all;
    this.#startsOf = startsOf;
  }

  near(text: string): readonly T[] {
    const byStart = (this.#byStart ??= this.#read());
    const found = new Set<number>();
    const add = (start: string): void => byStart.get(start)?.forEach((at) => found.add(at));
    for (let length = 0; length < Math.min(text.length, this.#longest + 1); length++)
      add(text.slice(0, length));
    for (let at = this.#firstFrom(text); this.#sorted[at]?.startsWith(text) === true; at++)
      add(this.#sorted[at]!);
    return [...found].toSorted((a, b) => a - b).map((at) => this.#all[at]!);
  }

  #read(): ReadonlyMap<string, readonly number[]> {
    const byStart = new Map<string, number[]>();
    this.#all.forEach((each, at) => {
      for (const start of this.#startsOf(each)) append(byStart, start, at);
    });
    this.#sorted = [...byStart.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    this.#longest = Math.max(0, ...this.#sorted.map(({ length }) => length));
    return byStart;
  }

  /** Index of the first start that is not before the text. */
  #firstFrom(text: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
