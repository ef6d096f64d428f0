import { expect, test } from '@jest/globals';
import { newFlags, readFlags } from '../../../src/access/conditions/host-flags.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';

// A flag tells virtual hosts apart only if it is set for each request of a host, and nothing else touches it: the proof
// takes an expression that asks for it as settled.

const FLAG = 'SetEnvIf Request_URI ^ vhost_a';

/** The flags that are taken for such, and the hosts that set one. */
function flagsIn(host: string, elsewhere = '', htaccess = ''): { all: string[]; hosts: string[] } {
  const text = `ServerRoot /etc/httpd
DocumentRoot /www
${elsewhere}
<VirtualHost *:80>
ServerName a
${host}
</VirtualHost>
<VirtualHost *:80>
ServerName b
</VirtualHost>
`;
  const files = { '/etc/httpd/conf/httpd.conf': text, '/www/.htaccess': htaccess };
  const model = buildModel({ path: '/etc/httpd/conf/httpd.conf' }, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  const { all, setIn } = readFlags(model);
  const hosts = model.virtualHosts.filter((each) => setIn.has(each));
  return {
    all: [...all],
    hosts: hosts.map((each) => String(each.node?.span.start === text.indexOf('<V') ? 'a' : 'b')),
  };
}

test('set for every request of a host', () => {
  expect(flagsIn(FLAG)).toEqual({ all: ['vhost_a'], hosts: ['a'] });
  expect(flagsIn(`${FLAG}\nSetEnvIf Request_URI ^ vhost_b`).all).toEqual(['vhost_a', 'vhost_b']);
});

test.each([
  ['for some requests', 'SetEnvIf Request_URI ^/x vhost_a'],
  ['by something else of the request', 'SetEnvIf Remote_Addr ^ vhost_a'],
  ['by another directive', 'SetEnvIfNoCase Request_URI ^ vhost_a'],
  ['with another variable', `${FLAG} other`],
  ['in a folder', `<Directory /www>\n${FLAG}\n</Directory>`],
  ['where a guard is open', `<IfDefine X>\n${FLAG}\n</IfDefine>`],
  ['under another name', 'SetEnvIf Request_URI ^ office'],
  ['under a name that only ends so', 'SetEnvIf Request_URI ^ my_vhost_a'],
  ['with a value', 'SetEnvIf Request_URI ^ vhost_a=no'],
])('not if it is set %s', (_, line) => {
  expect(flagsIn(line)).toEqual({ all: [], hosts: [] });
});

test.each([
  ['set elsewhere', 'SetEnvIf Remote_Addr ^10 vhost_a'],
  ['set with others', 'SetEnvIf Remote_Addr ^10 other vhost_a vhost_b'],
  ['set for a browser', 'BrowserMatch Mozilla vhost_a'],
  ['taken away', 'BrowserMatchNoCase x !vhost_a'],
  ['set by mod_rewrite', 'RewriteRule ^ - [E=vhost_a:1]'],
  ['set for the main server', FLAG],
  ['set in other letters', 'SetEnvIf Remote_Addr ^10 VHOST_A'],
  ["set under a name of the client's", 'RewriteRule ^ - [NC,E=%{HTTP:X-V}:1]'],
  ['set under a name of the address', 'RewriteRule ^/(\\w+) - [env=$1]'],
])('not if it is also %s', (_, line) => {
  expect(flagsIn(FLAG, line).all).toEqual([]);
  expect(flagsIn(FLAG, `<Location /x>\n${line}\n</Location>`).all).toEqual([]);
});

test('as well as lines that name others, or put together values only', () => {
  const lines = 'SetEnvIf Remote_Addr ^10 vhost_ab\nRewriteRule ^/(.*) /y?e=$1 [E=x:$1,L]\n';
  expect(flagsIn(`${FLAG}\n${FLAG}bc`, lines).all).toEqual(['vhost_a', 'vhost_abc']);
});

test('new ones are told apart by more than their letters: to the server VHOST_A is vhost_a', () => {
  const hosts = ['WWW.example', 'www.example', 'www-example', 'other']
    .map((name) => `<VirtualHost *:80>\nServerName ${name}\n</VirtualHost>\n`)
    .join('');
  const reader = createMemoryReader({ '/etc/httpd/conf/httpd.conf': `ServerRoot /etc/httpd\n${hosts}` });
  const model = buildModel({ path: '/etc/httpd/conf/httpd.conf' }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  expect([...newFlags(model).values()]).toEqual([
    'vhost_www_example',
    'vhost_www_example_2',
    'vhost_www_example_3',
    'vhost_other',
  ]);
});

test('new ones are none that some line may set already', () => {
  const text =
    'ServerRoot /s\n<VirtualHost *:80>\nServerName a\nSetEnvIf X-V . !vhost_A vhost_a_2\n</VirtualHost>\n';
  const model = buildModel({ path: '/s/httpd.conf' }, createMemoryReader({ '/s/httpd.conf': text }));
  if (isModelFailure(model)) throw new Error(model.message);
  expect([...newFlags(model).values()]).toEqual(['vhost_a_3']);
});

test('not if a .htaccess file sets it, too', () => {
  expect(flagsIn(FLAG, '', 'SetEnvIf Remote_Addr ^10 vhost_a').all).toEqual([]);
  expect(flagsIn(FLAG, '', 'SetEnvIf Remote_Addr ^10 other').all).toEqual(['vhost_a']);
});
