import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, visit } from '../../src/syntax/index.ts';
import type { Directive, OpenLine } from '../../src/syntax/index.ts';
import { readLogicalLine } from '../../src/syntax/logical-line.ts';
import { readCommandLine } from '../../src/syntax/read-line.ts';

const pieces = fc.constantFrom(
  'Order',
  'a',
  '<Directory',
  '</Directory>',
  '>',
  '"',
  "'",
  '\\',
  '#',
  ' ',
  '\t',
  '\r',
  '\n',
  '\n',
  '\n',
  '\0',
  '\f',
  'é',
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

/** What the line at this place says when it is read character by character. */
function readAgain(text: string, { span }: Directive | OpenLine) {
  const line = readLogicalLine(text, span.start, '2.2');
  const command = readCommandLine(line, { start: span.start, end: line.end }, []);
  if (command.type === 'close') throw new Error('a closing line');
  const { name, args, argsSpan } = command;
  return { span: command.span, name, args, argsSpan };
}

test('a line that needs no care is the same as read with care', () => {
  fc.assert(
    fc.property(texts, (text) => {
      visit(parse({ path: '/x', text }), (node) => {
        if (node.type !== 'directive' && node.type !== 'section') return;
        const { span, name, args, argsSpan } = node.type === 'section' ? node.open : node;
        expect({ span, name, args, argsSpan }).toEqual(
          readAgain(text, node.type === 'section' ? node.open : node),
        );
      });
    }),
    { numRuns: 1000 },
  );
});

test('so are comments and blank lines, which end where the logical line ends', () => {
  fc.assert(
    fc.property(texts, (text) => {
      visit(parse({ path: '/x', text }), (node) => {
        if (node.type !== 'comment' && node.type !== 'blank') return;
        const line = readLogicalLine(text, node.span.start, '2.2');
        expect({ end: node.span.end, sign: line.text.slice(0, 1) }).toEqual({
          end: line.end,
          sign: node.type === 'comment' ? '#' : '',
        });
        if (node.type === 'comment') expect(node.body.end).toBe(line.contentEnd);
      });
    }),
    { numRuns: 1000 },
  );
});
