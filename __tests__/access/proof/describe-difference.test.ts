import { expect, test } from '@jest/globals';
import { describeDifference, prove } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

function modelOf(text: string): ServerModel {
  const path = '/etc/httpd/conf/httpd.conf';
  const head = 'ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n';
  const model = buildModel({ path }, createMemoryReader({ [path]: head + text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

function said(before: string, after: string): string[] {
  const result = prove(modelOf(before), modelOf(after), 'exact');
  return result.type === 'different'
    ? result.differences.map((each) => describeDifference(each, null))
    : [result.type];
}

test('of several .htaccess files on the way, one is the one that 2.2 refuses', () => {
  const tree = (rule: string, override: string): ServerModel => {
    const path = '/etc/httpd/conf/httpd.conf';
    const text = `ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n${www(`AllowOverride ${override}`)}`;
    const files = {
      [path]: text,
      '/www/.htaccess': '',
      '/www/a/.htaccess': rule,
      '/www/a/b/.htaccess': rule,
    };
    const model = buildModel({ path }, createMemoryReader(files));
    if (isModelFailure(model)) throw new Error(model.message);
    return model;
  };
  const before = tree('Deny from none.example\n', 'AuthConfig');
  const result = prove(before, tree('Require all granted\n', 'AuthConfig'), 'exact');
  const texts =
    result.type === 'different' ? result.differences.map((each) => describeDifference(each, null)) : [];
  expect(texts).toContainEqual(
    expect.stringContaining(
      'The cause is a line of /www/a/.htaccess or /www/a/b/.htaccess that AllowOverride does',
    ),
  );
});

test.each([
  [
    '2.4.6',
    /2\.4 would answer 500\. The cause is a line of \/www\/a\/\.htaccess that 2\.4 does not.*AuthConfig/,
  ],
  [
    '2.4.62',
    /The cause is a line of \/www\/a\/\.htaccess that 2\.4 does not take there\. Take the file or the line away/,
  ],
  [null, /Take the file or the line away if it should not count, or permit it/],
])('a .htaccess file that 2.4 reads and refuses is named, with what to do: %s', (release, expected) => {
  const tree = (override: string): ServerModel => {
    const path = '/etc/httpd/conf/httpd.conf';
    const text = `ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n${www('AllowOverride All')}${within('Directory /www/a', override)}`;
    const files = { [path]: text, '/www/.htaccess': '', '/www/a/.htaccess': 'Order allow\n' };
    const model = buildModel({ path }, createMemoryReader(files));
    if (isModelFailure(model)) throw new Error(model.message);
    return model;
  };
  const result = prove(tree('AllowOverride None'), tree('AllowOverride All'), 'exact');
  const texts =
    result.type === 'different' ? result.differences.map((each) => describeDifference(each, release)) : [];
  expect(texts).toContainEqual(expect.stringMatching(expected));
});

const within = (opening: string, lines: string) =>
  `<${opening}>\n${lines}\n</${opening.split(' ')[0] ?? ''}>\n`;
const www = (lines: string) => within('Directory /www', lines);
const IN = 'Order allow,deny\nAllow from all';
const OUT = 'Order allow,deny';
const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const host = (lines: string) => `<VirtualHost *:80>\nServerName a.example\n${lines}</VirtualHost>\n`;

const AT_ROOT = 'A GET request for the address /, the folder /www';
const ANYBODY = 'from 192.0.2.1, not logged in';
const OPENED = '2.2 answers 403, 2.4 would let it through.';
const CLOSED = '2.2 lets it through, 2.4 would answer 403.';

test.each([
  ['a folder', www(OUT), www('Require all granted'), `${AT_ROOT} ${ANYBODY}: ${OPENED}`],
  ['a folder that is closed', www(IN), www('Require all denied'), `${AT_ROOT} ${ANYBODY}: ${CLOSED}`],
  [
    'a file',
    within('Files x', OUT),
    within('Files x', 'Require all granted'),
    `${AT_ROOT}, a file named x ${ANYBODY}: ${OPENED}`,
  ],
  [
    'a host',
    host(within('Location /a', OUT)),
    host(within('Location /a', 'Require all granted')),
    `A GET request on a.example for the address /a, the folder /www/a ${ANYBODY}: ${OPENED}`,
  ],
  [
    'a user',
    www(`${LOGIN}Require user ann`),
    www(`${LOGIN}Require user bob`),
    `${AT_ROOT} from 192.0.2.1, as bob: 2.2 answers 401, 2.4 would let it through.`,
  ],
  [
    'a variable',
    www('Order deny,allow\nDeny from all\nAllow from env=in'),
    www('Require all denied'),
    `${AT_ROOT} ${ANYBODY}, with in set: ${CLOSED}`,
  ],
  [
    'several variables, and tests of nothing that is known',
    www(IN),
    www(
      `<RequireAll>\nRequire all granted\n${within('RequireNone', within('RequireAll', 'Require env a\nRequire env b\nRequire expr "c"\nRequire expr "d"'))}</RequireAll>`,
    ),
    `${AT_ROOT} ${ANYBODY}, with a, b set, that meets expr c, expr d: ${CLOSED}`,
  ],
  [
    'a name',
    www('Order deny,allow\nDeny from all\nAllow from a.example'),
    www('Require all denied'),
    `${AT_ROOT} from 192.0.2.1 (a.example), not logged in: ${CLOSED}`,
  ],
  [
    'a test of the user',
    www(`${LOGIN}AuthGroupFile g\nRequire group staff`),
    www('Require all denied'),
    `${AT_ROOT} from 192.0.2.1, as another user, that meets group staff in g: ${CLOSED}`,
  ],
  [
    'any other method',
    www(`${IN}\n<LimitExcept GET>\nDeny from all\n</LimitExcept>`),
    www('Require all granted'),
    `A request of another method for the address /, the folder /www ${ANYBODY}: ${OPENED}`,
  ],
  [
    'a method',
    www(`${IN}\n<Limit PUT>\nDeny from all\n</Limit>`),
    www('Require all granted'),
    `A PUT request for the address /, the folder /www ${ANYBODY}: ${OPENED}`,
  ],
  [
    'no AuthType',
    www('Require valid-user'),
    www(`${LOGIN}Require valid-user`),
    `${AT_ROOT} from 192.0.2.1, as another user: 2.2 answers 500, 2.4 would let it through.`,
  ],
  [
    'what is proxied',
    `ProxyPass / http://app/\n${within('Proxy *', OUT)}`,
    `ProxyPass / http://app/\n${within('Proxy *', 'Require all granted')}`,
    `A GET request for the address / ${ANYBODY}: ${OPENED}`,
  ],
  [
    'what a forward proxy is asked for',
    `ProxyRequests On\n${within('Proxy *', OUT)}`,
    `ProxyRequests On\n${within('Proxy *', 'Require all granted')}`,
    `A GET request for any address ${ANYBODY}: ${OPENED}`,
  ],
])('a difference is told as a request: %s', (_, before, after, text) => {
  expect(said(before, after)).toContain(text);
});
