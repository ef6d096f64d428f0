import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dualPatch } from '../../src/dual/index.ts';
import type { ChooseGuard } from '../../src/dual/index.ts';
import { editPatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch, PatchEdit } from '../../src/patch/index.ts';
import { insertBefore, parse, removeNode, renameDirective } from '../../src/syntax/index.ts';
import type { Directive, Document, Node } from '../../src/syntax/index.ts';

const BY = { transform: 'some-transform', title: 'Change something' };
const CORE: ChooseGuard = () => 'authz-core';
const VERSION: ChooseGuard = () => 'version';

/** The patch of a text in which each directive `Old...` is renamed `New...`, `Gone...` goes, and `Before` gets a line before it. */
function patchOf(text: string): FilePatch {
  const document = parse({ path: '/x.conf', text });
  const edits = directivesOf(document.children).flatMap((node): PatchEdit[] => {
    const name = node.name.value;
    const made = name.startsWith('Old')
      ? renameDirective(document, node, name.replace('Old', 'New'))
      : name.startsWith('Gone')
        ? removeNode(document, node)
        : name.startsWith('Before')
          ? insertBefore(document, node, ['Added 1', '<Limit GET>', '\tAdded 2', '</Limit>'])
          : [];
    return made.map((edit) => ({ ...edit, by: BY }));
  });
  return editPatch(startPatch('/x.conf', text, null), edits);
}

function directivesOf(nodes: readonly Node[]): Directive[] {
  return nodes.flatMap((node) => {
    if (node.type === 'section') return directivesOf(node.children);
    return node.type === 'directive' ? [node] : [];
  });
}

function dual(text: string, choose: ChooseGuard = CORE): string {
  return dualPatch(patchOf(text), choose).patch.after;
}

describe('one text for both versions', () => {
  test('a line that changes stands twice, the old one byte for byte', () => {
    expect(dual('<Directory /x>\n  Old  a "b"\n  Same\n</Directory>\n')).toBe(
      '<Directory /x>\n' +
        '  <IfModule mod_authz_core.c>\n    New  a "b"\n  </IfModule>\n' +
        '  <IfModule !mod_authz_core.c>\n  Old  a "b"\n  </IfModule>\n' +
        '  Same\n</Directory>\n',
    );
  });

  test('IfVersion is written where it is asked for', () => {
    expect(dual('Gone\n', VERSION)).toBe('<IfVersion < 2.4>\nGone\n</IfVersion>\n');
    expect(dual('Before\n', VERSION)).toBe(
      '<IfVersion >= 2.4>\n    Added 1\n    <Limit GET>\n        Added 2\n    </Limit>\n</IfVersion>\nBefore\n',
    );
  });

  test('old lines that comments and blank lines part share a guard', () => {
    expect(dual('Gone 1\n# why\n\nOld 2\nSame\nGone 3\n', VERSION)).toBe(
      '<IfVersion >= 2.4>\n    New 2\n</IfVersion>\n' +
        '<IfVersion < 2.4>\nGone 1\n# why\n\nOld 2\n</IfVersion>\nSame\n' +
        '<IfVersion < 2.4>\nGone 3\n</IfVersion>\n',
    );
  });

  test('line endings are the place’s own, and a last one that was missing stays missing', () => {
    expect(dual('Same\r\nOld \\\r\n  more', VERSION)).toBe(
      'Same\r\n<IfVersion >= 2.4>\r\n    New \\\r\n  more\r\n</IfVersion>\r\n<IfVersion < 2.4>\r\nOld \\\r\n  more\r\n</IfVersion>',
    );
  });

  test('a byte order mark stays first', () => {
    expect(dual('\u00ef\u00bb\u00bfOld\n', VERSION)).toMatch(
      /^\u00ef\u00bb\u00bf<IfVersion >= 2\.4>\n {4}New\n/,
    );
  });

  test('where 2.2 reads nothing the new line simply takes the place of the old one', () => {
    expect(dual('Old\nSame\n', () => 'unread')).toBe('New\nSame\n');
  });

  test('a file that does not change gets no guards', () => {
    const { patch, guards } = dualPatch(patchOf('Same\n# Old\n'), VERSION);
    expect([patch.after, guards]).toEqual(['Same\n# Old\n', []]);
  });

  test('lines for both come before the section that holds the place', () => {
    const prelude = { at: 20, lines: ['<IfModule !x.c>', '\tLoadModule x x.so', '</IfModule>'] };
    expect(
      dualPatch(patchOf('Same\n<Directory /x>\n  Gone\n</Directory>\n'), VERSION, prelude).patch.after,
    ).toBe(
      'Same\n<IfModule !x.c>\n  LoadModule x x.so\n</IfModule>\n<Directory /x>\n  <IfVersion < 2.4>\n  Gone\n  </IfVersion>\n</Directory>\n',
    );
  });
});

/** Directives with the sections around them, as a server of one version reads them. */
function readingOf(document: Document, version: '2.2' | '2.4'): string[] {
  const read = (nodes: readonly Node[], around: string): string[] =>
    nodes.flatMap((node) => {
      if (node.type === 'directive') {
        return [[around, node.name.value, ...node.args.map(({ value }) => value)].join(' ')];
      }
      if (node.type !== 'section') return [];
      const [operator] = node.open.args;
      if (node.open.name.value !== 'IfVersion') {
        const args = node.open.args.map(({ value }) => value).join(' ');
        return read(node.children, `${around}<${node.open.name.value} ${args}>`);
      }
      return (operator?.value === '<') === (version === '2.2') ? read(node.children, around) : [];
    });
  return read(document.children, '');
}

const line = fc.oneof(
  fc
    .constantFrom('Old', 'Gone', 'Before', 'Same')
    .chain((name) =>
      fc
        .array(fc.constantFrom('a', '"b c"', '\\\n  d', "'e'"), { maxLength: 3 })
        .map((args) => [name, ...args].join(' ')),
    ),
  fc.constantFrom('', '# comment', '# Old comment \\\n goes on', '   '),
);
const indentation = fc.constantFrom('', '  ', '\t');
const { lines } = fc.letrec<{ lines: string[]; section: string[] }>((tie) => ({
  lines: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        line.map((one) => [one]),
        tie('section'),
      ),
      {
        maxLength: 6,
      },
    )
    .map((all) => all.flat()),
  section: fc
    .tuple(fc.constantFrom('Directory /x', 'Limit GET', 'IfModule y.c'), indentation, tie('lines'))
    .map(([open, indent, inside]) => [
      `<${open}>`,
      ...inside.map((one) => indent + one),
      `</${open.replace(/ .*/, '')}>`,
    ]),
}));
const texts = fc
  .tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([all, eol, ends]) => (all.join('\n') + (ends ? '\n' : '')).replaceAll('\n', eol));

test('2.2 reads the original, 2.4 the migrated text, and no byte of the original goes', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const patch = patchOf(text);
      const both = dualPatch(patch, VERSION).patch;
      const document = parse({ path: '/x.conf', text: both.after });
      expect(document.diagnostics.map(({ code }) => code)).toEqual(
        parse({ path: '/x.conf', text }).diagnostics.map(({ code }) => code),
      );
      expect(readingOf(document, '2.2')).toEqual(readingOf(parse({ path: '/x.conf', text }), '2.2'));
      expect(readingOf(document, '2.4')).toEqual(
        readingOf(parse({ path: '/x.conf', text: patch.after }), '2.4'),
      );
      for (const piece of both.pieces) {
        if (piece.type === 'made') expect(piece.replaces.start).toBe(piece.replaces.end);
      }
    }),
    { numRuns: 500 },
  );
});
