// What a person is told of a section besides its new lines, and why a tree is not converted.
import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const USERS = 'Require valid-user\n';
const ANY = 'Satisfy any\n';

const section = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const folder = (path: string, lines: string) => section('Directory', path, lines);

/** The sections of the main file that a finding with this id speaks of, by their first lines. */
function toldOf(messageId: string, sections: string): string[] {
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${sections}`;
  const { findings } = migrated({ [MAIN]: text }, { only: ['convert-access-control'] });
  const before = findings.flatMap(({ messageId: id, position }) =>
    id === messageId && position !== null ? [text.split('\n').slice(0, position.line)] : [],
  );
  return before.map(
    (lines) => lines.findLast((line) => line.startsWith('<') && !/^<\/|^<Limit/.test(line)) ?? '',
  );
}

test.each([
  ['Require and Satisfy any', AUTH + USERS + ANY, true],
  ['for GET alone', AUTH + section('Limit', 'GET', USERS + ANY), true],
  ['for POST alone', AUTH + USERS + section('Limit', 'POST', ANY), false],
  ['with host rules that let everybody in', `${AUTH}${USERS}${ANY}Order allow,deny\nAllow from all\n`, true],
  ['with host rules that do not', `${AUTH}${USERS}${ANY}Order deny,allow\nDeny from 10\n`, false],
  [
    'with host rules for GET',
    AUTH + USERS + ANY + section('Limit', 'GET', 'Order deny,allow\nDeny from 10\n'),
    false,
  ],
  ['Satisfy all', `${AUTH}${USERS}Satisfy all\n`, false],
  ['no Require', ANY, false],
])('a password that is never asked for is told of: %s', (_, lines, isTold) => {
  expect(toldOf('asks-nobody', folder('/srv/www', lines))).toEqual(isTold ? ['<Directory /srv/www>'] : []);
});

test('it is told of each section that affects it', () => {
  const inner = [
    folder('/srv/www/satisfy', ANY),
    folder('/srv/www/require', 'Require user tom\n'),
    folder('/srv/www/neither', 'Order allow,deny\nAllow from all\n'),
    folder('/srv/www/meant', `${ANY}Order allow,deny\nAllow from all\n`),
  ];
  expect(toldOf('asks-nobody', folder('/srv/www', AUTH + USERS + ANY) + inner.join(''))).toEqual([
    '<Directory /srv/www>',
    '<Directory /srv/www/satisfy>',
    '<Directory /srv/www/require>',
  ]);
});

test('AuthType None is why nothing is converted, be it inherited in one folder only', () => {
  const one = folder('/srv/www', AUTH) + folder('/srv/www/a', 'AuthType None\n');
  expect(toldOf('auth-type-none', one + section('Files', 'x', USERS))).toEqual(['<Files x>']);
  expect(toldOf('auth-type-none', one + section('Files', 'x', 'Order deny,allow\n'))).toEqual([]);
});

test('an AuthType that no module serves is why nothing is converted', () => {
  const login = (type: string) => `AuthType ${type}\nAuthName x\nRequire valid-user\n`;
  expect(toldOf('auth-type-unserved', folder('/srv/www', login('Foo')))).toEqual(['<Directory /srv/www>']);
  expect(toldOf('auth-type-unserved', folder('/srv/www', login('Basic')))).toEqual([]);
});

test('too many open guards are told of once', () => {
  const guarded = Array.from({ length: 6 }, (_, at) =>
    section('IfDefine', `D${at}`, folder(`/srv/www/${at}`, 'Order allow,deny\n')),
  );
  expect(toldOf('too-many-guards', guarded.join(''))).toHaveLength(1);
});

test('a line that is not taken as it is written is told of in .htaccess files alone: with any other 2.2 did not start', () => {
  expect(toldOf('misspelt', folder('/srv/www', 'Order deny, allow\nDeny from all\n'))).toEqual([]);
});
