import { expect, test } from '@jest/globals';
import type { RequireLeaf, RequireTree } from '../../../src/access/policy/index.ts';
import {
  equalTrees,
  isDenied,
  isGranted,
  methodSet,
  parseRequire,
} from '../../../src/access/policy/index.ts';

function leaf(line: string): RequireLeaf {
  const parsed = parseRequire(line);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

const container =
  (type: 'all' | 'any' | 'none') =>
  (...lines: readonly (string | RequireTree)[]): RequireTree => ({
    type,
    children: lines.map((line) => (typeof line === 'string' ? leaf(line) : line)),
  });
const [all, any, none] = [container('all'), container('any'), container('none')];

const limited =
  (type: 'only' | 'except') =>
  (name: string): RequireTree => ({
    ...leaf('ip 10.1'),
    methods: methodSet(type, [name]),
  });
const [only, except] = [limited('only'), limited('except')];

const SAME: readonly (readonly [what: string, RequireTree, RequireTree])[] = [
  ['the same line', leaf('ip 10.1'), leaf('ip 10.1')],
  ['granted in capitals', leaf('all GRANTED'), leaf('all granted')],
  ['one line in a container, and alone', any(all('ip 10.1')), leaf('ip 10.1')],
  ['containers of the same lines', any('ip 10.1', 'user bob'), any('ip 10.1', all('user bob'))],
];

test.each(SAME)('%s: written the same', (_, a, b) => {
  expect(equalTrees(a, b)).toBe(true);
  expect(equalTrees(b, a)).toBe(true);
});

const DIFFERENT: readonly (readonly [what: string, RequireTree, RequireTree])[] = [
  ['other providers', leaf('user staff'), leaf('group staff')],
  ['other arguments', leaf('user bob'), leaf('user alice')],
  ['arguments in another case', leaf('user bob'), leaf('user Bob')],
  ['a negation', leaf('ip 10.1'), leaf('not ip 10.1')],
  ['all methods, and one', leaf('ip 10.1'), only('GET')],
  ['a method, and another', only('GET'), only('POST')],
  ['all methods but one, and that one', except('GET'), only('GET')],
  ['a line, and two', leaf('ip 10.1'), any('ip 10.1', 'ip 10.2')],
  ['all and any', all('ip 10.1', 'user bob'), any('ip 10.1', 'user bob')],
  ['none of one line, and the line', none('ip 10.1'), leaf('ip 10.1')],
  ['a negation alone in a container, which grants nobody', all('not ip 10.1'), leaf('not ip 10.1')],
  ['none alone in a container', all(none('ip 10.1')), none('ip 10.1')],
  ['more lines', any('ip 10.1', 'user bob'), any('ip 10.1', 'user bob', 'ip 10.2')],
  ['another second line', any('ip 10.1', 'user bob'), any('ip 10.1', 'user alice')],
  ['another order', any('ip 10.1', 'user bob'), any('user bob', 'ip 10.1')],
];

test.each(DIFFERENT)('%s: not written the same', (_, a, b) => {
  expect(equalTrees(a, b)).toBe(false);
  expect(equalTrees(b, a)).toBe(false);
});

test('granted and denied to everybody', () => {
  expect([leaf('all Granted'), any('all granted')].map(isGranted)).toEqual([true, true]);
  expect([leaf('all denied'), leaf('not all denied'), leaf('valid-user')].map(isGranted)).toEqual(
    Array(3).fill(false),
  );
  expect([leaf('all Denied'), leaf('all granted'), leaf('not all granted')].map(isDenied)).toEqual([
    true,
    false,
    false,
  ]);
});
