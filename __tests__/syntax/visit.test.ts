import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nodeAtOffset, parentOf, parse, SKIP, visit, type Node } from '../../src/syntax/index.ts';

const text = 'A\n<B>\nC\n<D>\nE\n</D>\n</B>\nF\n';
const document = parse({ path: 'x.conf', text });
const nameOf = (node: Node) =>
  (node.type === 'section' ? node.open : (node as { name: { value: string } })).name?.value;

/** The names seen, each with those of the sections around it. */
function seen(answer: (name: string) => typeof SKIP | undefined): string[] {
  const names: string[] = [];
  visit(document, (node, ancestors) => {
    names.push([...ancestors, node].map(nameOf).join('/'));
    return answer(nameOf(node)!);
  });
  return names;
}

test('visits in file order, sections before what is in them', () => {
  expect(seen(() => undefined)).toEqual(['A', 'B', 'B/C', 'B/D', 'B/D/E', 'F']);
});

test('SKIP leaves a section out', () => {
  expect(seen((name) => (name === 'D' ? SKIP : undefined))).toEqual(['A', 'B', 'B/C', 'B/D', 'F']);
});

test('nodeAtOffset finds the innermost node, parentOf the section around it', () => {
  const names = [...text].map((_, offset) => nameOf(nodeAtOffset(document, offset)!)).join('');
  expect(names).toBe('AABBBBCCDDDDEEDDDDDBBBBBFF');
  expect(nodeAtOffset(document, text.length)).toBeNull();
  const inner = nodeAtOffset(document, text.indexOf('E'))!;
  const section = parentOf(document, inner)!;
  expect(nameOf(section)).toBe('D');
  expect(parentOf(document, parentOf(document, section)!)).toBeNull();
});

test('parentOf finds the section around any node, templates included', () => {
  const pieces = fc.constantFrom(
    '<A b>',
    '</A>',
    '<B>',
    '</B',
    'x y',
    '#',
    '',
    '{% if a %}',
    '{% else %}',
    '{% endif %}',
    '\t\\',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (lines) => {
      const tree = parse({ path: '/x.j2', text: lines.join('\n') });
      visit(tree, (node, ancestors) => {
        expect(parentOf(tree, node)).toBe(ancestors.at(-1) ?? null);
      });
    }),
  );
});
