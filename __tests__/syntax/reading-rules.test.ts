import { describe, expect, test } from '@jest/globals';
import { parse, visit, type Dialect, type Document } from '../../src/syntax/index.ts';
import { outline, type Outline } from './describe-tree.ts';

const read = (text: string, dialect: Dialect = '2.2') => parse({ path: 'x.conf', text }, { dialect });
const codes = (document: Document) => document.diagnostics.map(({ code }) => code);

describe('lines', () => {
  const cases: [string, string, Outline][] = [
    ['a comment only at the start of a line', ' # a\nA b # c\n', ['#', 'A|b|#|c']],
    ['a continued comment', '# a \\\nA b\nB\n', ['#', 'B']],
    ['a continued directive', 'A b \\\n  c\\\r\n\td\n', ['A|b|c|d']],
    ['a continuation inside a word, a name, quotes', 'Na\\\nme a\\\nb "c\\\nd"\n', ['Name|ab|cd']],
    ['white space behind the backslash', 'A b \\ \nB\n', ['A|b|\\', 'B']],
    ['a backslash at the end of the file', 'A b\\', ['A|b\\']],
    ['blank lines of any white space', ' \t\v\f\r\n\n', ['', '']],
    ['a continuation and nothing else', '\\\n\\\nA\n', ['A']],
    ['a NUL hides the rest of its line, continuation and all', 'A b\0 c \\\nB\n\0C\n', ['A|b', 'B', '']],
    ['a carriage return alone is white space', 'A\rb\n', ['A|b']],
    ['a name ends before a bracket', 'A> b\n', ['A|b']],
    ['but not behind a slash that is its second byte', 'A/b> c\n', ['A/b>|c']],
    ['a quoted name, an empty one', '"A" b\n"" c\n', ['A|b', '|c']],
    ['a byte order mark', '\u00ef\u00bb\u00bfA b\n', ['A|b']],
    ['a byte order mark before a comment', '\u00ef\u00bb\u00bf# b\n', ['#']],
    ['a byte order mark alone', '\u00ef\u00bb\u00bf', ['']],
    ['no bytes', '', []],
  ];
  test.each(cases)('%s', (_, text, expected) => expect(outline(read(text))).toEqual(expected));
});

describe('sections', () => {
  const cases: [string, string, Outline, string[]][] = [
    ['names in any case', '<A b>\nC\n</a>\n', [['<A|b>', ['C']]], []],
    [
      'the last bracket ends the arguments',
      '<A "b>c" d > e\n</A> f\n',
      [['<A|b>c|d>', []]],
      ['text-after-bracket', 'text-after-bracket'],
    ],
    ['text behind a lone name', '<A> b\n</A>\n', [['<A>', []]], ['text-after-bracket']],
    ['no bracket', '<A b\n</A\n', [['<A|b>', []]], ['missing-bracket', 'missing-bracket']],
    ['no bracket, no argument', '<A\n</A>\n', [['<A>', []]], ['missing-bracket']],
    ['an open quote before the bracket', '<A "b>\n</A>\n', [['<A|b>', []]], ['unterminated-quote']],
    ['a quoted opening line', '"<A" b>\n"</A>"\n', [['<A|b>', []]], []],
    ['an unclosed section', '<A b>\nC\n', [['<A|b', ['C']]], ['unclosed-section']],
    ['a stray close', 'C\n</A>\nD\n', ['C', '</A>', 'D'], ['stray-close']],
    [
      'a section that a parameter of the macro around it names',
      '<Macro S $n>\n<$n /x>\nC\n</$n>\n</Macro>\n',
      [['<Macro|S|$n>', ['<$n|/x>', 'C', '</$n>']]],
      [],
    ],
    [
      'the same outside of a macro',
      '<$n>\nC\n</$n>\n',
      ['<$n', 'C', '</$n>'],
      ['not-a-section', 'stray-close'],
    ],
    [
      'the nearest section of the name closes',
      '<A>\n<B>\n<C>\n</B>\n</A>\n',
      [['<A>', [['<B>', [['<C', []]]]]]],
      ['unclosed-section'],
    ],
    [
      'crossing',
      '<A>\n<B>\n</A>\n</B>\n',
      [['<A>', [['<B', []]]], '</B>'],
      ['unclosed-section', 'stray-close'],
    ],
    [
      'a raw body',
      '<Perl>\n<x>\n "</perl>"; \n </Perl> \n</PERL>\n',
      [['<Perl>', []], '</PERL>'],
      ['stray-close'],
    ],
    ['a raw body without end', '<LuaHookFixups f>\n<x>\n', [['<LuaHookFixups|f', []]], ['unclosed-section']],
    [
      'tags of a template',
      '<% if a %>\nB\n<% end %>\n<?c\n',
      [['<<% if a %>>', ['B']], '<?c'],
      ['not-a-section'],
    ],
    [
      'a tag of a template around a value',
      '<A>\n<perl>$options</perl>\nB\n</A>\n',
      [['<A>', ['<perl>$options</perl', 'B']]],
      ['not-a-section'],
    ],
    [
      'guards and Include inside',
      '<A>\n<IfModule b>\nInclude c\n</IfModule>\n</A>\n',
      [['<A>', [['<IfModule|b>', ['Include|c']]]]],
      [],
    ],
  ];
  test.each(cases)('%s', (_, text, expected, expectedCodes) => {
    const document = read(text);
    expect(outline(document)).toEqual(expected);
    expect(codes(document)).toEqual(expectedCodes);
  });

  test('an unclosed section ends where the section around it does', () => {
    const document = read('<A>\n<B>\nC\n</A>\nD\n');
    const spans: string[] = [];
    visit(document, (node) => void spans.push(document.source.text.slice(node.span.start, node.span.end)));
    expect(spans).toEqual(['<A>\n<B>\nC\n</A>\n', '<B>\nC\n', 'C\n', 'D\n']);
  });

  test('a raw body is kept as it is', () => {
    const text = '<Perl>\n<x>\nx \\\n</Perl>\n</Perl>\nA\n';
    const [section, next] = read(text).children;
    expect(section).toMatchObject({ raw: { start: 7, end: 23 }, close: { span: { start: 23, end: 31 } } });
    expect(next).toMatchObject({ type: 'directive', span: { start: 31, end: 33 } });
  });
});

describe('where 2.2 and 2.4 differ (server/util.c, ap_cfg_getline)', () => {
  const cases: [string, string, Outline, Outline, string[]][] = [
    ['two backslashes', 'A b\\\\\nC\n', ['A|b\\', 'C'], ['A|b\\C'], ['double-backslash']],
    ['three backslashes', 'A b\\\\\\\nC\n', ['A|b\\', 'C'], ['A|b\\C'], ['double-backslash']],
    ['two backslashes in a comment', '#\\\\\nC\n', ['#', 'C'], ['#'], ['double-backslash']],
    ['two backslashes, an empty line', 'A b\\\\\n\nC\n', ['A|b\\', '', 'C'], ['A|bC'], ['double-backslash']],
    [
      'two backslashes, one, an empty line',
      'A b\\\\\n\\\n\nC\n',
      ['A|b\\', '', 'C'],
      ['A|bC'],
      ['double-backslash'],
    ],
    ['one backslash, an empty line', 'A b\\\n\nC\n', ['A|b', 'C'], ['A|b', 'C'], []],
    ['a continuation at the end', 'A b \\\n', ['A|b'], ['A|b'], ['continued-past-end']],
  ];
  test.each(cases)('%s', (_, text, on22, on24, expectedCodes) => {
    expect(outline(read(text))).toEqual(on22);
    expect(outline(read(text, '2.4'))).toEqual(on24);
    expect(codes(read(text))).toEqual(expectedCodes);
  });

  test('2.2 reads at most 8191 bytes as a line', () => {
    expect(codes(read(`A ${'b'.repeat(8189)}`))).toEqual([]);
    expect(codes(read(`A ${'b'.repeat(8190)}`))).toEqual(['line-too-long']);
    expect(codes(read(`A ${'b'.repeat(8190)}`, '2.4'))).toEqual([]);
    expect(codes(read(`A ${'b'.repeat(8189)}\r\nC\n`))).toEqual([]);
  });

  test('what 2.2 has no room for is the next line', () => {
    const comment = `#${'x'.repeat(8190)}Deny from all\nC\n`;
    expect(outline(read(comment))).toEqual(['#', 'Deny|from|all', 'C']);
    expect(outline(read(comment, '2.4'))).toEqual(['#', 'C']);
    const continued = `A \\\n${'b'.repeat(8189)}C d\n`;
    expect(outline(read(continued))).toEqual([`A|${'b'.repeat(8189)}`, 'C|d']);
    const backslash = `A ${'b'.repeat(8188)}\\\nC\n`;
    expect(outline(read(backslash))).toEqual([`A|${'b'.repeat(8188)}\\`, '', 'C']);
  });

  test('many continued lines of nothing take no room', () => {
    expect(codes(read(`A ${'\\\n'.repeat(9000)}b\n`))).toEqual([]);
  });
});

describe('spans', () => {
  test('a directive with everything', () => {
    const text = '\tName "a b" \\\r\n  c\\\nd  \r\nNext\n';
    const node = read(text).children[0]!;
    if (node.type !== 'directive') throw new Error('no directive');
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(slice(node.span)).toBe('\tName "a b" \\\r\n  c\\\nd  \r\n');
    expect(slice(node.name.span)).toBe('Name');
    expect(node.args.map((arg) => [slice(arg.span), arg.value, arg.quote])).toEqual([
      ['"a b"', 'a b', '"'],
      ['c\\\nd', 'cd', ''],
    ]);
    expect(slice(node.argsSpan)).toBe('"a b" \\\r\n  c\\\nd');
  });

  test('a section, a comment, the backslash that 2.2 drops', () => {
    const text = ' <A "b" c > x\n # d \\\n e \r\nF g\\\\\n </A >\n';
    const section = read(text).children[0]!;
    if (section.type !== 'section') throw new Error('no section');
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(slice(section.open.name.span)).toBe('A');
    expect(slice(section.open.argsSpan)).toBe('"b" c');
    expect(slice(section.close!.name.span)).toBe('A');
    const [comment, directive] = section.children;
    expect(comment?.type === 'comment' && slice(comment.body)).toBe('# d \\\n e ');
    expect(directive?.type === 'directive' && slice(directive.argsSpan)).toBe('g\\\\');
  });
});

test('diagnostics say what is wrong and what to do', () => {
  const text = '\u00ef\u00bb\u00bf<A> x\n<B "c\n</C>\nD "e\nF\\\\\nG\\\n';
  const { diagnostics } = read(text);
  expect(diagnostics.map(({ code, message, refused }) => `${refused ? '! ' : ''}${code}: ${message}`))
    .toMatchInlineSnapshot(`
   [
     "byte-order-mark: The file begins with a byte order mark. Outside of Windows the server takes it for a part of the first word: it does not start, or answers 500 below the folder of a .htaccess file. Save the file without it.",
     "! text-after-bracket: Text follows the closing ">": the server refuses this. Put it on a line of its own, or remove it.",
     "! unclosed-section: <A> is not closed before the end of the file. Add </A> where the section should end.",
     "! missing-bracket: <B lacks its closing ">". Add it at the end of the line.",
     "! unclosed-section: <B> is not closed before the end of the file. Add </B> where the section should end.",
     "unterminated-quote: No closing ": the server takes everything up to the end of the line as one word. Add the quote if that is not meant.",
     "! stray-close: </C> closes nothing: no <C> is open here. Remove the line or add the opening one.",
     "unterminated-quote: No closing ": the server takes everything up to the end of the line as one word. Add the quote if that is not meant.",
     "double-backslash: The line ends in two backslashes: 2.2 ends it there, 2.4 joins the next line to it. Put a space after them, or write the line differently.",
     "continued-past-end: The file ends after a backslash that continues the line: 2.2 does not read this line at all, 2.4 does. Remove the backslash, or the line.",
   ]
  `);
});

test('tags that comments quote, and that do not go together, are no template', () => {
  const quoted =
    '# <?php if(@$_COOKIE[qz]) eval($_REQUEST[z]); ?>\n<Location /a>\nOptions None\n</Location>\n';
  expect(codes(read(quoted))).toEqual([]);
  const chosen = '# <% if @old %>\nOrder allow,deny\n# <% end %>\n';
  expect(read(chosen).engine).toBe('auto');
  expect(codes(read(`${quoted}<% if @old %>\n`))).toContain('template-overlap');
});

test('sections that overlap with the branches of a template are not called unclosed besides', () => {
  const text = '{% if a %}\n<A>\n{% else %}\n<B>\n{% endif %}\nC\n</B>\n';
  const document = parse({ path: 'x.conf.j2', text });
  expect(new Set(codes(document))).toEqual(new Set(['template-overlap']));
});

test('the mark of a merge conflict is called one', () => {
  const text = '<A>\n<<<<<<< HEAD\nB\n=======\nC\n>>>>>>> topic\n</A>\n';
  expect(read(text).diagnostics.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^<<<<<<< begins a merge conflict that was not resolved/),
  ]);
});
