import { expect, test } from '@jest/globals';
import { contractShape, isMeantInForce } from '../../../src/access/states/intended-state.ts';
import type { State22 } from '../../../src/access/policy/index.ts';
import { ownState22 } from '../../../src/access/states/own-state.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';

// Three shapes have a meaning of their own in the upgrade guide; anything else in a section, and it is none of them.

function stateOf(...lines: string[]): State22 {
  const text = `Listen 80\n<Directory /www>\n${lines.join('\n')}\n</Directory>\n`;
  const model = buildModel({ path: '/httpd.conf' }, createMemoryReader({ '/httpd.conf': text }));
  if (isModelFailure(model)) throw new Error(model.message);
  const [section] = analysisOf(model).sections;
  if (section === undefined) throw new Error('no section');
  return ownState22(section, new Map());
}

const shapeOf = (...lines: string[]): string | null => contractShape(stateOf(...lines));

const USERS = ['AuthType Basic', 'Require valid-user'];
const NET = 'Allow from 10.0.0.0/8';

test.each([
  ['eq-auth-only', ['Order deny,allow', 'Deny from all', ...USERS]],
  ['eq-auth-only', ['Order deny,allow', 'Deny from ALL', 'Satisfy all', ...USERS]],
  ['eq-auth-and-address', ['Order allow,deny', 'Deny from all', NET, ...USERS]],
  ['eq-auth-or-address', ['Order allow,deny', 'Deny from all', NET, 'Satisfy any', ...USERS]],
])('%s: %j', (shape, lines) => {
  expect(shapeOf(...lines)).toBe(shape);
});

test.each([
  ['nobody is asked for a password', ['Order deny,allow', 'Deny from all']],
  ['a password could be asked for, and is not', ['Order deny,allow', 'Deny from all', 'AuthType Basic']],
  ['nobody can log in', ['Order deny,allow', 'Deny from all', 'AuthType none', 'Require valid-user']],
  ['no host rules', USERS],
  ['the addresses are lifted already', ['Order deny,allow', 'Deny from all', NET, ...USERS]],
  ['no address is allowed', ['Order allow,deny', 'Deny from all', ...USERS]],
  ['either is enough', ['Order deny,allow', 'Deny from all', 'Satisfy any', ...USERS]],
  ['not all are denied', ['Order allow,deny', 'Deny from 10.1', NET, ...USERS]],
  ['more than all are denied', ['Order allow,deny', 'Deny from all 10.1', NET, ...USERS]],
  ['denied twice', ['Order allow,deny', 'Deny from all', 'Deny from all', NET, ...USERS]],
  ['no order', ['Deny from all', NET, ...USERS]],
  ['two orders', ['Order deny,allow', 'Order allow,deny', 'Deny from all', NET, ...USERS]],
  ['two orders', ['Order allow,deny', 'Order deny,allow', 'Deny from all', NET, ...USERS]],
  ['two orders', ['Order deny,allow', 'Order deny,allow', 'Deny from all', ...USERS]],
  ['AuthType from outside', ['Order allow,deny', 'Deny from all', NET, 'Require valid-user']],
  [
    'for some methods',
    [
      'Order allow,deny',
      'Deny from all',
      NET,
      'AuthType Basic',
      '<Limit POST>',
      'Require valid-user',
      '</Limit>',
    ],
  ],
])('none: %s', (_, lines) => {
  expect(shapeOf(...lines)).toBeNull();
});

const POST = ['<Limit POST>', 'Require user bob', '</Limit>'];

// What is in force behind the section, or further in.
test.each([
  ['eq-auth-and-address', true, ['Require valid-user']],
  ['eq-auth-and-address', true, ['Require valid-user', 'Satisfy all']],
  ['eq-auth-and-address', true, ['Require valid-user', ...POST]],
  ['eq-auth-and-address', false, POST],
  ['eq-auth-and-address', false, ['Satisfy all']],
  ['eq-auth-and-address', false, ['Require valid-user', 'Satisfy any']],
  ['eq-auth-and-address', true, ['Require valid-user', 'Satisfy any', 'Satisfy all']],
  [
    'eq-auth-and-address',
    false,
    ['Require valid-user', '<Limit GET>', 'Satisfy any', '</Limit>', 'Satisfy all'],
  ],
  ['eq-auth-only', false, ['Require valid-user', 'Satisfy any']],
  ['eq-auth-or-address', true, ['Require valid-user', 'Satisfy any']],
  ['eq-auth-or-address', false, ['Require valid-user']],
] as const)('what %s means is in force: %s with %j', (shape, isInForce, lines) => {
  const host = { orders: [], allow: [], deny: [] };
  expect(isMeantInForce(stateOf(...lines), { shape, host })).toBe(isInForce);
});
