import { expect, test } from '@jest/globals';
import { migrated } from '../../migrate/migrated.ts';

const COPY = {
  '/copy/etc/apache2/apache2.conf':
    'Include mods-enabled/*.load\nListen 80\nNameVirtualHost *:80\nInclude sites-enabled/\n',
  '/copy/etc/apache2/mods-available/alias.load':
    'LoadModule alias_module /usr/lib/apache2/modules/mod_alias.so\n',
  '/copy/etc/apache2/sites-available/shop': '<VirtualHost *:80>\nServerName shop.example\n</VirtualHost>\n',
};
const EMPTY = { '/copy/etc/apache2/mods-enabled/': '', '/copy/etc/apache2/sites-enabled/': '' };

function notKnown(files: Readonly<Record<string, string>>): readonly string[] {
  const { unknowns } = migrated({ ...COPY, ...files }, {}, '/copy/etc/apache2/apache2.conf');
  return unknowns.map(({ subject }) => subject);
}

test('a Debian copy with modules and sites, none of them switched on, has lost its links', () => {
  expect(notKnown(EMPTY)).toEqual(['/etc/apache2/sites-enabled']);
});

test.each([
  ['a module is switched on', { ...EMPTY, '/copy/etc/apache2/mods-enabled/alias.load': '' }],
  ['a site is switched on', { ...EMPTY, '/copy/etc/apache2/sites-enabled/shop': '' }],
])('not where %s', (_, files) => {
  expect(notKnown(files)).toEqual([]);
});
