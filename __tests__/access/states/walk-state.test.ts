import { expect, test } from '@jest/globals';
import type { RequireTree } from '../../../src/access/policy/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { ownState24 } from '../../../src/access/states/own-state.ts';
import { enter24, finalState24, START_24 } from '../../../src/access/states/walk-state.ts';
import { memoryTree } from '../request/memory-tree.ts';

// How 2.4 merges three sections, the inner ones with AuthMerging.

const section = (kind: string, path: string, ...lines: string[]): string =>
  `<${kind} ${path}>\n${lines.join('\n')}\n</${kind}>\n`;

/** What is in force behind all sections of the text, in the order in which they are written. */
function merged(text: string): string {
  const world = new Map<string, boolean>();
  const walk = analysisOf(memoryTree(text).model).sections.reduce(
    (at, each) => enter24(at, each, ownState24(each, world), world),
    START_24,
  );
  return written(finalState24(walk).tree);
}

const OUTER = section('Directory', '/', 'Require ip 10.1');
const inner = (kind: string, first: string, second: string): string =>
  OUTER +
  section(kind, first, 'AuthMerging And', 'Require ip 10.2') +
  section(kind, second, 'AuthMerging Or', 'Require ip 10.3');

function written(tree: RequireTree | null): string {
  if (tree === null) return 'nothing';
  if (tree.type === 'leaf') return tree.args;
  const [only, ...others] = tree.children.map(written);
  return others.length === 0 ? String(only) : `${tree.type}(${[only, ...others].join(' ')})`;
}

test.each([
  ['Directory', '/a', '/a/b'],
  ['DirectoryMatch', '^/a', '^/a/b'],
])('folders and patterns one behind the other: %s', (kind, first, second) => {
  expect(merged(inner(kind, first, second))).toBe('any(all(10.1 10.2) 10.3)');
});

test.each([
  ['Files', 'x', 'x'],
  ['Location', '/a', '/a/b'],
])(
  '%s among themselves first: one list, joined to the outer ones as the last one says',
  (kind, first, second) => {
    expect(merged(inner(kind, first, second))).toBe('any(10.1 any(10.2 10.3))');
  },
);
