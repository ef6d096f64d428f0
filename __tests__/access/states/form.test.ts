import { expect, test } from '@jest/globals';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import type { World } from '../../../src/access/sections/worlds.ts';
import { formOf } from '../../../src/access/states/form.ts';
import { MAIN, migrated } from '../../migrate/migrated.ts';
import { memoryTree } from '../request/memory-tree.ts';

// Which sections are asked as one.

const world: World = new Map();

function formsOf(...texts: readonly (readonly string[])[]) {
  const sections = texts.map((lines, i) => `<Location /${i}>\n${lines.join('\n')}\n</Location>\n`);
  return analysisOf(memoryTree(`Listen 80\n${sections.join('')}`).model).sections.map((section) =>
    formOf(section, world),
  );
}

const TREE = ['<RequireAll>', 'Require all granted', 'Require not ip 10.1', '</RequireAll>'];
const LIMITED = ['<Limit GET POST>', 'Require valid-user', '</Limit>'];

test('sections that say the same in the same words have one form, what stands in containers and Limits included', () => {
  for (const lines of [['Require all granted'], TREE, LIMITED, [...LIMITED, ...TREE]]) {
    const [first, second] = formsOf(lines, lines);
    expect(second).toBe(first);
  }
});

test('those that say another thing, or in other containers, have another', () => {
  const others = [
    TREE,
    LIMITED,
    TREE.map((line) => line.replace('RequireAll', 'RequireAny')),
    TREE.slice(1, 3),
    [...TREE.slice(0, 2), '</RequireAll>', 'Require not ip 10.1'],
    ['<RequireAll>', '<RequireAll>', ...TREE.slice(1, 3), '</RequireAll>', '</RequireAll>'],
    ['<Limit GET>', 'Require valid-user', '</Limit>'],
    ['<LimitExcept GET POST>', 'Require valid-user', '</LimitExcept>'],
    ['Require valid-user'],
    [...TREE, ...LIMITED],
    [...LIMITED, ...TREE],
  ];
  expect(new Set(formsOf(...others)).size).toBe(others.length);
});

test('where a guard within decides, or a line has a variable, each is by itself', () => {
  const guarded = ['<IfDefine X>', 'Require valid-user', '</IfDefine>'];
  const inContainer = ['<RequireAny>', ...guarded, '</RequireAny>'];
  for (const lines of [guarded, inContainer, ['<RequireAny>', 'Require env ${X}', '</RequireAny>']]) {
    const [first, second] = formsOf(lines, lines);
    expect(second).not.toBe(first);
  }
});

test('host rules in another case, or with blanks behind them, are the same; their words are not, nor are other lines', () => {
  const pairs = [
    ['Order Deny,Allow', 'order deny,allow ', true],
    ['Satisfy Any', 'SATISFY any', true],
    ['Allow from 10.1', 'allow\tFrom 10.1  ', false],
    ['Allow from 10.1', 'allow From 10.1  ', true],
    ['Deny from A.example', 'Deny from a.example', false],
    ['Deny to all', 'deny to all', false],
    ['Require user bob', 'Require user Bob', false],
    ['AuthType Basic', 'authtype Basic', false],
  ] as const;
  for (const [one, other, isSame] of pairs) {
    const [first, second] = formsOf([one], [other]);
    expect([one, second === first]).toEqual([one, isSame]);
  }
});

test('a word is a macro in a file of m4 and none beside it: what it says is not asked of the other', () => {
  const section = (path: string): string =>
    `<Location ${path}>\nOrder deny,allow\nAllow from OFFICE\n</Location>\n`;
  const open = (...names: readonly string[]) =>
    migrated({
      [MAIN]: `ServerRoot /srv/httpd\nListen 80\n${names.map((name) => `Include ${name}\n`).join('')}`,
      '/srv/httpd/plain.conf': section('/plain'),
      '/srv/httpd/macros.conf': `dnl ours\n${section('/macros')}`,
    }).unknowns.map(({ path, subject }) => [path, subject]);
  const found = [['/srv/httpd/macros.conf', 'OFFICE']];
  expect(open('plain.conf')).toEqual([]);
  expect(open('plain.conf', 'macros.conf')).toEqual(found);
  expect(open('macros.conf', 'plain.conf')).toEqual(found);
});
