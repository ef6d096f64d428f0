import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ItemByItem, jsonPieces } from '../../src/report/index.ts';
import { inChunks } from '../../src/text/index.ts';

/** A document, and the same with its lists made item by item, wherever they stand. */
const documents = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0.5, '', 'a\nb', '"', '\u001b', undefined),
    fc.array(tie('node').filter((each) => each !== undefined)).map((list) => new ItemByItem(() => list)),
    fc.dictionary(fc.string(), tie('node')),
    fc.array(fc.constantFrom('x', 1, null)),
  ),
})).node;

function plain(value: unknown): unknown {
  if (value instanceof ItemByItem) return [...value].map(plain);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

test.each(['', '  '] as const)('pieces are what JSON.stringify gives, with a gap of %j', (gap) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), documents), (members) => {
      const document = { ...members, list: new ItemByItem(() => [1, { a: new ItemByItem(() => []) }]) };
      expect([...jsonPieces(document, gap)].join('')).toBe(JSON.stringify(plain(document), null, gap));
    }),
  );
});

test('an item is made when it is printed', () => {
  let made = 0;
  const list = new ItemByItem(function* () {
    while (true) yield made++;
  });
  for (const piece of jsonPieces({ list }, '')) if (piece === '7') break;
  expect(made).toBe(8);
});

test('chunks hold the same text, and are few', () => {
  const pieces = Array.from({ length: 10_000 }, (_, at) => `${at} `.repeat(5));
  const chunks = [...inChunks(pieces)];
  expect(chunks.join('')).toBe(pieces.join(''));
  expect(chunks.length).toBeLessThan(10);
  expect([...inChunks([])]).toEqual([]);
});
