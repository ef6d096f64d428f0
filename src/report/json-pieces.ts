/** A list of a document that is made item by item, while it is printed. */
export class ItemByItem<T> implements Iterable<T> {
  readonly #make: () => Iterable<T>;

  constructor(make: () => Iterable<T>) {
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#make()[Symbol.iterator]();
  }

  /** Where it stands so deep that `jsonPieces` has JSON.stringify print what is around it. */
  toJSON(): readonly T[] {
    return [...this];
  }
}

/** A document whose lists may be made item by item. */
export type InPieces<T> = {
  readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? T[K] | ItemByItem<I | InPieces<I>> : T[K];
};

/** The document with all its lists. */
export function whole<T extends object>(document: InPieces<T>): T {
  const entries = Object.entries(document).map(([name, value]) => [
    name,
    value instanceof ItemByItem ? [...value] : (value as unknown),
  ]);
  return Object.fromEntries(entries) as T;
}

/** What `JSON.stringify(document, null, gap)` gives, piece by piece, for documents that would be a text too large to have at once. */
export function* jsonPieces(document: unknown, gap: '' | '  ', indent = ''): Generator<string> {
  if (document instanceof ItemByItem) {
    yield* bracketed('[]', indent, gap, labelled(document));
  } else if (hasPieces(document)) {
    const members = Object.entries(document).filter(([, value]) => value !== undefined);
    const colon = gap === '' ? ':' : ': ';
    yield* bracketed(
      '{}',
      indent,
      gap,
      members.map(([name, value]) => [JSON.stringify(name) + colon, value] as const),
    );
  } else {
    const text = JSON.stringify(document, null, gap);
    // A line ending inside of a string is written `\n`.
    yield indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
  }
}

function* labelled(items: Iterable<unknown>): Generator<readonly [label: string, value: unknown]> {
  for (const item of items) yield ['', item];
}

function hasPieces(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((each) => each instanceof ItemByItem);
}

function* bracketed(
  [open = '', close = '']: string,
  indent: string,
  gap: '' | '  ',
  members: Iterable<readonly [label: string, value: unknown]>,
): Generator<string> {
  const line = gap === '' ? '' : `\n${indent}`;
  let before = `${open}${line}${gap}`;
  let isEmpty = true;
  for (const [label, value] of members) {
    isEmpty = false;
    yield before + label;
    yield* jsonPieces(value, gap, indent + gap);
    before = `,${line}${gap}`;
  }
  yield isEmpty ? open + close : `${line}${close}`;
}
