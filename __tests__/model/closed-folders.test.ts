import { describe, expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel, TreeReader } from '../../src/model/index.ts';

/** A tree in which this user may not look into some folders and files. */
function closedReader(
  files: Record<string, string>,
  closed: readonly string[],
  links: Record<string, string> = {},
): TreeReader {
  const reader = createMemoryReader(files, links);
  const isBelow = (path: string) => closed.some((each) => path.startsWith(`${each}/`));
  const isClosed = (path: string) => closed.includes(path) || isBelow(path);
  return {
    ...reader,
    readFile: (path) => (isClosed(path) ? { failure: 'unreadable' } : reader.readFile(path)),
    list: (path) => (isClosed(path) ? null : reader.list(path)),
    kindOf: (path) => (isBelow(path) ? null : reader.kindOf(path)),
  };
}

function modelIn(path: string, reader: TreeReader): ServerModel {
  const model = buildModel({ path }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

describe('a folder without a main file', () => {
  const site = { '/site/a/.htaccess': 'Deny from all', '/site/b/.htaccess': 'Deny from all' };

  test('names the folders below it that may not be looked into', () => {
    const { htaccess, unknowns } = modelIn('/site', closedReader(site, ['/site/b']));
    expect(htaccess.map(({ directory }) => directory)).toEqual(['/site/a']);
    expect(unknowns).toMatchObject([{ kind: 'folder', subject: '/site/b', bearing: 'access' }]);
    expect(unknowns[0]?.message).toMatch(/^\/site\/b is not readable for this user\. .*such as root\.$/);
  });

  test.each([
    ['/site/a', '/site/b'],
    ['/site/a/.htaccess', '/site/b'],
    ['/site/a/.htaccess', '/site/b/.htaccess'],
  ])('is not said to hold nothing where %s and %s may not be read', (...closed) => {
    const message = expect.stringMatching(/^\/site\/[ab].* may not be read: permission denied/);
    expect(buildModel({ path: '/site' }, closedReader(site, closed))).toMatchObject({
      code: 'unreadable',
      message,
    });
  });

  test('is not read as snippets where its main file may not be, or is a link that leads nowhere', () => {
    const files = { '/x/conf/httpd.conf': '', '/x/ports.conf': 'Listen 80\n' };
    expect(buildModel({ path: '/x' }, closedReader(files, ['/x/conf']))).toMatchObject({
      code: 'unreadable',
      path: '/x/conf',
    });
    const dead = { '/x/apache2.conf': '/gone' };
    for (const beside of ['ports.conf', '.htaccess']) {
      const reader = createMemoryReader({ [`/x/${beside}`]: 'Options None\n' }, dead);
      expect(buildModel({ path: '/x' }, reader)).toMatchObject({ code: 'missing', path: '/x/apache2.conf' });
    }
  });

  test('is not read as snippets where its main file is a pipe', () => {
    const files = createMemoryReader({ '/x/conf/httpd.conf': '', '/x/conf.d/a.conf': 'Listen 80\n' });
    const reader: TreeReader = {
      ...files,
      kindOf: (path) => (path === '/x/conf/httpd.conf' ? 'special' : files.kindOf(path)),
    };
    expect(buildModel({ path: '/x' }, reader)).toMatchObject({
      code: 'not-configuration',
      message: '/x/conf/httpd.conf is a device, pipe or socket, not a configuration file.',
    });
  });

  test('of .htaccess files names other configuration in it, and nothing that is none', () => {
    const vhost = '<VirtualHost *:80>\nServerName a\n</VirtualHost>\n';
    const files = {
      '/www/a/.htaccess': 'Deny from all',
      '/www/etc/supervisor.conf': '[program:x]\ncommand=y\n',
    };
    expect(modelIn('/www', createMemoryReader(files)).problems).toEqual([]);
    const { problems } = modelIn('/www', createMemoryReader({ ...files, '/www/etc/site.conf': vhost }));
    expect(problems).toMatchObject([
      {
        code: 'servers-below',
        message: expect.stringMatching(
          /below \/www read like Apache configuration, too: \/www\/etc\/site\.conf\. /,
        ),
      },
    ]);
  });

  test('of snippets names a link that leads nowhere among what is not read', () => {
    const reader = createMemoryReader({ '/conf.d/a.conf': 'Listen 80' }, { '/conf.d/b.conf': '/gone' });
    expect(modelIn('/conf.d', reader).problems).toMatchObject([
      { message: expect.stringMatching(/in use: b\.conf\./) },
    ]);
  });

  test('names the snippets that may not be read', () => {
    const files = { '/conf.d/a.conf': 'Listen 80', '/conf.d/b.conf': 'Listen 81', '/conf.d/README': '' };
    const { problems, unknowns } = modelIn(
      '/conf.d',
      closedReader(files, ['/conf.d/b.conf', '/conf.d/README']),
    );
    expect(unknowns).toMatchObject([{ kind: 'context', subject: '/conf.d/b.conf', bearing: 'access' }]);
    expect(problems).toMatchObject([{ message: expect.stringMatching(/in use: README\./) }]);
    expect(buildModel({ path: '/conf.d' }, closedReader(files, Object.keys(files)))).toMatchObject({
      code: 'unreadable',
      path: '/conf.d/a.conf',
    });
  });

  test('names the servers below it, which are not read', () => {
    const server = { '/hosts/a/conf/httpd.conf': '', '/hosts/b/apache2.conf': '' };
    const { problems } = modelIn('/hosts', createMemoryReader({ ...server, '/hosts/b/www/.htaccess': '' }));
    expect(problems).toMatchObject([
      {
        code: 'servers-below',
        level: 'warning',
        path: '/hosts',
        message: expect.stringContaining('/hosts/a/conf/httpd.conf, /hosts/b/apache2.conf'),
      },
    ]);
    const failure = buildModel({ path: '/hosts' }, createMemoryReader(server));
    expect(failure).toMatchObject({
      code: 'no-configuration',
      message: expect.stringMatching(/\/hosts\/a\/conf\/httpd\.conf, \/hosts\/b\/apache2\.conf/),
    });
  });
});

test('a file in a folder that may not be looked into is not said to be missing', () => {
  const reader = closedReader({ '/etc/httpd/conf/httpd.conf': '' }, ['/etc/httpd/conf']);
  expect(buildModel({ path: '/etc/httpd/conf/httpd.conf' }, reader)).toMatchObject({
    code: 'unreadable',
    message: expect.stringMatching(/^\/etc\/httpd\/conf may not be read: permission denied/),
  });
});

test('a folder that may not be looked into is told once, or what is in it where files count there alone', () => {
  const section = (path: string, permits: string) =>
    `<Directory ${path}>\nAllowOverride ${permits}\n</Directory>\n`;
  const told = (around: string, inside: string) => {
    const main = `ServerRoot /srv\nListen 80\nDocumentRoot /www\n${section('/www', around)}${section('/www/a', inside)}`;
    const files = { '/srv/conf/httpd.conf': main, '/www/a/.htaccess': 'Deny from all' };
    const { unknowns } = modelIn('/srv/conf/httpd.conf', closedReader(files, ['/www']));
    return unknowns.map(({ folders, message }) => [folders, /not readable/.test(message)]);
  };
  expect(told('All', 'All')).toEqual([[['/www'], true]]);
  expect(told('All', 'None')).toEqual([[['/www'], true]]);
  expect(told('None', 'All')).toEqual([[['/www/a'], true]]);
  expect(told('None', 'None')).toEqual([]);
});
