import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaves, parse, print, visit, type Document } from '../../src/syntax/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { anyBytes, configText } from './arbitraries.ts';

function expectLossless(text: string): Document {
  const document = parse({ path: 'x.conf', text });
  let at = 0;
  for (const leaf of leaves(document)) {
    if (leaf.start !== at || leaf.end < leaf.start)
      throw new Error(`leaf at ${leaf.start}, expected at ${at}`);
    at = leaf.end;
  }
  expect(at).toBe(text.length);
  if (print(document) !== text) throw new Error('print(parse(text)) differs from the text');
  return document;
}

/** Name and arguments lie in their line, one behind the other, and argsSpan holds the arguments. */
function expectWordsInPlace(document: Document): void {
  visit(document, (node) => {
    const line = node.type === 'section' ? node.open : node.type === 'directive' ? node : null;
    if (!line) return;
    const { argsSpan, span } = line;
    const places = [line.name, ...line.args].flatMap((word) => [word.span.start, word.span.end]);
    const inOrder = [span.start, ...places, span.end].every((at, index, all) => at >= (all[index - 1] ?? 0));
    const start = line.args[0]?.span.start ?? line.name.span.end;
    const held = argsSpan.start === start && argsSpan.end >= places.at(-1)! && argsSpan.end <= span.end;
    if (!inOrder || !held) throw new Error(`words out of place: ${JSON.stringify(line)}`);
  });
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('print(parse(bytes)) is the same bytes', () => {
  test('any bytes', () => {
    fc.assert(
      fc.property(anyBytes, (text) => expectWordsInPlace(expectLossless(text))),
      { numRuns: 1000 },
    );
  });

  test('text of the shape of a configuration', () => {
    fc.assert(
      fc.property(configText, (text) => expectWordsInPlace(expectLossless(text))),
      { numRuns: 2000 },
    );
  });

  test.each(['__fixtures__', '../shared/corpus'].filter((folder) => existsSync(folder)))(
    'every file of %s',
    (folder) => {
      for (const path of filesBelow(folder)) {
        expectWordsInPlace(expectLossless(readFileSync(path, 'latin1')));
      }
    },
  );
});

describe('no input is too much', () => {
  test.each([
    ['100,000 nested sections', '<A>\n'.repeat(100_000)],
    ['100,000 nested sections and their closing lines', '<A>\n'.repeat(100_000) + '</A>\n'.repeat(100_000)],
    [
      '100,000 open sections, as many closing lines of another',
      '<A>\n'.repeat(100_000) + '</B>\n'.repeat(100_000),
    ],
    ['a line of 1 MB', `Foo ${'x'.repeat(1 << 20)}`],
    ['a line of 1 MB of white space', ' '.repeat(1 << 20)],
    ['a word of 1 MB of backslashes', `Foo "${'\\'.repeat(1 << 20)}`],
    ['500,000 quotes', `Foo ${'"'.repeat(500_000)}`],
    ['200,000 continuations', 'a\\\n'.repeat(200_000)],
    ['200,000 NULs', '\0'.repeat(200_000)],
    ['1 MB of brackets', '<'.repeat(1 << 19) + '>'.repeat(1 << 19)],
    ['an unclosed Perl section of 1 MB', `<Perl>\n${'<a>\n'.repeat(1 << 18)}`],
  ])('%s', (_, text) => {
    expect(cpuSeconds(() => void expectLossless(text))).toBeLessThan(3);
  });

  test('the ends of 10,000 sections in each other, none of which is closed', () => {
    const text = '<A>\n'.repeat(10_000);
    const ends = new Set<number>();
    visit(parse({ path: 'x.conf', text }), ({ span }) => void ends.add(span.end));
    // That of the last line, where all of the sections end.
    expect([...ends]).toEqual([text.length]);
  });
});
