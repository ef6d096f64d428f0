import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  appendArgument,
  appendChild,
  insertAfter,
  insertBefore,
  parse,
  prependChild,
  quoteWord,
  removeArgument,
  removeNode,
  renameDirective,
  replaceArguments,
  setArgument,
  uncomment,
  visit,
  type Directive,
  type Document,
  type Node,
  type Section,
} from '../../src/syntax/index.ts';
import { applyEdits, type TextEdit } from '../../src/text/index.ts';
import { configText } from './arbitraries.ts';

/** A node as plain data, to compare a tree that was read anew with the tree that an edit should give. */
interface Plain {
  type: Node['type'];
  words: string[];
  children: Plain[];
  of: Node | null;
}

function plainOf(node: Node): Plain {
  const line = node.type === 'section' ? node.open : node;
  const words = 'args' in line ? [line.name, ...line.args].map((word) => word.value) : [];
  const children = node.type === 'section' ? node.children.map(plainOf) : [];
  return { type: node.type, words, children, of: node };
}

/** Blank lines apart: an edit next to the end of the file may part lines by one. */
function comparable(nodes: readonly Plain[]): unknown[] {
  return nodes
    .filter(({ type }) => type !== 'blank')
    .map(({ type, words, children }) => [type, words, comparable(children)]);
}

/** The list that holds a node's plain data, and its place there. */
function find(nodes: Plain[], node: Node): { siblings: Plain[]; index: number } | null {
  const index = nodes.findIndex(({ of }) => of === node);
  if (index !== -1) return { siblings: nodes, index };
  for (const { children } of nodes) {
    const found = find(children, node);
    if (found) return found;
  }
  return null;
}

type Kind = Node['type'];
interface Case<N extends Node> {
  edit(document: Document, node: N): TextEdit[];
  /** Does the same to the plain tree. */
  expected(siblings: Plain[], index: number, plain: Plain): void;
  /** Nodes that the edit is not for. */
  skips?(node: N, document: Document): boolean;
}

/** Makes an edit at a random node of random text: the text read anew must be the expected tree, all else the same bytes. */
function holds<N extends Node>(kind: Kind, { edit, expected, skips }: Case<N>): void {
  const sound = (document: Document) => (node: Node) => node.type === kind && !skips?.(node as N, document);
  fc.assert(
    fc.property(configText, fc.nat(), (text, choice) => {
      const document = parse({ path: 'x.conf', text });
      const nodes: Node[] = [];
      visit(document, (node) => void nodes.push(node));
      const fitting = nodes.filter(sound(document));
      fc.pre(fitting.length > 0);
      const node = fitting[choice % fitting.length] as N;
      const edits = edit(document, node);
      for (const { span } of edits) {
        expect(span.start >= node.span.start && span.end <= node.span.end).toBe(true);
      }
      const plain = document.children.map(plainOf);
      const place = find(plain, node)!;
      expected(place.siblings, place.index, place.siblings[place.index]!);
      const reread = parse({ path: 'x.conf', text: applyEdits(text, edits) });
      expect(comparable(reread.children.map(plainOf))).toEqual(comparable(plain));
    }),
    { numRuns: 500 },
  );
}

const directive = (...words: string[]): Plain => ({ type: 'directive', words, children: [], of: null });
const VALUE = 'new "\\value\\';
const WORD = quoteWord(VALUE);

describe('an edit changes what it says, nothing else', () => {
  test('renameDirective', () =>
    holds<Directive>('directive', {
      edit: (document, node) => renameDirective(document, node, 'Renamed'),
      expected: (_siblings, _index, plain) => void (plain.words[0] = 'Renamed'),
    }));

  test('setArgument', () =>
    holds<Directive>('directive', {
      edit: (document, node) => setArgument(document, node, 1, WORD),
      expected: (_siblings, _index, { words }) => void (words[Math.min(words.length, 2)] = VALUE),
    }));

  test('setArgument of a section', () =>
    holds<Section>('section', {
      skips: (node) => node.raw !== null,
      edit: (document, node) => setArgument(document, node.open, 0, WORD),
      expected: (_siblings, _index, { words }) => void (words[1] = VALUE),
    }));

  test('appendArgument', () =>
    holds<Directive>('directive', {
      edit: (document, node) => appendArgument(document, node, `${WORD} more`),
      expected: (_siblings, _index, { words }) => void words.push(VALUE, 'more'),
    }));

  test('removeArgument', () =>
    holds<Directive>('directive', {
      edit: (document, node) => removeArgument(document, node, 1),
      expected: (_siblings, _index, { words }) => void words.splice(2, 1),
    }));

  test('replaceArguments', () =>
    holds<Directive>('directive', {
      edit: (document, node) => replaceArguments(document, node, `${WORD} more`),
      expected: (_siblings, _index, { words }) => void words.splice(1, words.length, VALUE, 'more'),
    }));

  test('replaceArguments with nothing', () =>
    holds<Directive>('directive', {
      edit: (document, node) => replaceArguments(document, node, ''),
      expected: (_siblings, _index, { words }) => void words.splice(1),
    }));

  test('removeNode', () =>
    holds<Directive>('directive', {
      edit: removeNode,
      expected: (siblings, index) => void siblings.splice(index, 1),
    }));

  test('insertBefore', () =>
    holds<Directive>('directive', {
      edit: (document, node) => insertBefore(document, node, ['New a', 'New b']),
      expected: (siblings, index) =>
        void siblings.splice(index, 0, directive('New', 'a'), directive('New', 'b')),
    }));

  test('insertAfter', () =>
    holds<Directive>('directive', {
      edit: (document, node) => insertAfter(document, node, ['New a', 'New b']),
      expected: (siblings, index) =>
        void siblings.splice(index + 1, 0, directive('New', 'a'), directive('New', 'b')),
    }));

  test('insertAfter a comment', () =>
    holds('comment', {
      edit: (document, node) => insertAfter(document, node, ['New a']),
      expected: (siblings, index) => void siblings.splice(index + 1, 0, directive('New', 'a')),
    }));

  test('appendChild', () =>
    holds<Section>('section', {
      skips: (node) => node.raw !== null || isOpen(node.children.findLast(({ type }) => type !== 'blank')),
      edit: (document, node) => appendChild(document, node, ['New a']),
      expected: (_siblings, _index, { children }) => void children.push(directive('New', 'a')),
    }));

  test('prependChild', () =>
    holds<Section>('section', {
      skips: (node) => node.raw !== null,
      edit: (document, node) => prependChild(document, node, ['New a']),
      expected: (_siblings, _index, { children }) => void children.unshift(directive('New', 'a')),
    }));

  test('uncomment', () =>
    holds('comment', {
      skips: (node, document) =>
        !/^#LoadModule a b[ \t]*\r?(\n|$)/.test(document.source.text.slice(node.span.start)),
      edit: (document, node) => uncomment(document, node as never),
      expected: (siblings, index) => void (siblings[index] = directive('LoadModule', 'a', 'b')),
    }));
});

/** What follows a section without end is in it. */
function isOpen(node: Node | undefined): boolean {
  return node?.type === 'section' && (node.close === null || isOpen(node.children.at(-1)));
}
