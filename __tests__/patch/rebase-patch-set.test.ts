import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lineEdits } from '../../src/patch/rebase-patch-set.ts';

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a', 'b\r\n');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));

test('making the edits gives the other text, and each is of whole lines', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      let made = '';
      let at = 0;
      for (const { replaces, text: now, at: place } of lineEdits(before, after)) {
        made += before.slice(at, replaces.start);
        expect(place).toBe(made.length);
        made += now;
        at = replaces.end;
        expect(replaces.start === 0 || before[replaces.start - 1] === '\n').toBe(true);
      }
      expect(made + before.slice(at)).toBe(after);
    }),
  );
});

test('lines that are in both stay', () => {
  expect(lineEdits('a\nb\nc\n', 'a\nx\nb\nc\n')).toEqual([
    { replaces: { start: 2, end: 2 }, text: 'x\n', at: 2 },
  ]);
  expect(lineEdits('a\nb\n', 'a\nb\n')).toEqual([]);
});

test.each([
  ['xabc', 'abcx', ['x -> ', ' -> x']],
  ['abcx', 'xabc', [' -> x', 'x -> ']],
  ['xyabc', 'abcx', ['xy -> ', ' -> x']],
  ['xabc', 'axbcy', ['x -> ', ' -> x', ' -> y']],
])('as few lines as can be are replaced: %s, %s', (before, after, expected) => {
  const [old, now] = [before, after].map((each) => each.replaceAll(/./g, '$&\n')) as [string, string];
  const edits = lineEdits(old, now).map(
    ({ replaces: { start, end }, text: made }) => `${old.slice(start, end)} -> ${made}`,
  );
  expect(edits.map((edit) => edit.replaceAll('\n', ''))).toEqual(expected);
});

test('thousands of lines that all changed are one edit', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `${i}\n`);
  expect(lineEdits(lines.join(''), lines.toReversed().join(''))).toHaveLength(1);
});
