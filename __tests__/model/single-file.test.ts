import { describe, expect, test } from '@jest/globals';
import { buildModel, createMemoryReader } from '../../src/model/index.ts';
import type { TreeReader } from '../../src/model/index.ts';
import { modelOf, outline, tryModel } from './model-of.ts';

describe('one file', () => {
  test.each([
    ['/x/httpd.conf', 'ServerRoot /x', 'server'],
    ['/x/my.conf', '<IfDefine A>\nServerRoot /x\n</IfDefine>', 'server'],
    ['/x/httpd.conf', 'Listen 80', 'server'],
    ['/x/apache2.conf.dpkg-dist', 'Include ports.conf', 'server'],
    ['/x/httpd-2.2.conf', 'LoadModule a_module b', 'server'],
    ['/x/server.cfg', 'Listen 80\nUser www', 'server'],
    ['/x/apache2-test.conf', 'PidFile a.pid\nInclude ports.conf', 'server'],
    ['/x/httpd.conf', '# for local changes', 'fragment'],
    ['/x/mpm.conf', '<IfModule prefork.c>\nPidFile a.pid\n</IfModule>', 'fragment'],
    ['/x/httpd-vhosts.conf', 'NameVirtualHost *:80', 'fragment'],
    ['/x/ssl.conf', 'Listen 443\nLoadModule ssl_module x', 'fragment'],
    ['/x/site', '<VirtualHost *>\nDocumentRoot /w\nServerRoot /no\n</VirtualHost>', 'fragment'],
  ])('%s with %j is a %s', (path, text, kind) => {
    expect(modelOf({ [path]: text })).toMatchObject({ kind });
  });

  test.each([
    ['Include main.conf', 'server'],
    ['Include /x/main.conf\nTimeout 9', 'server'],
    ['Include /usr/local/apache2/conf/main.conf', 'server'],
    ['Include part.conf', 'fragment'],
    ['Include *.conf', 'fragment'],
    ['Include none.conf', 'fragment'],
    ['Include', 'fragment'],
  ])('with %j is a %s: what includes a main file is one', (text, kind) => {
    const files = { '/x/entry.conf': text, '/x/main.conf': 'ServerRoot /x', '/x/part.conf': 'Timeout 9' };
    expect(modelOf(files)).toMatchObject({ kind, entry: '/x/entry.conf' });
  });

  test.each(['/x/other', '${P}/other', 'conf.d/{{ name }}.conf'])(
    'that is a fragment says so of Include %s',
    (path) => {
      const { problems } = modelOf({ '/x/site': `Include ${path}` });
      const codes = problems.map(({ code, level }) => `${level} ${code}`);
      expect(codes).toContain('warning include-outside');
    },
  );

  test('that is a fragment has its Include lines, not followed', () => {
    const model = modelOf({ '/x/site': 'Include /x/other', '/x/other': 'Listen 1' });
    expect(outline(model.main)).toEqual(['include /x/other']);
    expect(model.includes).toMatchObject([{ path: '/x/other', files: [], outcome: 'unknown' }]);
    expect([...model.files.keys()]).toEqual(['/x/site']);
    expect(model.htaccess).toEqual([]);
    expect(model.problems).toMatchObject([{ code: 'include-outside', level: 'warning', path: '/x/site' }]);
  });
});

describe('text without a file', () => {
  const textModel = (text: string, path = '<stdin>') => modelOf({ '/etc/passwd': 'x' }, { path, text });

  test('is known by the name that the request gives it', () => {
    const model = textModel('MaxClients 5\n');
    expect(model).toMatchObject({ kind: 'fragment', entry: '<stdin>' });
    expect(model.files.get('<stdin>')).toMatchObject({ stat: null, role: 'config' });
  });

  test.each([
    ['Order deny,allow', '<stdin>', 'htaccess'],
    ['RewriteEngine On', '.htaccess', 'htaccess'],
    ['ServerRoot /etc\nInclude passwd', '<stdin>', 'server'],
    ['', '<stdin>', 'fragment'],
  ])('%j as %s is a %s, and no file is read', (text, path, kind) => {
    const model = textModel(text, path);
    expect(model.kind).toBe(kind);
    expect([...model.files.keys()]).toEqual([path]);
    expect(model.files.get(path)?.source.text).toBe(text);
  });

  test('that is binary is refused', () => {
    expect(tryModel({}, { path: '<stdin>', text: '\u007fELF\u0002\u0001\u0001\0\0\0' })).toMatchObject({
      code: 'not-configuration',
    });
  });
});

describe('bad input', () => {
  test.each([
    ['a path that is not there', '/none', {}, 'missing', /^\/none does not exist/],
    ['a folder without configuration', '/x', { '/x/readme': '' }, 'no-configuration', /^\/x holds no main/],
    [
      'a folder that holds no parts',
      '/etc/httpd/conf.d',
      { '/etc/httpd/conf.d/a.txt': '', '/etc/httpd/conf/httpd.conf': '' },
      'no-configuration',
      /main file is \/etc\/httpd\/conf\/httpd\.conf/,
    ],
    [
      'an image',
      '/x/a',
      { '/x/a': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0' },
      'not-configuration',
      /binary/,
    ],
    ['UTF-16', '/x/a', { '/x/a': '\u00ff\u00feL\0i\0s\0t\0e\0n\0' }, 'not-configuration', /UTF-16/],
  ])('%s is told', (_, path, files, code, message) => {
    const result = tryModel(files, { path });
    expect(result).toMatchObject({ type: 'failure', code, path });
    expect('message' in result && result.message).toMatch(message);
  });

  test('a file or folder without permission is told', () => {
    const reader: TreeReader = {
      ...createMemoryReader({ '/x/httpd.conf': 'ServerRoot /x\nInclude a', '/x/a': '', '/y/z': '' }),
      readFile: () => ({ failure: 'unreadable' }),
      list: () => null,
    };
    for (const path of ['/x', '/x/a', '/y']) {
      const message = expect.stringMatching(/may not be read: permission denied/);
      expect(buildModel({ path }, reader)).toMatchObject({ code: 'unreadable', message });
    }
  });

  test('a stray control character makes no file binary', () => {
    expect(modelOf({ '/x/a.conf': `${'Listen 80\n'.repeat(10)}# \0\u0001` }).kind).toBe('fragment');
  });
});
