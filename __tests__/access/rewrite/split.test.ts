// Where a section is written once more, with other rules, and where it can't be: then its cases are told apart by expressions.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const COMMON = '/srv/httpd/conf/common.conf';

const section = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const deny = (who: string) => `Order deny,allow\nDeny from ${who}\n`;
const folder = (lines: string, path = '/srv/www/a') => section('Directory', path, lines);
const guarded = (guard: string, lines: string) => `<${guard}>\n${lines}</${/^\w+/.exec(guard)?.[0] ?? ''}>\n`;
const ASKING = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user\nSatisfy any\n';
const SECRET = section('Files', 'secret', ASKING);
const PATTERN = section('FilesMatch', 'x$', deny('all'));
const USER_TOM = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire user tom\n';
const HTACCESS = '/srv/www/a/.htaccess';
const BEHIND_ALL = section('Location', '/', ASKING);

/** Two virtual hosts, the second with these lines. */
const hosts = (lines: string) =>
  `NameVirtualHost *\n${section('VirtualHost', '*', 'ServerName a\n')}${section('VirtualHost', '*', `ServerName b\n${lines}`)}`;

function converted(text: string, more: Readonly<Record<string, string>> = {}): string {
  const files = { [MAIN]: `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${text}`, ...more };
  const migration = migrated(files, { semantics: 'exact' });
  expect(migration.refused).toEqual([]);
  const after = mainAfter(migration, '');
  return after.slice(after.indexOf('DocumentRoot'));
}

/** What is written more than once of the sections of that name, and how many expressions. */
function shape(text: string, opening: RegExp): string {
  const written = text.match(opening)?.length ?? 0;
  const cases = text.match(/Require expr/g)?.length ?? 0;
  return `${written} sections, ${cases} cases`;
}

test.each([
  ['in the section of a folder', SECRET + folder(deny('10')), '2 sections, 0 cases'],
  [
    'in those of several folders',
    SECRET + folder(deny('11'), '/srv/www/a/b') + folder(deny('10')),
    '3 sections, 0 cases',
  ],
  ['before the Files sections that it has', folder(deny('10') + PATTERN) + SECRET, '2 sections, 0 cases'],
  [
    'not if those are in another file',
    `${folder(`${deny('10')}Include conf/common.conf\n`)}${SECRET}`,
    '1 sections, 2 cases',
  ],
  [
    'not if they are guarded',
    folder(deny('10') + guarded('IfDefine X', PATTERN)) + SECRET,
    '1 sections, 2 cases',
  ],
  [
    'in a guard that holds for both or none',
    guarded('IfDefine X', folder(deny('10'))) + SECRET,
    '2 sections, 0 cases',
  ],
  [
    'not in a guard for one version',
    guarded('IfVersion < 2.3', folder(deny('10'))) +
      guarded(
        'IfVersion >= 2.4',
        folder('<RequireAll>\nRequire all granted\nRequire not ip 10\n</RequireAll>\n'),
      ) +
      SECRET,
    '1 sections, 2 cases',
  ],
  ['not if it is guarded itself', folder(deny('10')) + guarded('IfDefine X', SECRET), '1 sections, 2 cases'],
  ['inside of a folder further out', folder(deny('10')) + folder(SECRET, '/srv/www'), '2 sections, 0 cases'],
  [
    'not inside of a pattern of folders',
    folder(deny('10')) + section('DirectoryMatch', '"^/srv/www"', SECRET),
    '1 sections, 2 cases',
  ],
  [
    'not further in, where the same holds',
    SECRET + folder(deny('10')) + folder('AllowOverride None\n', '/srv/www/a/b'),
    '2 sections, 0 cases',
  ],
  [
    'behind one that other files of the folder have, and one before it',
    section('FilesMatch', '"^s"', USER_TOM) +
      SECRET +
      section('Files', 'other', deny('all')) +
      folder(deny('10')),
    '2 sections, 0 cases',
  ],
  [
    'before a Location that has the last word',
    SECRET + folder(deny('10')) + section('Location', '/x', deny('all')),
    '2 sections, 1 cases',
  ],
  [
    'not if another one is merged between, be it in one case only',
    SECRET + guarded('IfDefine X', section('FilesMatch', '"t$"', 'Require user tom\n')) + folder(deny('10')),
    '1 sections, 7 cases',
  ],
  [
    'in the section of the same folder on a virtual host',
    folder(SECRET, '/srv/www') + hosts(folder(deny('10'), '/srv/www')),
    '2 sections, 0 cases',
  ],
  [
    'before the copy of one that is merged between',
    SECRET + folder(section('FilesMatch', '"t$"', 'Require user tom\n'), '/srv/www') + folder(deny('10')),
    '2 sections, 2 cases',
  ],
  [
    'not if one of a folder further out is merged between, and can have no copy',
    SECRET +
      folder(guarded('IfDefine X', section('FilesMatch', '"t$"', 'Require user tom\n')), '/srv/www') +
      folder(deny('10')),
    '1 sections, 7 cases',
  ],
  [
    'behind one that has no say in it',
    SECRET + section('FilesMatch', '"t$"', 'AuthGroupFile g\n') + folder(deny('10')),
    '2 sections, 0 cases',
  ],
  [
    'further out, where the inner folder has no room before a guarded Files section',
    SECRET + folder(deny('10')) + folder(guarded('IfDefine X', PATTERN), '/srv/www/a/b'),
    '2 sections, 0 cases',
  ],
  ['in a folder that comes before all others', SECRET + folder(deny('10'), '/a'), '2 sections, 0 cases'],
  ['not in a folder of all hosts if it is of one', folder(deny('10')) + hosts(SECRET), '1 sections, 2 cases'],
  [
    'not in a folder around its own',
    folder(SECRET, '/srv/www/a/x') + hosts(folder(deny('10'))),
    '1 sections, 2 cases',
  ],
])('a Files section is written again %s', (_, text, expected) => {
  expect(shape(converted(text, { [COMMON]: PATTERN }), /<Files secret>/g)).toBe(expected);
});

test.each([
  ['All', '1 sections, 0 cases'],
  ['Limit', '1 sections, 2 cases'],
])('a .htaccess file takes a copy where it may say all of it: AllowOverride %s', (override, expected) => {
  const text = folder(`AllowOverride ${override}\n`, '/srv/www') + SECRET;
  expect(shape(converted(text, { [HTACCESS]: deny('10') }), /<Files secret>/g)).toBe(expected);
});

test('the copy stands behind the lines of its folder, and before its Files sections', () => {
  const text = converted(folder(deny('10') + PATTERN) + SECRET);
  const rules = ['<RequireAll>', 'Require all granted', 'Require not ip 10', '</RequireAll>'];
  expect(text.slice(text.indexOf('<RequireAll>'), text.indexOf('</Directory>\n<Files')).split('\n')).toEqual([
    ...rules,
    '<Files secret>',
    ...rules,
    'Require valid-user',
    '</Files>',
    '<FilesMatch x$>',
    'Require all denied',
    '</FilesMatch>',
    '',
  ]);
});

test.each([
  ['its address', section('Location', '/a', deny('10')), '3 sections, 0 cases'],
  ['its address, guarded', section('Location', '/a', deny('10')), '3 sections, 0 cases', 'IfDefine X'],
  [
    'no address that would be read differently: a blank',
    section('Location', '"/a b"', deny('10')),
    '2 sections, 1 cases',
  ],
  [
    'no address that would be read differently: brackets',
    section('Location', '"/a(b)"', deny('10')),
    '2 sections, 1 cases',
  ],
])('a Location is written again for %s', (_, inner, expected, guard = '') => {
  const text = converted(inner + (guard === '' ? BEHIND_ALL : guarded(guard, BEHIND_ALL)));
  expect(shape(text, /<Location /g)).toBe(expected);
});

test('a Location of which copies are written keeps its own Require lines', () => {
  const users = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire user ann\n';
  const inner = section('Location', '/a', `${USER_TOM}Order allow,deny\nAllow from 10\nSatisfy any\n`);
  const copy = section('Location', '/a', 'Require ip 10\nRequire user ann\n');
  expect(converted(inner + section('Location', '/', users))).toContain(
    section('Location', '/', users) + copy,
  );
});

test('a section that several hosts include is not written again', () => {
  const files = { '/srv/httpd/conf/both.conf': SECRET };
  const both = ['a', 'b'].map((name) =>
    section('VirtualHost', '*', `ServerName ${name}\nInclude conf/both.conf\n`),
  );
  const text = converted(`NameVirtualHost *\n${folder(deny('10'))}${both.join('')}`, files);
  expect(shape(text, /<Files secret>/g)).toBe('0 sections, 0 cases');
});

test('copies of a Location stand one behind the other, outer ones first', () => {
  const text = converted(folder(deny('11'), '/srv/www/a/b') + folder(deny('10')) + BEHIND_ALL);
  expect(text.match(/<Location .*/g)).toEqual(['<Location />', '<Location /a>', '<Location /a/b>']);
});

test('a Location whose lines are guarded is not written again: its cases are', () => {
  const inner = section('Location', '/a', deny('10'));
  const text = converted(inner + section('Location', '/', guarded('IfDefine X', ASKING)));
  expect(shape(text, /<Location /g)).toBe('2 sections, 1 cases');
});
