import { describe, expect, test } from '@jest/globals';
import { explanations } from '../../src/explain/index.ts';
import type { Change } from '../../src/explain/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { transforms } from '../../transforms/index.ts';

/** What an example leaves out to be short. */
interface Around {
  /** Lines in front of it; without any it is a fragment. */
  readonly head?: string;
  readonly tail?: string;
  /** The main file of a server whose .htaccess file the example is, or another file (`path`). */
  readonly server?: string;
  readonly path?: string;
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly target?: string;
  readonly access?: 'compat';
  /** Migrated with `--semantics exact`, and proven. */
  readonly isProven?: true;
  /** What runs besides. */
  readonly with?: readonly string[];
  /** Writes out what the example gives in numbers. */
  readonly expand?: (text: string) => string;
}

const SERVER = 'ServerRoot "/opt/httpd"\nListen 80\n';
const SERVER_FILE = '/opt/httpd/conf/httpd.conf';
const FRAGMENT = '/opt/site.conf';
const HTACCESS = { '/srv/www/.htaccess': 'AddType text/x x\n', '/srv/www/': '' };

const DEBIAN = {
  '/opt/httpd/conf/mods-enabled/': '',
  '/opt/httpd/conf.d/charset': '',
  '/opt/httpd/conf-available/': '',
  '/opt/httpd/conf-enabled/': '',
  '/opt/httpd/sites-enabled/a.conf': '',
};

const AROUND: Readonly<Record<string, Around>> = {
  'break-long-groups': {
    server: `${SERVER}AuthGroupFile conf/groups\n`,
    path: '/opt/httpd/conf/groups',
    expand: (text) =>
      text.replace(/\((\d+) bytes of names\)/g, (_, bytes: string) => 'n'.repeat(Number(bytes))),
  },
  'break-long-lines': {
    expand: (text) =>
      text.replace(/# \((\d+) bytes\) ?/g, (_, bytes: string) => `#${'-'.repeat(Number(bytes) - 1)}`),
  },
  'default-allow-override': { head: `${SERVER}DocumentRoot /srv/www\n`, files: HTACCESS },
  'default-enable-sendfile': { head: SERVER },
  'default-file-etag': { head: SERVER },
  'keep-continue-answers': { head: SERVER },
  'drop-new-branches': { isProven: true, with: ['clear-old-guards', 'convert-access-control'] },
  'keep-first-virtual-host': { head: SERVER },
  'keep-htaccess-refusals': {
    head: `${SERVER}<VirtualHost *:80>\n    DocumentRoot /srv/www\n</VirtualHost>\n`,
    files: { '/srv/www/staff/.htaccess': 'Order allow,deny\n' },
  },
  'keep-ldap-settings-apart': {
    head: `${SERVER}<Directory "/">\n    AuthLDAPURL ldap://ldap.example/o=Example\n</Directory>\n`,
    with: ['convert-access-control'],
  },
  'keep-new-words-refused': { server: `${SERVER}DocumentRoot /srv/www\n` },
  'keep-proxied-answers': {
    head: `${SERVER}LoadModule proxy_module modules/mod_proxy.so\nOptions Includes\n`,
  },
  'register-limited-methods': {
    head: `${SERVER}DocumentRoot /srv/www\n`,
    files: { '/srv/www/.htaccess': '<Limit get post>\n    Deny from all\n</Limit>\n' },
  },
  'keep-password-refusal': {
    head: `${SERVER}LoadModule authn_default_module modules/mod_authn_default.so\n`,
  },
  'report-generated-files': {
    server: `${SERVER}<Directory /srv/www>\n    Include conf/site.conf\n</Directory>\n`,
    path: '/opt/httpd/conf/site.conf',
    with: ['convert-access-control'],
  },
  'write-basic-defaults': { head: `${SERVER}<Directory "/">\n    AuthBasicProvider dbm\n</Directory>\n` },
  'keep-folder-handlers': { head: `${SERVER}LoadModule dir_module modules/mod_dir.so\n` },
  'ldap-trusted-client-cert': { head: SERVER },
  'ssi-legacy-expr': { head: `${SERVER}LoadModule include_module modules/mod_include.so\n` },
  'keep-compressed-etags': { head: `${SERVER}LoadModule deflate_module modules/mod_deflate.so\n` },
  'keep-program-lengths': {
    head: SERVER,
    files: { '/srv/cgi-bin/show': 'printf "Content-Length: 5\\n\\n12345"\n' },
  },
  'report-header-names': {
    head: SERVER,
    files: { '/srv/cgi-bin/show': 'echo "$HTTP_X_TOKEN"\n' },
  },
  'default-limits': { head: SERVER },
  'default-options': { head: SERVER },
  'default-reqtimeout': { head: SERVER },
  'give-mpms-own-files': {
    head: SERVER,
    target: 'debian',
    files: {
      ...DEBIAN,
      '/opt/httpd/mods-enabled/': '',
      '/opt/httpd/mods-available/dir.load': 'LoadModule dir_module modules/mod_dir.so\n',
    },
  },
  'include-optional': { head: SERVER, files: { '/opt/httpd/conf/sites/': '' } },
  'keep-directory-match-ends': { tail: '\n</DirectoryMatch>' },
  'keep-doubled-slashes': { with: ['convert-access-control'] },
  'keep-index-checks': { head: SERVER },
  'load-needed-modules': { head: SERVER, target: 'rhel' },
  'load-owner-before-groups': {
    head: SERVER,
    tail: '\n<Location />\n    Require file-group\n</Location>',
    target: '2.4.6',
  },
  'move-conf-d': { head: SERVER, files: DEBIAN },
  'mutex-family': { head: SERVER, target: 'rhel' },
  'read-conf-names-only': { head: SERVER, files: DEBIAN },
  'rename-modules': { tail: '\n</IfModule>' },
  'repair-access-compat': { head: SERVER, access: 'compat' },
  'report-late-directives': { target: '2.4.6' },
  'report-path-traversal': { target: '2.4.50' },
  'settle-turned-guards': {
    head: `${SERVER}User www-data\nLoadModule authz_host_module modules/mod_authz_host.so\nLoadModule deflate_module modules/mod_deflate.so\n`,
    with: ['load-needed-modules'],
    target: 'windows',
  },
  'use-apache24-folder': {
    head: 'ServerRoot "/usr/local"\nTypesConfig etc/apache22/mime.types\n',
    target: 'freebsd',
  },
  'use-conf-modules-d': { head: '', with: ['load-needed-modules'], target: 'rhel' },
  'keep-script-types': { head: SERVER },
  'write-types-config': { head: SERVER, target: 'debian', files: { '/opt/httpd/conf/mime.types': '' } },
};

describe('the example of a transform is what it does', () => {
  test.each(transforms.map(({ id, docs }) => [id, docs] as const))('%s', (id, docs) => {
    const around = AROUND[id] ?? {};
    const { expand = (text: string) => text } = around;
    const before = expand(docs.before);
    expect(migrated({ ...docs, before }, around, [id, ...(around.with ?? [])])).toBe(expand(afterOf(docs)));
  });
});

/** Examples that show what a person has to do, or what happens in files that are no configuration. */
const BY_HAND: readonly string[] = [
  'access-403-message',
  'access-mixed-warning',
  'balancer-member-names',
  'cgi-header-names',
  'default-htpasswd-md5',
  'max-request-workers-limit',
  'mixed-new-base',
  'mixed-old-wins',
  'msg-authorization-result',
  'msg-backend-header',
  'msg-loglevel-module',
  'msg-malformed-request',
  'msg-require-all',
  'msg-ssl-library',
  'msg-user-name',
  'other-platforms',
  'unknown',
];

/** Of a whole server all transforms that the explanation names run; modules are loaded where its own lines stand. */
const AROUND_EXPLANATIONS: Readonly<Record<string, Around>> = {
  'default-timeouts': { head: `${SERVER}LimitRequestBody 0\nMaxMemFree 0\nMaxRequestsPerChild 0\n` },
  'msg-ldap-connection': { head: SERVER },
  'msg-include-no-match': { head: SERVER, files: { '/opt/httpd/conf.d/': '' } },
  'msg-mime-types': AROUND['write-types-config']!,
  'sym-403-listing': { head: SERVER },
  'sym-htaccess-ignored': AROUND['default-allow-override']!,
  'msg-not-allowed-here': AROUND['default-allow-override']!,
  'msg-module-built-in': { head: SERVER, target: 'debian' },
  'msg-ssi-expression': AROUND['ssi-legacy-expr']!,
};

describe('the example of an explanation is what the transforms that it names do', () => {
  const shown = explanations.filter(
    ({ id, change, see }) => change !== null && !BY_HAND.includes(id) && !see.includes('load-needed-modules'),
  );
  test.each(shown.map((explanation) => [explanation.id, explanation] as const))(
    '%s',
    (id, { change, see }) => {
      const ids = see.filter((each) => transforms.some((transform) => transform.id === each));
      expect(migrated(change!, AROUND_EXPLANATIONS[id] ?? {}, ids)).toBe(afterOf(change!));
    },
  );
});

function migrated({ before }: Pick<Change, 'before'>, around: Around, only: readonly string[]): string {
  const { head = '', tail = '', files = {}, target = 'stock', access = 'require' } = around;
  const { server = null } = around;
  const main = head === '' && server === null ? FRAGMENT : SERVER_FILE;
  const path = server === null ? main : (around.path ?? '/srv/www/.htaccess');
  const old = `${head}${before}${tail}\n`;
  const reader = createMemoryReader({ ...files, [main]: server ?? '', [path]: old }, {});
  const options = {
    access,
    semantics: around.isProven ? 'exact' : 'contract',
    apply: 'review',
    target: targetProfile(target)!,
    defines: [],
    only: around.isProven ? null : only,
    skip: [],
  } as const;
  const used = transforms.filter(({ id }) => only.includes(id));
  const result = migrate({ path: main, options, transforms: used }, reader);
  if ('code' in result) throw new Error(result.message);
  const text = result.patchSet.files.find((file) => file.path === path)?.after ?? old;
  expect(text.slice(0, head.length)).toBe(head);
  return text
    .slice(head.length)
    .trimEnd()
    .slice(0, tail === '' ? undefined : -tail.length);
}

/** `(no line)`; other words in parentheses say that the lines stay. */
function afterOf({ before, after }: Change): string {
  if (/^\(no lines?\)$/.test(after)) return '';
  return /^\(.*\)$/.test(after) ? before : after;
}
