import { describe, expect, test } from '@jest/globals';
import {
  appendArgument,
  parse,
  removeArgument,
  renameDirective,
  replaceArguments,
  setArgument,
  type Directive,
  type Document,
  type OpenLine,
} from '../../src/syntax/index.ts';
import { applyEdits, type TextEdit } from '../../src/text/index.ts';

type Edit = (document: Document, line: Directive | OpenLine) => TextEdit[];

/** Makes an edit in the first line of a text. */
function edited(text: string, edit: Edit): string {
  const document = parse({ path: 'x.conf', text });
  const node = document.children[0]!;
  const line = node.type === 'section' ? node.open : (node as Directive);
  return applyEdits(text, edit(document, line));
}

describe('renaming', () => {
  test.each([
    ['\tMaxClients  5 # x\r\n', '\tNew  5 # x\r\n'],
    ['Max\\\nClients 5\n', 'New 5\n'],
    ['"MaxClients"5\n', 'New 5\n'],
    ['MaxClients', 'New'],
    ['MaxClients> 5\n', 'New 5\n'],
    ['\u00ef\u00bb\u00bfMaxClients 5\n', '\u00ef\u00bb\u00bfNew 5\n'],
  ])('directive %j', (before, after) => {
    expect(edited(before, (document, line) => renameDirective(document, line as Directive, 'New'))).toBe(
      after,
    );
  });
});

describe('setArgument', () => {
  test.each([
    ['A "b c"  d\n', 0, 'x', 'A x  d\n'],
    ['A "b c"  d\n', 1, 'x', 'A "b c"  x\n'],
    ['A b\\\n  c\n', 1, 'x', 'A b\\\n  x\n'],
    ['A "b"c\n', 0, 'x', 'A x c\n'],
    ['A "b"\\\nc\n', 0, 'x', 'A x \\\nc\n'],
    ['A "b"c\n', 1, 'x', 'A "b"x\n'],
    ['A "open\r\n', 0, 'x', 'A x\r\n'],
    ['A b\\\\\n', 0, 'x', 'A x\n'],
    ['A b\n', 1, 'x', 'A b x\n'],
    ['A\n', 0, 'x', 'A x\n'],
    ['<A b c>\n', 1, 'x', '<A b x>\n'],
    ['<A "b">\n', 0, 'x', '<A x>\n'],
  ])('%j, %d', (before, index, word, after) => {
    expect(edited(before, (document, line) => setArgument(document, line, index, word))).toBe(after);
  });
});

describe('appendArgument', () => {
  test.each([
    ['A b  \r\n', 'A b x  \r\n'],
    ['A \\\n', 'A x \\\n'],
    ['<A>\n', '<A x>\n'],
    ['<A b >\n', '<A b x >\n'],
    ['A "open\n', 'A open x\n'],
    ['A "open b\\\n c\n', 'A "open b c" x\n'],
    ['A b\\', 'A b\\ x'],
    ['A b\\\\\n', 'A b\\\\ x\n'],
    ['A b\\\\\\\n', 'A "b\\\\" x\n'],
    ['A b\\\\\\\\\n', 'A b\\\\\\\\ x\n'],
  ])('%j', (before, after) => {
    expect(edited(before, (document, line) => appendArgument(document, line, 'x'))).toBe(after);
  });
});

describe('removeArgument', () => {
  test.each([
    ['A b  "c d"\te \n', 1, 'A b\te \n'],
    ['A b \\\n  c \\\n  d\n', 1, 'A b \\\n  d\n'],
    ['A b \\\n  c\n', 1, 'A b\n'],
    ['A b "c"d\n', 1, 'A b d\n'],
    ['A b\n', 0, 'A\n'],
    ['A b\n', 1, 'A b\n'],
    ['A b c\\\\\n', 1, 'A b\n'],
    ['A \\ b\n', 1, 'A \\ \n'],
    ['<A b c>\n', 0, '<A c>\n'],
  ])('%j, %d', (before, index, after) => {
    expect(edited(before, (document, line) => removeArgument(document, line, index))).toBe(after);
  });
});

describe('replaceArguments', () => {
  test.each([
    ['A  b "c \\\n d"  \r\n', 'x y', 'A  x y  \r\n'],
    ['A\n', 'x y', 'A x y\n'],
    ['A  b \n', '', 'A \n'],
    ['"A"b\n', 'x', '"A" x\n'],
    ['<A b>\n', 'x y', '<A x y>\n'],
    ['<A>\n', 'x y', '<A x y>\n'],
  ])('%j, %j', (before, text, after) => {
    expect(edited(before, (document, line) => replaceArguments(document, line, text))).toBe(after);
  });
});
