import { expect, test } from '@jest/globals';
import {
  CUPS_DIRECTIVES,
  directive22,
  directive24,
  directiveBefore22,
  PROFTPD_DIRECTIVES,
  thirdPartyModuleOf,
} from '../../src/catalog/index.ts';
import { isModelFailure } from '../../src/model/index.ts';
import { modelOf, tryModel } from './model-of.ts';

const CUPSD = `Listen localhost:631
SystemGroup lpadmin
<Location />
  Order allow,deny
  Allow from 10.0.0.0/8
</Location>
<Policy default>
  <Limit Create-Job Print-Job>
    Order deny,allow
  </Limit>
</Policy>
`;
const PROFTPD_CONF = `ServerName "x"
ServerType standalone
Port 21
MaxInstances 30
User proftpd
<Limit LOGIN>
  Order allow,deny
  Allow from 10.0.0.0/8
  Deny from all
</Limit>
<Anonymous ~ftp>
  MaxClients 10
</Anonymous>
`;
const NGINX = `user www-data;
events {
  worker_connections 768;
}
http {
  server {
    listen 80;
    location / {
      allow 10.0.0.0/8;
      deny all;
    }
  }
}
`;
const LIGHTTPD = `server.modules = ("mod_access")
server.port = 80
$HTTP["url"] =~ "^/x/" {
  dir-listing.activate = "enable"
}
`;

test.each([
  ['CUPS', 'cupsd.conf', CUPSD, 'SystemGroup, <Policy default>, <Limit Create-Job>'],
  ['ProFTPD', 'proftpd.conf', PROFTPD_CONF, 'MaxInstances, <Limit LOGIN>, <Anonymous ~ftp>'],
  ['nginx', 'nginx.conf', NGINX, 'events {, http {, server {'],
  ['lighttpd', 'lighttpd.conf', LIGHTTPD, 'server.modules, server.port, $HTTP['],
])('a file of %s is no configuration', (program, name, text, shown) => {
  const result = tryModel({ [`/etc/${name}`]: text });
  expect(result).toMatchObject({
    code: 'not-configuration',
    message: `/etc/${name} looks like a configuration file of ${program} (${shown}), not of Apache httpd: nothing of it is migrated.`,
  });
});

test.each([
  ['one unknown name', 'MaxInstances 3\n<Location />\nOrder allow,deny\n</Location>\n'],
  ['names of others beside a line of httpd alone', `${CUPSD}Options None\n`],
  [
    'sections for the methods of httpd',
    '<Location />\n<Limit GET POST PROPFIND>\nOrder allow,deny\n</Limit>\n<Limit PUT>\n</Limit>\n</Location>\n',
  ],
  [
    'a proxy for CUPS',
    'Listen 631\nProxyPass / http://localhost:631/\n<Location />\nOrder allow,deny\n</Location>\n',
  ],
  ['Perl', '<Perl>\nhttp {\nserver {\n}\n</Perl>\n'],
  [
    'modules of others',
    'WSGIScriptAlias / /x\nPassengerRoot /p\nSecRuleEngine On\nphp_value a b\nBandwidth all 1\nMaxConnPerIP 3\n<Location />\nOrder allow,deny\n</Location>\n',
  ],
])('a file of httpd is read: %s', (_, text) => {
  expect(isModelFailure(modelOf({ '/etc/x.conf': text }))).toBe(false);
});

test('a main file that is found in its folder is read, whatever is in it', () => {
  expect(isModelFailure(tryModel({ '/etc/httpd/conf/httpd.conf': CUPSD }, { path: '/etc/httpd' }))).toBe(
    false,
  );
});

test('no name that is taken for another program is one of httpd or of a module', () => {
  const known = [...CUPS_DIRECTIVES, ...PROFTPD_DIRECTIVES].filter(
    (name) =>
      (directive22(name) ?? directive24(name) ?? directiveBefore22(name) ?? thirdPartyModuleOf(name)) !==
      null,
  );
  expect(known).toEqual([]);
});
