// Addresses with doubled slashes, which 2.4.39 and later merge before anything looks at them. Seen on a 2.2.34 and a 2.4.
import { expect, test } from '@jest/globals';
import { targetProfile } from '../../../src/target/index.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { compare, found } from './two-trees.ts';

const section = (pattern: string, rules: string) =>
  `<LocationMatch "${pattern}">\n${rules}\n</LocationMatch>\n`;
const DENIED = ['Order allow,deny', 'Require all denied'] as const;
const GRANTED = ['Order allow,deny\nAllow from all', 'Require all granted'] as const;

function open(
  pattern: string,
  [then, now]: readonly [string, string],
  around = '',
  target = 'stock',
): string[] {
  const nobody = (rules: string) => `<Location />\n${rules}\n</Location>\n`;
  const isGranting = then.includes('Allow');
  const before = (isGranting ? nobody(DENIED[0]) : '') + section(pattern, then);
  const after = (isGranting ? nobody(DENIED[1]) : '') + section(pattern, now);
  return found(
    compare(
      memoryTree(MODULES_22 + before),
      memoryTree(`${MODULES_24}${around}${after}`, { target: targetProfile(target)! }),
    ),
  );
}

test.each([
  ['^/a//b', DENIED, true],
  ['^/a/(?!b)', DENIED, true],
  ['^/a/b', DENIED, false],
  ['^/a/b', GRANTED, true],
  ['^/ab', GRANTED, false],
] as const)('%s %j', (pattern, rules, isTold) => {
  expect(open(pattern, rules)).toEqual(isTold ? ['undecided'] : []);
  expect(open(pattern, rules, 'MergeSlashes Off\n')).toEqual([]);
  expect(open(pattern, rules, 'MergeSlashes On\n')).toEqual(isTold ? ['undecided'] : []);
  const unread = '<IfVersion < 2.4>\nMergeSlashes Off\n</IfVersion>\n';
  expect(open(pattern, rules, unread)).toEqual(isTold ? ['undecided'] : []);
});

test('a host says by itself whether it merges them', () => {
  const host = (own: string, rules: string) =>
    `<VirtualHost *:80>\nServerName a.example\n${own}${section('^/a//b', rules)}</VirtualHost>\n`;
  const told = (main: string, own: string) =>
    found(
      compare(
        memoryTree(MODULES_22 + host('', DENIED[0])),
        memoryTree(MODULES_24 + main + host(own, DENIED[1])),
      ),
    );
  expect(told('', 'MergeSlashes Off\n')).toEqual([]);
  expect(told('MergeSlashes Off\n', '')).toEqual([]);
  expect(told('MergeSlashes Off\n', 'MergeSlashes On\n')).toEqual(['undecided']);
});

test('a 2.4 before 2.4.39 merges none', () => {
  expect(open('^/a//b', DENIED, '', 'rhel7')).toEqual([]);
});

test('a rule with [PT] that doubles a slash of the address', () => {
  const rule = 'RewriteEngine on\nRewriteRule ^/foo(.*)$ /app/$1 [PT]\n';
  const modules = 'LoadModule rewrite_module modules/mod_rewrite.so\n';
  const at = (rules: string) => `${modules}${rule}<Location /app/admin>\n${rules}\n</Location>\n`;
  const told = (around: string) =>
    found(compare(memoryTree(MODULES_22 + at(DENIED[0])), memoryTree(MODULES_24 + around + at(DENIED[1]))));
  expect(told('')).toEqual(['undecided']);
  expect(told('MergeSlashes Off\n')).toEqual([]);
});

test('sections that stand beside those of 2.4, in a text for both versions, are told as others are', () => {
  const both = ([then, now]: readonly [string, string]) =>
    `<Location />\n<IfVersion < 2.4>\n${DENIED[0]}\n</IfVersion>\n<IfVersion >= 2.4>\n${DENIED[1]}\n</IfVersion>\n</Location>\n<IfVersion < 2.4>\n${section('^/a/b', then)}</IfVersion>\n<IfVersion >= 2.4>\n${section('^/a/b', now)}</IfVersion>\n`;
  const told = (around: string, rules: readonly [string, string]) =>
    found(compare(memoryTree(MODULES_22 + both(rules)), memoryTree(`${MODULES_24}${around}${both(rules)}`)));
  expect(told('', GRANTED)).toEqual(['undecided']);
  expect(told('', DENIED)).toEqual([]);
  expect(told('MergeSlashes Off\n', GRANTED)).toEqual([]);
});
