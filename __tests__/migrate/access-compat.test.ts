import { describe, expect, test } from '@jest/globals';
import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import { MAIN, migrated } from './migrated.ts';

const MODULES = `ServerRoot /srv/httpd
Listen 80
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule auth_basic_module modules/mod_auth_basic.so
LoadModule authn_file_module modules/mod_authn_file.so
LoadModule authz_user_module modules/mod_authz_user.so
DocumentRoot /srv/www
`;

const AUTH = `AuthType Basic
AuthName Staff
AuthUserFile /etc/passwd
Require valid-user
`;

function compat(conf: string, options: Partial<MigrateOptions> = {}): Migration {
  return migrated({ [MAIN]: MODULES + conf }, { access: 'compat', ...options });
}

function proofFindings({ findings }: Migration): string[] {
  return findings
    .filter(({ transform }) => transform === 'access-proof')
    .map(({ level, messageId, message }) => `${level} ${messageId}: ${message}`);
}

describe('--access compat', () => {
  test('keeps the access directives, loads their module, and is proven', () => {
    const conf =
      '<Directory /srv/www>\nAllowOverride None\nOrder deny,allow\nDeny from all\nAllow from 10\n</Directory>\n';
    const migration = compat(conf);
    const [file] = migration.patchSet.files;
    expect(file?.after).toContain(conf);
    expect(file?.after).toContain('LoadModule access_compat_module');
    expect(file?.after).toContain('LoadModule authz_core_module');
    expect(proofFindings(migration)).toEqual([]);
  });

  test('takes the three forms of the contract as 2.2 answered them, whatever --semantics says', () => {
    const migration = compat(`<Directory /srv/www>\nOrder deny,allow\nDeny from all\n${AUTH}</Directory>\n`);
    expect(proofFindings(migration)).toEqual([]);
  });

  test('repairs what a section would not inherit', () => {
    const migration = compat(
      `<Directory /srv/www>\nOrder deny,allow\nDeny from all\n</Directory>\n` +
        `<Directory /srv/www/staff>\n${AUTH}Satisfy any\n</Directory>\n`,
    );
    expect(migration.patchSet.files[0]?.after).toContain('Order deny,allow\nDeny from all\nSatisfy any\n');
    expect(proofFindings(migration)).toEqual([]);
  });

  test('repairs in the guard of the lines that drop what is inherited, and not where it fails', () => {
    const migration = compat(
      `<Directory /srv/www>\n${AUTH}Order deny,allow\nDeny from 10\n</Directory>\n` +
        '<Directory /srv/www/a>\n<IfDefine X>\nSatisfy any\n</IfDefine>\n</Directory>\n',
    );
    expect(migration.patchSet.files[0]?.after).toContain(
      '<IfDefine X>\nOrder deny,allow\nDeny from 10\nSatisfy any\n</IfDefine>\n',
    );
    expect(proofFindings(migration)).toEqual([]);
  });

  const twoFolders =
    `<Directory /srv/www/a>\nOrder deny,allow\nDeny from all\n${AUTH}Satisfy any\n</Directory>\n` +
    `<Directory /srv/www/b>\n${AUTH}</Directory>\n`;

  const guardedFiles =
    '<Files secret.txt>\n<IfDefine X>\nOrder allow,deny\nDeny from all\n</IfDefine>\n</Files>\n';

  test('lists what is left as errors and refuses nothing', () => {
    const migration = compat(twoFolders + guardedFiles);
    expect(migration.refused).toEqual([]);
    expect(proofFindings(migration)).toEqual([
      expect.stringMatching(/^error different: A GET request .* a file named secret\.txt .*403/),
    ]);
  });

  test('names a request that would be let in', () => {
    const migration = compat(
      '<Directory /srv/www/a>\nOrder deny,allow\nDeny from all\n</Directory>\n' +
        '<Directory /srv/www/b>\nOrder deny,allow\nDeny from 10\n</Directory>\n' +
        `<Location />\n<IfDefine X>\n${AUTH}Satisfy any\n</IfDefine>\n</Location>\n`,
      { skip: ['keep-doubled-slashes'] },
    );
    const found = proofFindings(migration);
    // Whatever is written in the Location, nobody is let in without being named.
    for (const line of found) expect(line).toMatch(/^error (opened|different): A GET request /);
    expect(found.length).toBeGreaterThan(0);
  });

  test('places what is left where the section stands in the original, not in the result', () => {
    const conf = MODULES + twoFolders + guardedFiles;
    const { findings } = migrated({ [MAIN]: conf }, { access: 'compat' });
    const places = findings.flatMap(({ transform, span, position }) =>
      transform === 'access-proof'
        ? [{ text: conf.slice(span?.start, span?.end), line: position?.line }]
        : [],
    );
    expect(places.length).toBeGreaterThan(0);
    for (const { text, line } of places) {
      expect(text).toMatch(/^<\w+ \S+>\n$/);
      expect(`${conf.split('\n')[(line ?? 0) - 1]}\n`).toBe(text);
    }
  });

  test('writes Require lines where no record of mod_access_compat is right everywhere', () => {
    const migration = compat(`${twoFolders}<Files secret.txt>\nOrder allow,deny\nDeny from all\n</Files>\n`);
    expect(proofFindings(migration)).toEqual([]);
    const text = migration.patchSet.files[0]?.after ?? '';
    const files = text.slice(text.indexOf('<Files'));
    expect(files).toContain('Require expr');
    expect(files).toContain('Order deny,allow');
    expect(files).not.toMatch(/Deny|Allow|Satisfy/);
  });

  test('writes them in the place of lines in a guard that both versions pass, too', () => {
    const guarded = '<IfModule mod_auth_basic.c>\nOrder allow,deny\nDeny from all\n</IfModule>\n';
    const migration = compat(`${twoFolders}<Files secret.txt>\n${guarded}</Files>\n`);
    expect(proofFindings(migration)).toEqual([]);
    expect(migration.patchSet.files[0]?.after).toContain('Require expr');
  });

  test('tells virtual hosts apart by a variable where they share a folder', () => {
    const migration = compat(
      'LoadModule setenvif_module modules/mod_setenvif.so\nNameVirtualHost *:80\n' +
        `<Files secret.txt>\n${AUTH}</Files>\n` +
        '<VirtualHost *:80>\nServerName one.test\n<Directory /srv/www>\nOrder deny,allow\nDeny from 10\n</Directory>\n</VirtualHost>\n' +
        '<VirtualHost *:80>\nServerName two.test\n<Directory /srv/www>\nOrder deny,allow\nDeny from all\nSatisfy any\n</Directory>\n</VirtualHost>\n' +
        '<VirtualHost *:80>\nServerName three.test\n<Directory /srv/www>\nOrder deny,allow\nDeny from 11\nSatisfy any\n</Directory>\n</VirtualHost>\n' +
        '<Files secret.txt>\nSatisfy any\n</Files>\n',
    );
    expect(proofFindings(migration)).toEqual([]);
  });

  test('takes away a guard around old lines that 2.4 does not pass', () => {
    const section =
      '<Directory /srv/www>\nAllowOverride None\nOrder deny,allow\nDeny from all\n</Directory>\n';
    const migration = compat(`<IfVersion < 2.4>\n${section}</IfVersion>\n`);
    expect(migration.patchSet.files[0]?.after).not.toContain('IfVersion');
    expect(migration.patchSet.files[0]?.after).toContain(section);
    expect(proofFindings(migration)).toEqual([]);
  });

  test('takes it away inside of a section, too, where no other lines take the place of the old ones', () => {
    const rules = 'Order allow,deny\nAllow from 10\nRequire valid-user\n';
    const migration = compat(
      `<Directory /srv/www>\n<IfModule !mod_access_compat.c>\n${rules}</IfModule>\n</Directory>\n`,
    );
    expect(migration.patchSet.files[0]?.after).not.toContain('IfModule !mod_access_compat.c');
    expect(migration.patchSet.files[0]?.after).toContain(rules);
    expect(proofFindings(migration)).toEqual([]);
  });

  test('leaves a .htaccess file that both versions refuse alone in a second run, too', () => {
    const file = '/srv/www/a/.htaccess';
    const written = { [file]: 'Order allow,deny\nAuthzDefaultAuthoritative Off\n' };
    const conf = `${MODULES}<Directory /srv/www>\nAllowOverride Indexes\nOrder allow,deny\nAllow from all\n</Directory>\n`;
    const first = migrated({ [MAIN]: conf, ...written }, { access: 'compat' });
    const after = first.patchSet.files.find(({ path }) => path === MAIN)?.after ?? '';
    expect(first.patchSet.files.map(({ path }) => path)).toEqual([MAIN]);
    const second = migrated({ [MAIN]: after, ...written }, { access: 'compat' });
    expect(second.patchSet.files).toEqual([]);
  });

  test('has nothing to prove where only a part is migrated', () => {
    const conf = `${twoFolders}<Files secret.txt>\nOrder allow,deny\nDeny from all\n</Files>\n`;
    expect(proofFindings(compat(conf, { only: ['load-needed-modules'] }))).toEqual([]);
    expect(proofFindings(compat(conf, { skip: ['repair-access-compat'] }))).toEqual([]);
  });
});

describe('what a section gets written', () => {
  const FOLDER = '/srv/www/a';
  const section = (folder: string, lines: string) => `<Directory ${folder}>\n${lines}</Directory>\n`;
  const CLOSED = 'Order deny,allow\nDeny from all\n';
  const ANY = 'Satisfy any\n';

  /** The text of the inner section or of its .htaccess file, and what is said about it. */
  function inner(outer: string, lines: string, isFile = false): { text: string; said: string[] } {
    const conf = MODULES + outer + (isFile ? '' : section(FOLDER, lines));
    const file = `${FOLDER}/.htaccess`;
    const files = { [MAIN]: conf, ...(isFile ? { [file]: lines } : {}) };
    const { patchSet, findings } = migrated(files, { access: 'compat' });
    const text = patchSet.files.find((each) => each.path === (isFile ? file : MAIN))?.after ?? lines;
    const open = `<Directory ${FOLDER}>\n`;
    const from = text.indexOf(open);
    return {
      text: from === -1 ? text : text.slice(from + open.length, text.indexOf('</Directory>', from)),
      said: findings
        .filter(({ transform }) => transform === 'repair-access-compat')
        .map(({ messageId, message }) => `${messageId}: ${message}`),
    };
  }

  const because = (why: string) => [`repaired: mod_access_compat would not answer here as 2.2 did: ${why}.`];
  const ONE_RECORD =
    'it takes Satisfy together with the Order, Allow and Deny of one section, so that those which this one inherits would not count with it';

  const NO_REQUIRE = 'Satisfy any lets everybody through where no Require is in effect';

  test.each([
    [
      'the inherited host rules, for their methods, beside its Satisfy',
      section(
        '/srv/www',
        `<Limit PUT>\n${CLOSED}</Limit>\n<LimitExcept GET>\nAllow from 10\n</LimitExcept>\nDeny from 11\n`,
      ),
      AUTH + ANY,
      `${AUTH}<Limit PUT>\nOrder deny,allow\nDeny from all\n</Limit>\nDeny from 11\n<LimitExcept GET>\nAllow from 10\n</LimitExcept>\n${ANY}`,
      ONE_RECORD,
    ],
    [
      'the inherited Satisfy, behind the last of its host rules',
      section('/srv/www', AUTH + ANY),
      'Order allow,deny\nDeny from 10\nAllow from 10.1\nOptions None\n',
      `Order allow,deny\nDeny from 10\nAllow from 10.1\n${ANY}Options None\n`,
      'a section with host rules drops the Satisfy it inherits',
    ],
    [
      'its Satisfy for those methods only for which a Require is in effect',
      '',
      `${CLOSED}${AUTH.replace('Require valid-user', '<Limit GET>\nRequire valid-user\n</Limit>')}${ANY}`,
      `${CLOSED}<Limit GET>\nSatisfy any\n</Limit>\n${AUTH.replace('Require valid-user', '<Limit GET>\nRequire valid-user\n</Limit>')}`,
      NO_REQUIRE,
    ],
    [
      'both, before the Limit around its Require',
      section('/srv/www', CLOSED + ANY),
      `<Limit GET>\n${AUTH}</Limit>\n`,
      `${CLOSED}<Limit GET>\nSatisfy any\n</Limit>\n<Limit GET>\n${AUTH}</Limit>\n`,
      NO_REQUIRE,
      ONE_RECORD,
    ],
    [
      'a Require for an AuthType that has none',
      '',
      'AuthType Basic\nAuthName Staff\nOptions None\n',
      'AuthType Basic\nAuthName Staff\nRequire all granted\nOptions None\n',
      'an AuthType without a Require is answered 500',
    ],
    [
      'Require lines in the case that 2.4 knows; those that are right stay as they are',
      '',
      'AuthType Basic\nAuthName Staff\nAuthUserFile /etc/passwd\nRequire user b\nOptions None\nRequire User a\n',
      'AuthType Basic\nAuthName Staff\nAuthUserFile /etc/passwd\nRequire user a\nRequire user b\nOptions None\n',
      'all Require lines are alternatives, and their first word counts with its case, where in 2.2 the first module decided that knew one',
    ],
  ])('%s', (_, outer, lines, text, ...why) => {
    expect(inner(outer, lines)).toEqual({ text, said: why.flatMap(because) });
  });

  test('nothing where 2.4 answers the same', () => {
    expect(inner(section('/srv/www', CLOSED), AUTH)).toEqual({ text: AUTH, said: [] });
    expect(inner(section('/srv/www', CLOSED), `${CLOSED}${AUTH}${ANY}`).said).toEqual([]);
  });

  test('without what 2.4 refuses to read, in lines that are copied as well', () => {
    const told = [
      'removed: 2.4 refuses to read this: AuthzUserAuthoritative, #. Nobody is let in or kept out for it.',
    ];
    const off = 'AuthzUserAuthoritative Off\n';
    expect(inner('', `Order deny,allow\nDeny from all #\n${off}`)).toEqual({ text: CLOSED, said: told });
    expect(inner('', 'Order deny,allow\nDeny from # 10.1 # 10.2 #\nAllow from a#b 10.1.1\n')).toEqual({
      text: 'Order deny,allow\nDeny from 10.1 10.2\nAllow from 10.1.1\n',
      said: ['removed: 2.4 refuses to read this: #, a#b. Nobody is let in or kept out for it.'],
    });
    expect(inner('', `Order deny,allow\n${off}Deny from all\nAllow from #\n`)).toEqual({
      text: CLOSED,
      said: told,
    });
    const { text } = inner(
      section('/srv/www', 'Order deny,allow\nDeny from all #\nAllow from #\n'),
      AUTH + ANY,
    );
    expect(text).toBe(AUTH + CLOSED + ANY);
  });

  test('a word that 2.2 refuses, too, stays for a person to settle, and so does a # elsewhere', () => {
    const lines = `${CLOSED}Allow from 10.0.0.1/99\n${AUTH.replace('Staff', '"Staff #1"')}`;
    expect(inner('', lines)).toEqual({ text: lines, said: [] });
  });

  test('in a .htaccess file as far as AllowOverride permits it', () => {
    const root = (lines: string, override: string) => section('/', `${lines}AllowOverride ${override}\n`);
    const copied = (override: string) => inner(root(CLOSED, override), AUTH + ANY, true);
    expect(copied('Limit AuthConfig').text).toBe(AUTH + CLOSED + ANY);
    // What would let nobody else in is done all the same.
    expect(copied('AuthConfig').text).toBe(AUTH);
    expect(copied('AuthConfig').said.map((each) => each.split(':')[0])).toEqual(['closer', 'unrepaired']);
    const satisfied = (override: string) => inner(root(AUTH + ANY, override), 'Deny from all\n', true);
    expect(satisfied('Limit AuthConfig').text).toBe(`Deny from all\n${ANY}`);
    expect(satisfied('Limit').text).toBe('Deny from all\n');
    expect(satisfied('Limit').said.map((each) => each.split(':')[0])).toEqual(['unrepaired']);
  });

  test('not in a .htaccess file that no request comes to, whatever is in it', () => {
    const lines =
      'AuthzUserAuthoritative Off\nDeny from #\n<Files x>\nAuthzUserAuthoritative Off\n</Files>\n';
    expect(inner(section('/', 'AllowOverride None\n'), lines, true)).toEqual({ text: lines, said: [] });
    // 2.2 answers 500 there, for the first line is not permitted.
    expect(inner(section('/', 'AllowOverride Limit\n'), lines, true)).toEqual({ text: lines, said: [] });
    expect(inner(section('/', 'AllowOverride All\n'), lines, true).text).toBe('<Files x>\n</Files>\n');
  });

  test('where 2.4 brings a Require along that 2.2 does not read', () => {
    const both = `${'Order allow,deny\nAllow from all\n'}<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n<IfModule !mod_authz_core.c>\nDeny from all\n</IfModule>\n`;
    const open = 'Order allow,deny\nAllow from all\n';
    expect(inner(section('/srv/www', both), open).text).toBe(`Require all granted\n${open}`);
  });
});
