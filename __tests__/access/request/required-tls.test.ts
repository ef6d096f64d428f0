import { expect, test } from '@jest/globals';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';

// SSLRequireSSL, as a 2.4.71 and the sources of 2.2 answer it (`ssl_hook_Access`, mod_ssl).

function statuses(lines: string, path = '/in/x'): (number | string | null)[] {
  return (['2.2', '2.4'] as const).map((version) => {
    const open = version === '2.2' ? 'Order allow,deny\nAllow from all' : 'Require all granted';
    const modules = version === '2.2' ? MODULES_22 : MODULES_24;
    const head = `${modules}LoadModule ssl_module modules/mod_ssl.so\n<Directory />\nAllowOverride All\n${open}\n</Directory>\n`;
    const { possible, served } = ask(
      memoryTree({ 'conf/httpd.conf': head + lines, 'htdocs/in/x': '', 'htdocs/out/x': '' }),
      path,
      {},
      version,
    );
    const answers = possible.map(({ answer }) => answer).join();
    return answers === 'pass' ? served.status : answers;
  });
}

const IN = '<Location /in>\nSSLRequireSSL\n</Location>\n';

test('a request without TLS is refused where any section asks for it', () => {
  expect(statuses(IN)).toEqual(['forbidden', 'forbidden']);
  expect(statuses(`<Location />\nSSLRequireSSL on\n</Location>\n`)).toEqual(['forbidden', 'forbidden']);
  expect(statuses(IN, '/out/x')).toEqual([200, 200]);
});

test('where the server speaks TLS it is not', () => {
  expect(statuses(`SSLEngine on\n${IN}`)).toEqual([200, 200]);
});

test('what else TLS asks for is said to be taken for granted', () => {
  const text = `${MODULES_24}LoadModule ssl_module modules/mod_ssl.so\nSSLEngine on\n<Location />\nSSLRequire true\nSSLVerifyClient none\n</Location>\n<Location /in>\nSSLVerifyClient require\n</Location>\n`;
  const said = (lines: string) => {
    const { assumptions } = ask(memoryTree(lines), '/in/x', {}, '2.4');
    return assumptions.flatMap(({ line, text: words }) =>
      line?.name.startsWith('ssl') === true ? [words] : [],
    );
  };
  expect(said(text)).toEqual([
    expect.stringMatching(/^the request meets this SSLRequire/),
    expect.stringMatching(/^the client has a certificate/),
  ]);
  expect(said(text.replace('SSLEngine on', 'SSLEngine off'))).toEqual([]);
});
