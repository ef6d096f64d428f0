import { describe, expect, test } from '@jest/globals';
import { commentedDirective, parse, uncomment, type Comment } from '../../src/syntax/index.ts';
import { applyEdits } from '../../src/text/index.ts';

const read = (text: string) => {
  const document = parse({ path: 'x.conf', text });
  return { document, comment: document.children[0] as Comment };
};

describe('uncomment', () => {
  test.each([
    ['#LoadModule x y\n', 'LoadModule x y\n'],
    ['\t# LoadModule x y\r\n', '\tLoadModule x y\r\n'],
    ['##  \tA', 'A'],
    ['\u00ef\u00bb\u00bf#A\n', '\u00ef\u00bb\u00bfA\n'],
    ['#A b \\\n#  c # d \\\n  e\n', 'A b \\\n  c # d \\\n  e\n'],
    ['#\n', '\n'],
  ])('%j', (before, after) => {
    const { document, comment } = read(before);
    expect(applyEdits(before, uncomment(document, comment))).toBe(after);
  });
});

test.each([
  ['# LoadModule x "y z" \\\n# w\n', { name: 'LoadModule', args: ['x', 'y z', 'w'] }],
  ['# <Directory x>\n', null],
  ['#\n', null],
  ['# # a\n', null],
])('commentedDirective %j', (text, expected) => {
  const { document, comment } = read(text);
  expect(commentedDirective(document, comment)).toEqual(expected);
});
