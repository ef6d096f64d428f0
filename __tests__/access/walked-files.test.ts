// `<Directory>` with the path of a file: met where the file is asked for by its name, and not as the index page of its folder. What both versions
// answered to each of these is in the comments.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile /srv/passwords\n';
const OPEN = 'Order allow,deny\nAllow from all\n';
const FILE = '/srv/www/a/index.html';

const server = (options: string, rules: string): string => `ServerRoot /srv/httpd
Listen 80
DocumentRoot /srv/www
<Directory /srv/www>
Options ${options}
AllowOverride None
${OPEN}</Directory>
${rules}`;

const section = (path: string, rules: string): string => `<Directory ${path}>\n${rules}</Directory>\n`;
const location = (rules: string): string => `<Location />\n${rules}</Location>\n`;

function result(text: string, files: Readonly<Record<string, string>> = { [FILE]: '' }) {
  const migration = migrated({ [MAIN]: text, ...files }, { semantics: 'exact' });
  return {
    after: mainAfter(migration, text),
    isRefused: migration.refused.length > 0,
    told: migration.findings.map(({ messageId }) => messageId),
  };
}

/** 2.2: /a/index.html everybody, /a/ users only. */
const PARTED = section(FILE, 'Satisfy any\n') + location(`${AUTH}Require valid-user\n`);

test('what is inherited behind the file is told apart from what is where it is sent as an index page', () => {
  const { after, isRefused, told } = result(server('FollowSymLinks', PARTED));
  expect(isRefused).toBe(false);
  expect(told).toContain('names-file');
  expect(after).toMatch(/Require expr ".*index\\\.html.*IS_SUBREQ/);
});

test('rules of its own need no expression', () => {
  const { after, isRefused } = result(server('FollowSymLinks', section(FILE, 'Deny from all\n')));
  expect(isRefused).toBe(false);
  expect(after).not.toContain('expr');
});

test.each(['FollowSymLinks MultiViews', 'None'])('with Options %s that can not be told', (options) => {
  expect(result(server(options, PARTED)).isRefused).toBe(true);
});

test('a file that is not there, and a folder, are met by all that is in them', () => {
  const { after } = result(server('FollowSymLinks', PARTED), { '/srv/www/a/index.html/x': '' });
  expect(after).not.toContain('IS_SUBREQ');
  const folder = section('/srv/www/a', 'Satisfy any\n') + location(`${AUTH}Require valid-user\n`);
  expect(result(server('FollowSymLinks', folder)).after).not.toContain('IS_SUBREQ');
});

test('a pattern that the file matches and its folder does not', () => {
  // 2.2: /a/ nobody is asked, /a/index.html bob only; Require without an AuthType would be 500.
  const pattern = `<DirectoryMatch index>\n${AUTH}Require user bob\n</DirectoryMatch>\n`;
  const satisfy = `${section('/srv/www/a', 'Satisfy any\n')}${section(FILE, `${AUTH}Require user bob\n`)}`;
  const all = '<Location /a/index.html>\nSatisfy all\n</Location>\n';
  const { after, isRefused } = result(server('FollowSymLinks', satisfy + pattern + all));
  expect(isRefused || after.includes('IS_SUBREQ')).toBe(true);
});

test('a file right below the root is one, too', () => {
  const rules = section('/index.html', 'Satisfy any\n') + location(`${AUTH}Require valid-user\n`);
  const text = server('FollowSymLinks', rules).replaceAll('/srv/www', '/');
  const { isRefused, after } = result(text, { '/index.html': '' });
  expect(isRefused || after.includes('IS_SUBREQ')).toBe(true);
});
