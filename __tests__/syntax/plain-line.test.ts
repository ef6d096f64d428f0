import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { argumentValues, lowerName, parse, textFromName, visit, wordsSpan } from '../../src/syntax/index.ts';
import type { Directive, OpenLine, SyntaxDiagnostic } from '../../src/syntax/index.ts';
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

test('the name and the values of a line, without the words, are those of its words', () => {
  fc.assert(
    fc.property(texts, (text) => {
      visit(parse({ path: '/x', text }), (node) => {
        if (node.type !== 'directive' && node.type !== 'section') return;
        const line = node.type === 'section' ? node.open : node;
        expect(lowerName(node)).toBe(line.name.value.toLowerCase());
        const values = line.args.map(({ value }) => value);
        // Once when they are read, and once when they are known.
        expect(argumentValues(line)).toEqual(values);
        expect(argumentValues(line)).toEqual(values);
        const { name, argsSpan } = line;
        expect(wordsSpan(line)).toEqual({
          start: name.span.start,
          end: Math.max(name.span.end, argsSpan.end),
        });
        if (node.type === 'directive')
          expect(textFromName(node, text)).toBe(text.slice(node.name.span.start, node.span.end));
      });
    }),
    { numRuns: 1000 },
  );
});

test('so are closing lines, and what is wrong with any line is told', () => {
  const lines = fc.array(
    fc.constantFrom(
      '<Files a>',
      '<Files >',
      '<Files>',
      '<RequireAll> x',
      '<Files',
      '<F>a>',
      '</Files>',
      '</Files',
      '</files> x',
      '</>',
      '< a>',
      'a>',
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, (written) => {
      const text = ['#', ...written, ''].join('\n');
      const { diagnostics, children } = parse({ path: '/x', text });
      visit(children, (node) => {
        const close = node.type === 'section' ? node.close : node.type === 'stray-close' ? node : null;
        if (close === null) return;
        const { span, name } = close;
        const line = readLogicalLine(text, span.start, '2.2');
        const read = readCommandLine(line, { start: span.start, end: line.end }, []);
        expect({ span, name }).toEqual({ span: read.span, name: read.name });
      });
      const told: SyntaxDiagnostic[] = [];
      for (let at = 2; at < text.length;) {
        const line = readLogicalLine(text, at, '2.2');
        readCommandLine(line, { start: at, end: line.end }, told);
        at = line.end;
      }
      const ofLines = diagnostics.filter(({ code }) => code !== 'unclosed-section' && code !== 'stray-close');
      expect(ofLines).toEqual(told.toSorted((a, b) => a.span.start - b.span.start));
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
