import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { parse, SKIP, visit, type Directive, type Document, type OpenLine } from '../../src/syntax/index.ts';
import { askServer, hasServer, type ServerLine } from './real-server.ts';

const describeServer = hasServer() ? describe : describe.skip;
const ODD = '__fixtures__/syntax/odd/';

const read = (text: string) => parse({ path: 'x.conf', text }, { dialect: '2.4' });

/** What the server prints for a line: the name, and the arguments as written with continuations resolved. */
function asPrinted(document: Document, line: Directive | OpenLine, end: number): string {
  const { start } = line.argsSpan;
  const raw = document.source.text
    .slice(start, end)
    .replace(/\0.*/s, '')
    .replace(/\\\r?\n/g, '');
  return `${line.name.value} ${raw}`.replace(/[\t-\r ]+$/, '');
}

/** The lines that the server keeps: guards are gone, with what is in them if their test is false. */
function linesOf(document: Document): ServerLine[] {
  const lines: ServerLine[] = [];
  visit(document, (node, ancestors) => {
    const depth = ancestors.filter((section) => section.open.name.value.toLowerCase() !== 'ifmodule').length;
    if (node.type === 'directive') {
      lines.push({ depth, text: asPrinted(document, node, node.argsSpan.end) });
    } else if (node.type === 'section' && node.open.name.value.toLowerCase() === 'ifmodule') {
      if (node.open.args[0]?.value !== 'core.c') return SKIP;
    } else if (node.type === 'section') {
      lines.push({ depth, text: `<${asPrinted(document, node.open, node.open.span.end)}` });
    }
    return undefined;
  });
  return lines;
}

const sameCase = (lines: readonly ServerLine[]) =>
  lines.map(({ depth, text }) => ({ depth, text: text.toLowerCase() }));

describeServer("the server's own reading", () => {
  test.each(readdirSync(ODD))('%s: the same lines, as deep', (name) => {
    const text = readFileSync(ODD + name, 'latin1');
    const server = askServer(text);
    expect(server.message).not.toMatch(/Syntax error/);
    expect(sameCase(linesOf(read(text)))).toEqual(sameCase(server.lines));
  });

  test.each([
    ['an open section', '<Directory /x>\n'],
    ['an open section in another', '<Directory /x>\n<Limit GET>\n</Directory>\n'],
    ['sections that cross', '<Directory /x>\n<Limit GET>\n</Directory>\n</Limit>\n'],
    ['a closing line alone', '</Directory>\n'],
    ['another section closed', '<Directory /x>\n</Files>\n'],
    ['no bracket behind arguments', '<Directory /x\n</Directory>\n'],
    [
      'no bracket behind a lone name',
      '<Files a>\n<RequireAll\nRequire all granted\n</RequireAll>\n</Files>\n',
    ],
    ['a closing line without bracket', '<Directory /x>\n</Directory\n'],
    ['a closing line with a space before its bracket', '<Directory /x>\n</Directory >\n'],
    ['text behind a closing line', '<Directory /x>\n</Directory> text\n'],
    ['text behind the arguments', '<Directory /x> text\n</Directory>\n'],
    [
      'text behind a lone name',
      '<Files a>\n<RequireAll> text\nRequire all granted\n</RequireAll>\n</Files>\n',
    ],
    ['an open quote', 'ServerAdmin "x\n'],
    ['a quote alone', 'PassEnv a "\n'],
    ['an empty name', '"" nothing\n'],
    ['a space before the name of a closing line', '<Directory /x>\n</ Directory>\n'],
    ['a continuation at the end', 'ServerAdmin x\\\n'],
    ['an open guard', '<IfModule core.c>\nServerAdmin x\n'],
    ['an open section in an open guard', '<IfModule core.c>\n<Directory /x>\n'],
    ['an open guard in an open section', '<Directory /x>\n<IfModule core.c>\n'],
    ['an open section in a guard', '<IfModule core.c>\n<Directory /x>\n</IfModule>\n'],
    ['an open guard in a section', '<Directory /x>\n<IfModule core.c>\n</Directory>\n'],
    ['text behind the test of a guard', '<IfModule core.c> text\nServerAdmin x\n</IfModule>\n'],
    ['two closing lines in one', '<Files x>\n<Limit GET>\n</Limit> </Files>\n'],
    ['a tag of a template', '<% if x %>\n'],
  ])('%s: refused or not', (_, text) => {
    const refused = read(text).diagnostics.some((diagnostic) => diagnostic.refused);
    expect({ refused }).toEqual({ refused: !askServer(text).accepted });
  });

  /** Pieces of a line; a lone backslash before a line's end continues it, two as well in 2.4, over an empty line too. */
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      "'",
      '\\',
      ' ',
      '\t',
      '\v',
      '\f',
      '\r',
      '#',
      '<',
      '>',
      '/',
      '\u00a0',
      '\u0085',
      'a',
      'B',
    ),
    fc.constantFrom('\\\n', '\\\r\n', ' \\\n ', '\\\\\n', '\\\\\n\n', '\\"', "\\'", '\\\\', '" "', 'x y'),
    fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
  );
  const unwanted = /\n(?!\n)|[*?$]/;
  const wordText = fc
    .array(
      piece.filter((text) => text.length > 1 || !unwanted.test(text)),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join(''));

  test('the words of any line (10 configurations of 200 lines)', () => {
    fc.assert(
      fc.property(fc.array(wordText, { minLength: 200, maxLength: 200 }), (lines) => {
        const hosts = lines.map((line, index) => {
          return `<VirtualHost *:9>\nServerName s${index}\nServerAlias first ${line} x\n</VirtualHost>\n`;
        });
        const text = hosts.join('');
        const server = askServer(text);
        expect(server.message).not.toMatch(/Syntax error/);
        expect(server.aliases.size).toBe(lines.length);
        visit(read(text), (node, [host]) => {
          if (node.type !== 'directive' || node.name.value !== 'ServerAlias') return;
          const name = host!.children.find((child) => child.type === 'directive')!.args[0]!.value;
          const words = node.args.map((arg) => arg.value);
          expect([name, words]).toEqual([name, server.aliases.get(name)]);
        });
      }),
      { numRuns: 10 },
    );
  });
});
