// What docs/access-proof.md assumes, point by point: what tells of it at run time, or why nothing has to. A point that is added there and not
// here fails, and so does one that names a finding which no fixture shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { MAIN, migrated } from './migrated.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * `tells`: findings of transforms, by the beginning of `transform/message`; `unknown`: of the kinds that unknown-kinds.test.ts holds;
 * `refused`: the migration is, where it matters; `modelled`: nothing is assumed, for each release is read as it reads, or more is let lead
 * somewhere than does; `alike`: both servers are given the same, whatever it is.
 */
type Kept = Readonly<Partial<Record<'tells' | 'unknown' | 'refused' | 'modelled' | 'alike', string>>>;

const POINTS: Readonly<Record<string, Kept>> = {
  'Quotes around `Require expr`': { modelled: 'written as the release reads it' },
  'The arguments of `Require user`': { modelled: 'read and written as the release reads them' },
  'Slashes are merged before LocationMatch': { tells: 'keep-doubled-slashes/' },
  'A virtual host with an AuthType or AuthName': { tells: 'report-hidden-providers/' },
  'A request with `%3f`': { tells: 'keep-question-marks/' },
  'Malformed requests get 400': { alike: 'such a request is asked about as any other' },
  '2.4.49 and 2.4.50 serve files beside': { tells: 'report-path-traversal/' },
  '`.` in a pattern matches a line feed': { modelled: 'nothing is decided where a text has one' },
  'A rewritten address is not looked up': { tells: 'keep-relative-rewrites/' },
  'A RewriteRule that makes a URL of the server': { tells: 'keep-own-url-paths/' },
  '`Require file-group` ends the process': { tells: 'load-owner-before-groups/' },
  'A name such as `rhel8`': { modelled: 'the first line of the summary names the release' },
  'What a template puts into the place': { unknown: 'template' },
  'A macro of m4 or a `$name`': { unknown: 'template' },
  'Which virtual host answers': { tells: 'keep-first-virtual-host/' },
  'The client has the same address': { tells: 'report-third-party-modules/' },
  "Looking up the client's name": { alike: 'the same reverse DNS names' },
  'Folders and files are what they are called': { tells: 'convert-access-control/missing-folder' },
  'A pattern of `<DirectoryMatch>` without': { tells: 'convert-access-control/from-root' },
  'Addresses have no doubled slashes': { tells: 'keep-doubled-slashes/' },
  'Of a folder that is asked for by another': { tells: 'keep-index-checks/' },
  'Subrequests and internal redirects': {
    modelled: 'their addresses are compared as all others',
    tells: 'convert-access-control/names-file',
    refused: 'where expressions would have to tell what a file meets that is asked for within a request',
  },
  'RewriteRule, AliasMatch, UserDir and': { modelled: 'that is more than they do' },
  'Third-party modules are known by the names': { unknown: 'mapping' },
  'A module whose directives do not look like': { tells: 'report-third-party-modules/' },
  'Where a line may lead to any folder': { unknown: 'mapping' },
  'Passwords, user and group files': { tells: 'break-long-groups/', unknown: 'context' },
  'Where all modules of 2.2 decline': { modelled: 'a 401 counts as the same answer' },
  'The file is there whose owner': { alike: 'the same files' },
  'A method that a `<Limit>` of a .htaccess': { tells: 'register-limited-methods/chance' },
  'A variable is set for the same requests': { refused: 'one that only one version sets' },
  "An authorization provider that is not httpd's": { tells: 'report-third-party-modules/' },
  'Modules beside these that refuse requests': { refused: 'where the lines differ' },
  'An AuthType is served by the module': { tells: 'convert-access-control/auth-type-unserved' },
  'Directives of third-party modules in': { tells: 'report-third-party-modules/' },
  'Patterns are matched in linear time': { modelled: 'what is beyond that is not decided' },
  'A guard for an MPM': { tells: 'clear-old-guards/', unknown: 'module' },
  'Which servers read a `.htaccess` file': { refused: 'where AccessFileName differs between the versions' },
  'A name that begins with `value-is-`': { alike: 'nobody starts a server with it: it is made here' },
  'An open guard turns out the same': { modelled: 'both ways of each are gone through' },
  '`<Macro>`, `<Perl>` and `<If>`': { tells: 'convert-access-control/half-unread', unknown: 'context' },
  'At most 50,000 folders are searched': { unknown: 'folder' },
};

const KINDS = ['value', 'template', 'folder', 'mapping', 'module', 'context'];

test('each point of what is assumed is here, and no other', () => {
  const text = readFileSync(join(ROOT, 'docs/access-proof.md'), 'utf8');
  const section = /^## What is assumed$(.*?)^## /ms.exec(text)?.[1] ?? '';
  const points = [...section.matchAll(/^- (.*?)(?=^- |^\*\*|\n\n)/gms)].map(([, point = '']) =>
    point.replace(/\s+/g, ' '),
  );
  const names = Object.keys(POINTS);
  expect(points.filter((point) => !names.some((name) => point.startsWith(name)))).toEqual([]);
  expect(names.filter((name) => !points.some((point) => point.startsWith(name)))).toEqual([]);
});

const MODULES = ['authn_file', 'auth_basic', 'authz_host', 'authz_user', 'authn_default', 'dir', 'alias']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');
const SERVER = `ServerRoot /srv/httpd\nListen 80\n${MODULES}DocumentRoot /var/www\n<Directory /var/www>\nAllowOverride None\nOrder allow,deny\nAllow from all\n</Directory>\n`;

/** Servers that show what no fixture shows. */
const SHOWN: Readonly<Record<string, string>> = {
  'convert-access-control/missing-folder':
    '<Directory /var/www/gone>\nDeny from all\n</Directory>\n<DirectoryMatch gone>\nSatisfy any\n</DirectoryMatch>\n',
  'convert-access-control/names-file': '<Directory /var/www/index.html>\nDeny from all\n</Directory>\n',
  'convert-access-control/auth-type-unserved':
    '<Location /x>\nAuthType Foo\nAuthName x\nRequire valid-user\n</Location>\n',
  'convert-access-control/half-unread':
    '<Location /y>\nRequire all granted\n</Location>\n<Location /x>\nOrder allow,deny\n<If "true">\nRequire all denied\n</If>\n</Location>\n',
};

test.each(Object.entries(SHOWN))('%s is told', (key, lines) => {
  const { findings } = migrated({ [MAIN]: SERVER + lines, '/var/www/index.html': '' });
  expect(findings.map(({ transform, messageId }) => `${transform}/${messageId}`)).toContain(key);
});

test('what is said to be told of is told of at run time', () => {
  const folder = join(ROOT, '__fixtures__/transforms');
  const told = readdirSync(folder).flatMap((id) =>
    readdirSync(join(folder, id)).flatMap((name) => {
      const path = join(folder, id, name, 'findings.txt');
      return [...textOf(path).matchAll(/ (?:info|warning|error) (\S+) \(/g)].map(([, key = '']) => key);
    }),
  );
  const shown = [...told, ...Object.keys(SHOWN)];
  const isTold = (key: string): boolean => shown.some((each) => each.startsWith(key));
  for (const [point, { tells = '', unknown }] of Object.entries(POINTS)) {
    expect([point, isTold(tells)]).toEqual([point, true]);
    if (unknown !== undefined) expect(KINDS).toContain(unknown);
  }
});

/** Empty where a fixture has no findings. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
