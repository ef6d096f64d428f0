import fc from 'fast-check';

/** Any bytes, with those that mean something to the server more often. */
export const anyBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(...[...'\n\r\\"\'#<>/ \t\v\f\0\u00a0'].map((char) => char.charCodeAt(0))),
      fc.integer({ min: 0, max: 255 }),
    ),
    { maxLength: 200 },
  )
  .map((codes) => String.fromCharCode(...codes));

const names = fc.constantFrom('Directory', 'directory', 'Limit', 'IfModule', 'Perl', 'Files', 'Order');
const spaces = fc.constantFrom(' ', '  ', '\t', ' \\\n  ', ' \\\r\n\t', '\v', '\f');
const bare = fc.stringMatching(/^[a-zA-Z0-9/.*:$^~-]{1,8}$/);
const word = fc.oneof(
  bare,
  bare.map((text) => `"${text} ${text}"`),
  bare.map((text) => `'${text}\\'${text}'`),
  fc.constantFrom(
    '"',
    "'",
    '\\',
    '\\\\',
    'a\\\nb',
    '"a\\\n b"',
    '""',
    '"a"b',
    '\u00c3\u00a9',
    '\u00a0',
    '${VAR}',
  ),
);
const args = fc.array(fc.tuple(spaces, word), { maxLength: 4 }).map((pairs) => pairs.flat().join(''));
const indentation = fc.constantFrom('', '', '\t', '    ', ' \t');
const ending = fc.constantFrom('\n', '\n', '\r\n', ' \n', '\t\r\n', '\\\n', '\\\\\n');
const content = fc.oneof(
  fc.tuple(names, args).map(([name, rest]) => name + rest),
  fc.tuple(names, args).map(([name, rest]) => `<${name}${rest}>`),
  names.map((name) => `</${name}>`),
  fc.tuple(names, args).map(([name, rest]) => `#${name}${rest}`),
  fc.constantFrom(
    '',
    '',
    '# text',
    '<Files',
    '<Files a> b',
    '</Files',
    '</Files> b',
    '<Files> b',
    '#LoadModule a b',
  ),
);

/** Lines as a configuration has them, with the oddities of real ones; sections open and close at random. */
export const configText = fc
  .tuple(
    fc.constantFrom('', '', '', '\u00ef\u00bb\u00bf'),
    fc.array(fc.tuple(indentation, content, ending), { maxLength: 20 }),
    fc.constantFrom('', '', 'Order a', '  # end', '\\'),
  )
  .map(([mark, lines, last]) => mark + lines.flat().join('') + last);
