import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetNames, targetProfile } from '../../src/target/index.ts';
import { MAIN, migrated } from './migrated.ts';

/** What a 2.4 server runs on, with everything in it that a transform for 2.2 could stumble over. */
const FILES = {
  '/srv/httpd/conf/httpd.conf': `ServerRoot "/srv/httpd"
Listen 80
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule authn_core_module modules/mod_authn_core.so
LoadModule unixd_module modules/mod_unixd.so
LoadModule log_config_module modules/mod_log_config.so
LoadModule autoindex_module modules/mod_autoindex.so
LoadModule alias_module modules/mod_alias.so
LoadModule mime_module modules/mod_mime.so
LoadModule dir_module modules/mod_dir.so
LoadModule cgid_module modules/mod_cgid.so
LoadModule include_module modules/mod_include.so
LoadModule reqtimeout_module modules/mod_reqtimeout.so
LoadModule rewrite_module modules/mod_rewrite.so
LoadModule substitute_module modules/mod_substitute.so
LoadModule filter_module modules/mod_filter.so
LoadModule socache_shmcb_module modules/mod_socache_shmcb.so
LoadModule ssl_module modules/mod_ssl.so
LoadModule proxy_module modules/mod_proxy.so
LoadModule proxy_http_module modules/mod_proxy_http.so
LoadModule proxy_scgi_module modules/mod_proxy_scgi.so
User daemon
Group daemon
TypesConfig conf/mime.types
MaxClients 150
NameVirtualHost *:80
LogLevel warn
Mutex file:logs default
DocumentRoot "/srv/httpd/htdocs"
<Directory />
    AllowOverride None
    Require all denied
</Directory>
<Directory "/srv/httpd/htdocs">
    Options Indexes FollowSymLinks Includes
    AllowOverride All
    IndexOptions FancyIndexing
    AddOutputFilter INCLUDES .shtml
    Substitute "s/a/b/"
    Require all granted
</Directory>
ErrorDocument 404 "No %{REQUEST_URI} here"
ScriptAlias /cgi-bin/ "/srv/httpd/cgi-bin/"
FileETag -Size
ProxyPass /s scgi://127.0.0.1:4000/
SSLSessionCache shmcb:logs/ssl(512000)
<VirtualHost *:80>
    ServerName a.example
    SSLProxyEngine on
    ProxyPass /b https://b.example/
</VirtualHost>
<VirtualHost *:80>
    ServerName b.example
    CustomLog "|/bin/cat" "%h"
</VirtualHost>
`,
  '/srv/httpd/htdocs/.htaccess':
    'AuthType Basic\nAuthName "x"\nAuthUserFile conf/users\nRequire valid-user\n',
  '/srv/httpd/conf/mime.types': 'text/html html\n',
};

describe.each(targetNames)('a tree of 2.4, seen as one for %s', (name) => {
  test.each(['safe', 'review'] as const)('nothing is changed with --apply %s', (apply) => {
    const how = { access: 'require', semantics: 'exact', defines: [], only: null, skip: [] } as const;
    const options = { ...how, apply, target: targetProfile(name) };
    const result = migrate({ path: '/srv/httpd', options }, createMemoryReader(FILES));
    if ('code' in result) throw new Error(result.message);
    expect(result.patchSet).toEqual({ files: [], links: [] });
    expect(result.refused).toEqual([]);
    expect(result.findings.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test('of a tree that is half migrated a line is named that its author wrote, and not one that was just made', () => {
  const load = 'LoadModule authz_host_module modules/mod_authz_host.so\n';
  const rules = '<Directory />\nOrder deny,allow\nDeny from all\n</Directory>\n';
  const text = `ServerRoot /srv/httpd\nListen 80\nDefine SITE /srv/www\n${load}${rules}`;
  const { findings, patchSet } = migrated({ [MAIN]: text });
  expect(patchSet.files[0]!.after).toContain('Require all denied');
  const unsure = findings.filter(({ transform }) => transform === 'report-unsure-version');
  expect(unsure.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Define SITE .* --as 2\.2 migrates it/),
  ]);
});

test('of a copy of a 2.4 server what it lacks is named: lines of 2.2 may stand there', () => {
  const files = {
    '/copy/apache2.conf':
      'DefaultRuntimeDir /run\nUser www-data\nInclude ports.conf\nIncludeOptional conf-enabled/*.conf\nIncludeOptional sites-enabled/*.conf\n',
    '/copy/sites-available/shop.conf':
      '<VirtualHost *:80>\n<Location />\nOrder allow,deny\n</Location>\n</VirtualHost>\n',
  };
  const { findings, patchSet } = migrated(files, {}, '/copy/apache2.conf');
  expect(patchSet.files).toEqual([]);
  const unread = findings.filter(({ transform }) => transform === 'unknown');
  expect(unread.map(({ level, position }) => `${level} ${position?.line}`)).toEqual([
    'warning 3',
    'warning 5',
  ]);
  expect(unread[0]!.message).toMatch(/^\/etc\/apache2\/ports\.conf is missing\./);
  expect(unread[1]!.message).toMatch(/^There is no sites-enabled, though there are sites to switch on/);
});
