// Lines of 2.4 that stand beside those of 2.2 already, with conditions: they stay where they are right for all requests, and only there.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const section = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const PDF = section('FilesMatch', '"\\.pdf$"', 'Order deny,allow\nDeny from 10\n');

/** The Location behind all else, with its lines for 2.2 and for 2.4. */
function location(lines24: readonly string[]): string {
  const old = section('IfVersion', '< 2.4', 'Require valid-user\nSatisfy any\n');
  const lines = `AuthType Basic\nAuthName x\nAuthUserFile u\n${old}`;
  return section('Location', '/', lines + section('IfVersion', '>= 2.4', `${lines24.join('\n')}\n`));
}

function converted(before: string): string {
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${before}`;
  const migration = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(migration.refused).toEqual([]);
  return mainAfter(migration, text);
}

const conditional = (file: string) => [
  'Require valid-user',
  '<RequireAll>',
  'Require all granted',
  'Require not ip 10',
  '</RequireAll>',
  `Require expr "%{REQUEST_FILENAME} !~ m#${file}#"`,
];

test('lines that tell the right files apart stay', () => {
  const right = location(conditional('\\.pdf$'));
  expect(converted(PDF + right)).toContain(right);
});

test('lines that tell other files apart do not', () => {
  expect(converted(PDF + location(conditional('/index\\.pdf$')))).toContain(location(conditional('\\.pdf$')));
});
