// `Satisfy any` in a part of a server: what it joins may stand in the rest, which nobody gave.
import { describe, expect, test } from '@jest/globals';
import { migrateText } from '../templates/migrate-template.ts';

const LOGIN = ['AuthType Basic', 'AuthName x', 'AuthUserFile /users', 'Require valid-user'];
const LAN = ['Order deny,allow', 'Deny from all', 'Allow from 10.0.0.0/8'];
const OPEN = ['Order allow,deny', 'Allow from all'];

const section = (...lines: readonly string[]): string =>
  ['<Directory /srv/www/x>', ...lines, '</Directory>', ''].join('\n');

const htaccess = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe.each([
  ['in a section', section, 'x.conf'],
  ['in a .htaccess file', htaccess, '.htaccess'],
])('%s', (_, text, name) => {
  test.each([
    ['a password, without hosts', LOGIN],
    ['hosts, without a password', LAN],
    ['nobody, without a password', ['Order allow,deny']],
    ['nothing', []],
  ])('joins what is inherited where it stands beside %s', (_what, lines) => {
    const { told, unknowns } = migrateText(text(...lines, 'Satisfy any'), name);
    expect(unknowns.map(({ kind }) => kind)).toEqual(['context']);
    expect(told.join()).toContain('Satisfy any joins what this section says');
  });

  test.each([
    ['hosts and a password', [...LAN, ...LOGIN, 'Satisfy any']],
    ['all hosts', [...OPEN, 'Satisfy any']],
    ['a password, and is not there', LOGIN],
    ['hosts, and is not there', LAN],
    ['a password, and says all', [...LOGIN, 'Satisfy all']],
  ])('joins nothing that is inherited where it stands beside %s', (_what, lines) => {
    const { told } = migrateText(text(...lines), name);
    expect(told.join()).not.toContain('Satisfy any joins');
  });
});

test('what stands around it in the same part is known', () => {
  const inner = '<Directory /srv/www/x/y>\nSatisfy any\n</Directory>\n';
  expect(migrateText(section(...LAN, ...LOGIN) + inner).told).toEqual([]);
  const [told] = migrateText(section(...LOGIN) + inner).told;
  expect(told).toContain('Satisfy any joins');
});
