import { expect, test } from '@jest/globals';
import { readRewriteConfig } from '../../../src/access/addresses/rewrite-config.ts';
import { memoryTree } from '../request/memory-tree.ts';

// RewriteCond lines count for the next rule alone.

const TEXT = `RewriteEngine on
RewriteRule ^/first - [F]
RewriteCond %{HTTPS} on
RewriteCond %{REQUEST_URI} !=/x [NC,OR]
RewriteRule ^/second /a [L]
RewriteRule ^/third /b [PT]
`;

test('each rule has the conditions that stand before it, and no others', () => {
  const lines = memoryTree(TEXT).model.main.items.filter((item) => item.type === 'occurrence');
  const { isOn, rules } = readRewriteConfig(lines.filter(({ name }) => name.startsWith('rewrite')));
  expect(isOn).toBe(true);
  expect(
    rules.map(({ pattern, conditions }) => [pattern, conditions.map(({ test: asked }) => asked)]),
  ).toEqual([
    ['^/first', []],
    ['^/second', ['%{HTTPS}', '%{REQUEST_URI}']],
    ['^/third', []],
  ]);
  expect(rules[1]?.conditions[1]).toMatchObject({ isNegated: true, ignoresCase: true, isOr: true });
});
