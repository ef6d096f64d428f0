import { describe, expect, test } from '@jest/globals';
import { fileView } from '../../../src/access/request/file-view.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { TreeReader } from '../../../src/model/index.ts';

/** The files of a server that says it lies in `stated`, in a tree that lies in `found`. */
function viewOf(stated: string, found: string, files: readonly string[], config = '') {
  const texts = Object.fromEntries(files.map((file) => [file, `text of ${file}`]));
  const conf = { [`${found}/conf/httpd.conf`]: `ServerRoot ${stated}\n${config}` };
  const reader = createMemoryReader({ ...texts, ...conf });
  const model = buildModel({ path: found }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  return fileView(model, reader);
}

describe('a server in its place', () => {
  const view = viewOf('/srv', '/srv', ['/srv/htdocs/x', '/other/y']);

  test.each([
    ['/srv/htdocs/x', 'file'],
    ['/srv/htdocs', 'folder'],
    ['/srv/htdocs/none', 'nothing'],
    ['/other/y', 'file'],
    ['/nowhere', 'nothing'],
  ])('%s is %s', (path, kind) => {
    expect(view.kindOf(path)).toBe(kind);
  });

  test('texts and names are those of the files', () => {
    expect(view.textOf('/srv/htdocs/x')).toBe('text of /srv/htdocs/x');
    expect(view.textOf('/srv/htdocs/none')).toBeNull();
    expect(view.namesIn('/srv/htdocs')).toEqual(['x']);
    expect(view.namesIn('/nowhere')).toEqual([]);
  });
});

test('files are asked for in bytes of the configuration, and found by their names', () => {
  const bytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
  const view = viewOf(bytes('/srv/Jürgen'), '/srv/Jürgen', ['/srv/Jürgen/grüppe']);
  expect(view.kindOf(bytes('/srv/Jürgen/grüppe'))).toBe('file');
  expect(view.textOf(bytes('/srv/Jürgen/grüppe'))).toBe('text of /srv/Jürgen/grüppe');
  expect(view.namesIn(bytes('/srv/Jürgen'))).toContain(bytes('grüppe'));
  expect(view.isLink(bytes('/srv/Jürgen/grüppe'))).toBe(false);
});

describe('a copy: what it does not hold may be there nevertheless, but below its document roots', () => {
  const config = 'DocumentRoot htdocs\n<VirtualHost *:80>\nDocumentRoot /opt/web/vhost\n</VirtualHost>\n';
  const files = ['/copy/htdocs/x', '/copy/vhost/y', '/copy/own/z', '/opt/web/own/outside'];
  const view = viewOf('/opt/web', '/copy', files, config);

  test.each([
    ['/opt/web/htdocs/x', 'file'],
    ['/opt/web/htdocs', 'folder'],
    ['/opt/web/htdocs/none', 'nothing'],
    ['/opt/web/vhost/none', 'nothing'],
    ['/opt/web/own/z', 'file'],
    ['/opt/web/own/none', 'unknown'],
    ['/opt/web/own/outside', 'unknown'],
    ['/opt/web', 'folder'],
    ['/opt/webs/htdocs/x', 'unknown'],
    ['/copy/htdocs/x', 'unknown'],
    ['/', 'unknown'],
  ])('%s is %s', (path, kind) => {
    expect(view.kindOf(path)).toBe(kind);
  });

  test('texts and names are those of the copy', () => {
    expect(view.textOf('/opt/web/own/z')).toBe('text of /copy/own/z');
    expect(view.textOf('/copy/own/z')).toBeNull();
    expect(view.namesIn('/opt/web/own')).toEqual(['z']);
    expect(view.namesIn('/copy/own')).toEqual([]);
  });
});

test('a copy of more than the server: folders of the same names stand for one another', () => {
  const view = viewOf('/etc/httpd', '/backup/etc/httpd', ['/backup/var/www/x'], 'DocumentRoot /var/www\n');
  expect(view.kindOf('/var/www/x')).toBe('file');
  expect(view.kindOf('/var/www/none')).toBe('nothing');
  expect(view.kindOf('/usr/none')).toBe('unknown');
});

test('a copy whose document root is the root of all', () => {
  const view = viewOf('/etc/httpd', '/backup/etc/httpd', ['/backup/x'], 'DocumentRoot /\n');
  expect([view.kindOf('/x'), view.kindOf('/usr/none')]).toEqual(['file', 'nothing']);
});

describe('what the user of the server may open', () => {
  const PEOPLE = {
    '/etc/passwd': 'root:x:0:0:::\nwww:x:33:33:::\n',
    '/etc/group': 'web:x:33:\nstaff:x:50:ann,www\nguests:x:60:ann\n',
  };

  function mayOpen(config: string, [mode, owner, group]: Rights, path: string, [from, to]: Place = HERE) {
    const conf = { [`${to}/conf/httpd.conf`]: `ServerRoot ${from}\n${config}\n` };
    const reader: TreeReader = {
      ...createMemoryReader({ ...PEOPLE, ...conf }),
      permissionsOf: () => ({ mode, owner, group }),
    };
    const model = buildModel({ path: to }, reader);
    if (isModelFailure(model)) throw new Error(model.message);
    const view = fileView(model, reader);
    return [view.mayOpen(path, 'read'), view.mayOpen(path, 'search')];
  }

  type Place = readonly [from: string, to: string];
  type Rights = readonly [mode: number, owner: number, group: number];
  const HERE = ['/srv', '/srv'] as const;
  const WWW = 'User www\nGroup web';

  // As the system decides: by the rights of the owner, else of the group, else of all others.
  test.each<[config: string, rights: Rights, read: boolean | null, search: boolean | null]>([
    [WWW, [0o400, 33, 0], true, false],
    [WWW, [0o077, 33, 33], false, false],
    [WWW, [0o010, 0, 33], false, true],
    [WWW, [0o050, 0, 50], true, true],
    [WWW, [0o707, 0, 50], false, false],
    [WWW, [0o077, 0, 60], true, true],
    [WWW, [0o770, 0, 60], false, false],
    ['User #33\nGroup #60', [0o070, 0, 60], true, true],
    ['User #33\nGroup #60', [0o070, 0, 50], true, true],
    ['User #33\nGroup #60', [0o070, 0, 33], false, false],
    ['User www', [0o040, 0, 33], true, false],
    ['User root', [0, 33, 33], true, true],
    ['', [0, 33, 33], true, true],
    ['User lost\nGroup web', [0o515, 0, 0], null, true],
    ['User www\nGroup lost', [0o554, 33, 33], true, null],
  ])('%j, %j', (config, rights, read, search) => {
    expect(mayOpen(config, rights, '/srv/htdocs/x')).toEqual([read, search]);
  });

  test('in a copy names say nothing, nor does how the copy was made', () => {
    const COPY = ['/opt/web', '/copy'] as const;
    expect(mayOpen(WWW, [0o770, 33, 33], '/opt/web/htdocs/x', COPY)).toEqual([null, null]);
    expect(mayOpen('User #33\nGroup #33', [0o700, 0, 0], '/opt/web/htdocs/x', COPY)).toEqual([false, false]);
    expect(mayOpen('User #33\nGroup #33', [0o700, 0, 0], '/opt/web', COPY)).toEqual([true, true]);
  });
});
