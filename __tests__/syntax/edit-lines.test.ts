import { describe, expect, test } from '@jest/globals';
import {
  appendChild,
  appendToDocument,
  endLineAlike,
  indentUnit,
  insertAfter,
  insertBefore,
  leadingComments,
  nodeAtOffset,
  parse,
  prependChild,
  removeNode,
  replaceLines,
  wrap,
  type Document,
  type Node,
  type Section,
} from '../../src/syntax/index.ts';
import { applyEdits, type TextEdit } from '../../src/text/index.ts';

type Edit = (document: Document, node: Node) => TextEdit[];

/** Makes an edit at the node whose line holds `X`. */
function edited(text: string, edit: Edit): string {
  const document = parse({ path: 'x.conf', text });
  const node = nodeAtOffset(document, Math.max(text.indexOf('X'), 0));
  return applyEdits(text, edit(document, node ?? document.children[0]!));
}

const LINES = ['<N>', '\tO p', '', '\t\tQ', '</N>'];

describe('insertBefore', () => {
  test.each([
    ['X\n', 'N\nX\n'],
    ['X', 'N\nX'],
    ['a\r\n\t X\r\n', 'a\r\n\t N\r\n\t X\r\n'],
    ['\u00ef\u00bb\u00bf X\n', '\u00ef\u00bb\u00bf N\n X\n'],
    ['a \\\n b\n  X \\\n c\n', 'a \\\n b\n  N\n  X \\\n c\n'],
  ])('%j', (before, after) => {
    expect(edited(before, (document, node) => insertBefore(document, node, ['N']))).toBe(after);
  });
});

describe('insertAfter', () => {
  test.each([
    ['X\n', 'X\nN\n'],
    ['a\r\n X', 'a\r\n X\r\n N'],
    ['X\nb\n', 'X\nN\nb\n'],
    ['X\\', 'X\\ \nN'],
    ['X \\\r\n', 'X \\\r\n \r\nN\r\n'],
    ['# X \\', '# X \\ \nN'],
    ['<X>\n a\n</X>\n', '<X>\n a\n</X>\nN\n'],
  ])('%j', (before, after) => {
    expect(edited(before, (document, node) => insertAfter(document, node, ['N']))).toBe(after);
  });
});

describe('nested lines are indented as the author does', () => {
  test.each([
    ['tabs', '<D>\n\tX\n</D>\n', '<D>\n\tX\n\t<N>\n\t\tO p\n\n\t\t\tQ\n\t</N>\n</D>\n'],
    [
      'two spaces',
      '<D>\r\n  X\r\n</D>\r\n',
      '<D>\r\n  X\r\n  <N>\r\n    O p\r\n\r\n      Q\r\n  </N>\r\n</D>\r\n',
    ],
    ['none', '<D>\nX\n</D>\n', '<D>\nX\n<N>\nO p\n\nQ\n</N>\n</D>\n'],
    ['as elsewhere', '<D>\n  a\n</D>\nX', '<D>\n  a\n</D>\nX\n<N>\n  O p\n\n    Q\n</N>'],
    ['unknown', 'X\n', 'X\n<N>\n    O p\n\n        Q\n</N>\n'],
  ])('%s', (_, before, after) => {
    expect(edited(before, (document, node) => insertAfter(document, node, LINES))).toBe(after);
  });

  test('the nearest section decides, then most of the file', () => {
    const text = '<A>\n  b\n</A>\n<A>\n  b\n</A>\n<A>\n\tb\n\t<C>\n\t</C>\n</A>\n';
    const document = parse({ path: 'x.conf', text });
    expect(indentUnit(document)).toBe('  ');
    expect(indentUnit(document, nodeAtOffset(document, text.indexOf('<C>')))).toBe('\t');
  });
});

test('appendChild parts what a tag ends from what closes the section', () => {
  const append: Edit = (document, node) => appendChild(document, node as Section, ['N']);
  expect(edited('<X>\n  <% if @a %>b\n  <% end %></X>\n', append)).toBe(
    '<X>\n  <% if @a %>b\n  <% end %>\n  N\n</X>\n',
  );
});

describe('appendChild, prependChild', () => {
  test.each([
    ['<X>\n  b\n\n</X>\n', '<X>\n  b\n  N\n\n</X>\n', '<X>\n  N\n  b\n\n</X>\n'],
    ['<X>\n</X>\n', '<X>\n    N\n</X>\n', '<X>\n    N\n</X>\n'],
    ['<X>\n  b\n# c\n</X>', '<X>\n  b\n# c\n  N\n</X>', '<X>\n  N\n  b\n# c\n</X>'],
    [' <X>\n# c\n </X>', ' <X>\n# c\n     N\n </X>', ' <X>\n     N\n# c\n </X>'],
    ['<X>', '<X>\n    N', '<X>\n    N'],
    ['<X>\n b', '<X>\n b\n N', '<X>\n N\n b'],
  ])('%j', (before, appended, prepended) => {
    expect(edited(before, (document, node) => appendChild(document, node as Section, ['N']))).toBe(appended);
    expect(edited(before, (document, node) => prependChild(document, node as Section, ['N']))).toBe(
      prepended,
    );
  });
});

test.each([
  ['', 'N\n'],
  ['\u00ef\u00bb\u00bf', '\u00ef\u00bb\u00bfN\n'],
  ['a\r\n', 'a\r\nN\r\n'],
  ['a\nb', 'a\nb\nN'],
  ['a\\\n', 'a\\\n \nN\n'],
])('appendToDocument %j', (text, after) => {
  expect(applyEdits(text, appendToDocument(parse({ path: '', text }), ['N']))).toBe(after);
});

describe('removeNode', () => {
  test.each([
    ['# c\n\tX y \\\n z\nb\n', '# c\nb\n'],
    ['a\nX', 'a\n'],
    ['\u00ef\u00bb\u00bfX\nb\n', '\u00ef\u00bb\u00bfb\n'],
    ['<X>\n # one\n a\n <B>\n  # two \\\n  three\n </B>\n</X>\nc\n', ' # one\n  # two \\\n  three\nc\n'],
  ])('%j', (before, after) => expect(edited(before, removeNode)).toBe(after));
});

describe('replaceLines', () => {
  const text = 'a\r\n  X\r\n  # c\r\n  d';
  const replaced = (lines: string[]) => {
    const document = parse({ path: '', text });
    return applyEdits(text, replaceLines(document, document.children[1]!, document.children[3]!, lines));
  };
  test('with lines, with none', () => {
    expect(replaced(['N', '\tO'])).toBe('a\r\n  N\r\n      O');
    expect(replaced([])).toBe('a\r\n');
  });
});

test.each([
  ['a\n  X\n  b', 'a\n  <N>\n  X\n  b\n  </N>'],
  ['a\r\n\tX\r\nb\r\nc\r\n', 'a\r\n\t<N>\r\n\tX\r\nb\r\n\t</N>\r\nc\r\n'],
])('wrap %j', (text, after) => {
  const document = parse({ path: '', text });
  const [, first, second] = document.children as [Node, Node, Node];
  expect(applyEdits(text, wrap(document, [first, second], '<N>', '</N>'))).toBe(after);
});

test('the comments right above a node belong to it', () => {
  const text = '# a\n\n# b\n # c \\\n d\nX\n# e\n';
  const document = parse({ path: '', text });
  const comments = leadingComments(document, nodeAtOffset(document, text.indexOf('X'))!);
  expect(comments.map(({ span }) => text.slice(span.start, span.end))).toEqual(['# b\n', ' # c \\\n d\n']);
  expect(leadingComments(document, document.children[0]!)).toEqual([]);
});

test.each([
  ['A b\\\\\nX\n', 'A b\\ \nX\n'],
  ['A b\\\\\\\r\nX\r\n', 'A b\\\\ \r\nX\r\n'],
  ['# b\\\\\nX\n', '# b\\\\ \nX\n'],
])('endLineAlike: 2.4 ends the line where 2.2 does, %j', (text, after) => {
  const document = parse({ path: '', text });
  expect(applyEdits(text, endLineAlike(document, document.diagnostics[0]!))).toBe(after);
  const values = (nodes: readonly Node[]) =>
    nodes.map((node) => (node.type === 'directive' ? node.args.map((arg) => arg.value) : []));
  const reread = parse({ path: '', text: after }, { dialect: '2.4' });
  expect(values(reread.children)).toEqual(values(document.children));
});
