import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { argumentValues, parse, quoteWord, splitWords } from '../../src/syntax/index.ts';

describe('splitWords', () => {
  test.each([
    ['', []],
    ['  \t ', []],
    ['a b', ['a', 'b']],
    ['a\vb\fc\rd', ['a', 'b', 'c', 'd']],
    ['a\u00a0b c\u0085d', ['a\u00a0b', 'c\u0085d']],
    ['"a b" \'c d\'', ['a b', 'c d']],
    ['a"b c"d', ['a"b', 'c"d']],
    ['"a"b"c"', ['a', 'b"c"']],
    ['"" x', ['', 'x']],
    ['"a \\" b" \'it\\\'s\'', ['a " b', "it's"]],
    ['"it\\\'s" \'a\\"b\'', ["it\\'s", 'a\\"b']],
    ['"a\\\\" b\\\\c d\\e "f\\g"', ['a\\', 'b\\c', 'd\\e', 'f\\g']],
    ['a\\ b \\"c d"', ['a\\', 'b', '\\"c', 'd"']],
    ['"open to the end', ['open to the end']],
    ['a "open \\"', ['a', 'open "']],
    ['"', ['']],
    ['"a\\', ['a\\']],
    ['${A B} "${C D}"', ['${A', 'B}', '${C D}']],
  ])('%j', (line, words) => expect(splitWords(line)).toEqual(words));
});

describe('splitWords, of mod_rewrite', () => {
  test.each([
    ['^/a\\ b$ /c [L]', ['^/a\\ b$', '/c', '[L]']],
    ['^a\\\\b "c\\\\d" [E=x:\\"y]', ['^a\\\\b', 'c\\\\d', '[E=x:\\"y]']],
    ['"a\\"b" c', ['a\\', 'b"', 'c']],
    ["'a\\' b\\\tc", ['a\\', 'b\\\tc']],
    ['"a\\ b" "c d', ['a\\ b', 'c d']],
    ['a\\', ['a\\']],
  ])('%j', (line, words) => expect(splitWords(line, 'rewrite')).toEqual(words));

  test('what is quoted is read back, unless it has quotes of both kinds', () => {
    const value = fc
      .string({ unit: fc.constantFrom('a', '\\', ' ', '\t', '"', "'", '$', '%', '{'), minLength: 1 })
      .filter((text) => !(text.includes('"') && text.includes("'")) && !/\s$|^\s/.test(text));
    fc.assert(
      fc.property(value, (text) => {
        expect(splitWords(`${quoteWord(text, 'rewrite')} x`, 'rewrite')).toEqual([text, 'x']);
      }),
    );
  });

  test('a line is read so whatever the letters of its name, joined lines too', () => {
    const valuesOf = (text: string) => {
      const [line] = parse({ path: 'x.conf', text }).children;
      if (line?.type !== 'directive') throw new Error('no directive');
      return { values: argumentValues(line), args: line.args.map(({ value }) => value) };
    };
    const all = ['^/a\\ b\\\\c$', '-', '[F]'];
    for (const text of [
      'RewriteRule ^/a\\ b\\\\c$ - [F]\n',
      'rewriteRULE ^/a\\ b\\\\c$ "-" \\\n  [F]\n',
      'RewriteRule "^/a\\ b\\\\c$" - [F]',
    ]) {
      expect(valuesOf(text)).toEqual({ values: all, args: all });
    }
    expect(valuesOf('RewriteBase "/a\\\\b"\n').values).toEqual(['/a\\b']);
  });
});

describe('quoteWord', () => {
  test.each([
    ['plain', 'plain'],
    ['', '""'],
    ['a b', '"a b"'],
    ['it\'s a "b"', '"it\'s a \\"b\\""'],
    ['"a', '"\\"a"'],
    ['\\.php$', '\\.php$'],
    ['a\\\\b', '"a\\\\\\b"'],
    ['C:\\', '"C:\\\\"'],
    ['no\u00a0break', 'no\u00a0break'],
    ['${VAR}/x', '${VAR}/x'],
  ])('%j is written %s', (value, text) => expect(quoteWord(value)).toBe(text));

  test('the server reads back any value, behind it any text', () => {
    const value = fc
      .array(
        fc.oneof(
          fc.constantFrom(...'\\"\' \tab\r'),
          fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
        ),
      )
      .map((chars) => chars.join('').replaceAll('\n', ''));
    fc.assert(
      fc.property(value, value, (first, second) => {
        const text = `Name ${quoteWord(first)} ${quoteWord(second)}\nnext`;
        for (const dialect of ['2.2', '2.4'] as const) {
          const { children } = parse({ path: '', text }, { dialect });
          expect(children).toHaveLength(2);
          expect(children[0]).toMatchObject({ args: [{ value: first }, { value: second }] });
        }
      }),
    );
  });

  test.each(['a\nb', 'a\0b'])('refuses %j', (value) => expect(() => quoteWord(value)).toThrow(RangeError));
});
