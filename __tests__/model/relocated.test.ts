import { describe, expect, test } from '@jest/globals';
import { modelOf, occurrences, problemsOf } from './model-of.ts';

const LIVE = {
  '/etc/httpd/conf/httpd.conf': 'ServerRoot /etc/httpd\nListen 666',
  '/etc/httpd/conf.d/a.conf': 'Listen 666',
  '/etc/httpd/conf.d/live.conf': 'Listen 666',
  '/usr/share/phpmyadmin/apache.conf': 'Listen 666',
  '/var/www/html/.htaccess': 'Deny from all',
};
const MAIN = 'ServerRoot /etc/httpd\nDocumentRoot /var/www/html\nInclude /etc/httpd/conf.d/*.conf\n';

const NONE_ON_WINDOWS = '<Directory />\nAllowOverride None\n</Directory>\n';

const copyOf = (files: Record<string, string>, links: Record<string, string> = {}, path = '/copy/httpd') =>
  modelOf({ ...LIVE, ...files }, { path, links });

const ports = (model: ReturnType<typeof modelOf>) => occurrences(model, 'listen').map(({ args }) => args[0]);

describe('a copy of a tree', () => {
  test('has its own files for those that its absolute paths name', () => {
    const model = copyOf({ '/copy/httpd/conf/httpd.conf': MAIN, '/copy/httpd/conf.d/a.conf': 'Listen 1' });
    expect(ports(model)).toEqual(['1']);
    expect(model).toMatchObject({ serverRoot: '/copy/httpd', statedRoot: '/etc/httpd', htaccess: [] });
    expect(problemsOf(model)).toEqual(['info relocated-tree /copy/httpd/conf/httpd.conf:1']);
  });

  test('has its own folder for one that an Include line names with a slash at its end', () => {
    const main = 'ServerRoot /etc/httpd\nInclude /etc/httpd/vhosts/\n';
    const model = copyOf({ '/copy/httpd/conf/httpd.conf': main, '/copy/httpd/vhosts/a': 'Listen 1' });
    expect({ ports: ports(model), problems: problemsOf(model) }).toEqual({
      ports: ['1'],
      problems: ['info relocated-tree /copy/httpd/conf/httpd.conf:1'],
    });
  });

  test('has its main file in any folder of its server root, as XAMPP has it in etc', () => {
    const main = 'ServerRoot /opt/lampp\nInclude etc/extra/a.conf\nDocumentRoot /opt/lampp/htdocs';
    const root = '/copy/opt/lampp';
    const files = {
      [`${root}/etc/httpd.conf`]: main,
      [`${root}/etc/extra/a.conf`]: 'Listen 1',
      [`${root}/htdocs/.htaccess`]: 'Options None',
    };
    const model = copyOf(files, {}, `${root}/etc/httpd.conf`);
    expect(ports(model)).toEqual(['1']);
    expect(model).toMatchObject({ serverRoot: root, statedRoot: '/opt/lampp' });
    expect(model.htaccess.map(({ file }) => file.path)).toEqual([`${root}/htdocs/.htaccess`]);
  });

  test("does not fall back on the running system's file", () => {
    const model = copyOf({
      '/copy/httpd/conf/httpd.conf': `${MAIN}Include conf.d/live.conf\nInclude /usr/share/phpmyadmin/apache.conf`,
      '/copy/httpd/conf.d/a.conf': 'Listen 1',
    });
    expect(ports(model)).toEqual(['1']);
    expect(problemsOf(model).slice(1)).toEqual([]);
    expect(model.unknowns.filter(({ kind }) => kind === 'context')).toMatchObject([
      { subject: '/etc/httpd/conf.d/live.conf', bearing: 'access' },
      { subject: '/usr/share/phpmyadmin/apache.conf', bearing: 'access' },
    ]);
  });

  test('tells which files it has, of itself alone', () => {
    const model = copyOf({ '/copy/httpd/conf/httpd.conf': MAIN, '/copy/httpd/conf/mime.types': '' });
    const paths = ['conf/mime.types', '/etc/httpd/conf/mime.types', 'conf/magic', 'conf', '/usr/share/x'];
    expect(paths.map(model.hasFile)).toEqual(['yes', 'yes', 'no', 'no', 'maybe']);
    expect([...model.filesIn('/etc/httpd/conf')]).toMatchObject([
      { name: 'httpd.conf' },
      { name: 'mime.types', text: '' },
    ]);
    expect([...model.filesIn('/var/www/html')]).toEqual([]);
  });

  test('of a whole system has its document roots, too, as the server names them', () => {
    const path = '/backup/etc/httpd';
    const model = copyOf(
      {
        [`${path}/conf/httpd.conf`]: MAIN,
        [`${path}/conf.d/a.conf`]: 'Listen 1',
        '/backup/var/www/html/x/.htaccess': 'Allow from all',
      },
      {},
      path,
    );
    expect(model.htaccess.map(({ directory, file }) => [directory, file.path])).toEqual([
      ['/var/www/html/x', '/backup/var/www/html/x/.htaccess'],
    ]);
  });

  test("follows its links in itself, and never into the running system's files", () => {
    const model = copyOf(
      { '/copy/httpd/conf/httpd.conf': MAIN, '/copy/httpd/sites/1': 'Listen 1' },
      {
        '/copy/httpd/conf.d/1.conf': '/etc/httpd/sites/1',
        '/copy/httpd/conf.d/2.conf': '../sites/1',
        '/copy/httpd/conf.d/3.conf': '/etc/httpd/conf.d/live.conf',
        '/copy/httpd/conf.d/4.conf': '/usr/share/phpmyadmin/apache.conf',
        '/copy/httpd/conf.d/5.conf': '../../../usr/share/phpmyadmin/apache.conf',
        '/copy/httpd/conf.d/6.conf': '/copy/httpd/conf.d/6.conf',
      },
    );
    expect(ports(model)).toEqual(['1', '1']);
    expect([...model.files.keys()]).toEqual(['/copy/httpd/conf/httpd.conf', '/copy/httpd/sites/1']);
    expect(problemsOf(model).slice(1)).toEqual([]);
    expect(model.unknowns.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['/etc/httpd/conf.d/4.conf']),
    );
  });

  test('in the very folder that it was copied from is one, if its parts lie beside it', () => {
    const path = '/etc/httpd/old';
    const model = copyOf(
      { [`${path}/conf/httpd.conf`]: MAIN, [`${path}/conf.d/a.conf`]: 'Listen 1' },
      {},
      path,
    );
    expect(ports(model)).toEqual(['1']);
  });

  test('of a template has a root that is no path', () => {
    const model = modelOf(
      {
        '/t/bin/apache/conf/httpd.conf':
          'ServerRoot "~HERE~/bin/apache"\nInclude conf/a\nInclude "~HERE~/alias/*"\nInclude ~HERE~/bin/apache/conf/b',
        '/t/bin/apache/conf/a': 'Listen 1',
        '/t/alias/x': 'Listen 2',
        '/t/bin/apache/conf/b': 'Listen 3',
      },
      { path: '/t/bin/apache' },
    );
    expect(ports(model)).toEqual(['1', '2', '3']);
  });

  test('of a Windows server', () => {
    const model = modelOf(
      {
        '/w/apache2.2/conf/httpd.conf':
          'ServerRoot "C:/wamp/bin/apache2.2"\nInclude conf/a\nInclude "C:/wamp/bin/apache2.2/conf/b"\nInclude "c:\\wamp\\bin\\apache2.2\\conf\\c"\nInclude conf\\d\nInclude "D:/else"',
        '/w/apache2.2/conf/a': 'Listen 1',
        '/w/apache2.2/conf/b': 'Listen 2',
        '/w/apache2.2/conf/c': 'Listen 3',
        '/w/apache2.2/conf/d': 'Listen 4',
      },
      { path: '/w/apache2.2' },
    );
    expect(ports(model)).toEqual(['1', '2', '3', '4']);
    expect(model.unknowns).toContainEqual(expect.objectContaining({ kind: 'context', bearing: 'access' }));
  });

  test('whose place the user names', () => {
    const files = { '/x/y/my.conf': `${MAIN}Listen 80`, '/x/conf.d/a.conf': 'Listen 1' };
    const model = modelOf({ ...LIVE, ...files }, { path: '/x/y/my.conf', serverRoot: '/x' });
    expect(ports(model)).toEqual(['1', '80']);
    expect(model).toMatchObject({ serverRoot: '/x', statedRoot: '/etc/httpd' });
  });

  test('without ServerRoot, as its Include lines tell', () => {
    const main = 'Listen 80\nInclude /srv/web/conf.d/*.conf';
    const files = {
      '/copy/httpd.conf': main,
      '/copy/conf.d/a.conf': 'Listen 1',
      '/srv/web/conf.d/b.conf': 'Listen 666',
    };
    expect(ports(modelOf(files, { path: '/copy' }))).toEqual(['80', '1']);
  });
});

describe('a tree in its place', () => {
  test('may have a main file of another name', () => {
    const model = modelOf(
      { ...LIVE, '/etc/httpd/conf/test/my.conf': MAIN },
      { path: '/etc/httpd/conf/test/my.conf' },
    );
    expect(problemsOf(model)).toEqual([]);
    expect(ports(model)).toEqual(['666', '666']);
  });

  test('may be named by a link', () => {
    const files = {
      '/srv/apache/conf/httpd.conf': 'ServerRoot /opt/apache\nInclude conf/a',
      '/srv/apache/conf/a': 'Listen 1',
    };
    const links = { '/opt/apache': '/srv/apache' };
    for (const path of ['/opt/apache', '/srv/apache', '/srv/apache/conf/httpd.conf']) {
      const model = modelOf(files, { path, links });
      expect(ports(model)).toEqual(['1']);
      expect(problemsOf(model)).toEqual([]);
      expect([...model.files.keys()]).toEqual(['/srv/apache/conf/httpd.conf', '/srv/apache/conf/a']);
    }
  });

  test('may be a server built into a folder of its own, without ServerRoot', () => {
    const files = { '/opt/a/conf/httpd.conf': 'Listen 80\nInclude conf/a', '/opt/a/conf/a': 'Listen 1' };
    const model = modelOf(files, { path: '/opt/a' });
    expect(model).toMatchObject({ serverRoot: '/opt/a', statedRoot: '/opt/a', layout: 'upstream' });
    expect(ports(model)).toEqual(['80', '1']);
  });

  test.each([
    ['Slackware', '/usr', '/etc/httpd'],
    ['Alpine', '/var/www', '/etc/apache2'],
    ['Solaris', '/usr/apache2/2.2', '/etc/apache2/2.2'],
    ['pkgsrc', '/usr/pkg', '/usr/pkg/etc/httpd'],
  ])("%s's lies outside of its ServerRoot", (_, root, folder) => {
    const entry = `${folder}/httpd.conf`;
    const files = { [entry]: `ServerRoot "${root}"\nListen 80\n`, '/srv/www/.htaccess': 'Deny from all\n' };
    for (const path of [entry, '/']) {
      expect(modelOf(files, { path })).toMatchObject({ entry, serverRoot: root, statedRoot: root });
      expect(problemsOf(modelOf(files, { path }))).toEqual([]);
    }
    const copied = { [`/copy${entry}`]: `ServerRoot "${root}"\nListen 80\n` };
    expect(modelOf(copied, { path: '/copy' })).toMatchObject({
      statedRoot: root,
      serverRoot: `/copy${root}`,
    });
  });

  test('may be a further instance of Debian', () => {
    const folder = '/etc/apache2-shop';
    const files = {
      [`${folder}/apache2.conf`]: 'User www-data\nInclude sites-enabled/\nInclude /etc/apache2/a.conf\n',
      [`${folder}/sites-enabled/000-default`]: 'Listen 1\n',
      '/etc/apache2/a.conf': 'Listen 2\n',
    };
    const model = modelOf(files, { path: folder });
    expect(model).toMatchObject({ layout: 'debian', serverRoot: folder, statedRoot: folder });
    expect(ports(model)).toEqual(['1', '2']);
    expect(problemsOf(model)).toEqual([]);
    const copied = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/copy${path}`, text]));
    const copy = modelOf(copied, { path: `/copy${folder}` });
    expect(copy).toMatchObject({ serverRoot: `/copy${folder}`, statedRoot: folder });
    expect(ports(copy)).toEqual(['1', '2']);
  });

  test('may have its main file outside of ServerRoot, and name what lies beside it', () => {
    const main = 'ServerRoot "/opt/a"\nListen 80\nInclude /etc/web/sites/*.conf\n';
    const files = { '/etc/web/httpd.conf': main, '/etc/web/sites/a.conf': 'Listen 1\n' };
    const model = modelOf(files, { path: '/etc/web/httpd.conf' });
    expect(model).toMatchObject({ serverRoot: '/opt/a', statedRoot: '/opt/a' });
    expect(ports(model)).toEqual(['80', '1']);
    const copied = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/copy${path}`, text]));
    expect(modelOf(copied, { path: '/copy/etc/web/httpd.conf' })).toMatchObject({
      serverRoot: '/copy/opt/a',
    });
  });

  test('may have its lines relative to the folder of the main file', () => {
    const files = {
      '/opt/a/conf/httpd.conf': 'Listen 80\nInclude ../conf.d/a',
      '/opt/a/conf.d/a': 'Listen 1',
    };
    expect(modelOf(files, { path: '/opt/a' }).serverRoot).toBe('/opt/a/conf');
  });

  test.each([
    ['UserDir www', {}, ['UserDir www']],
    ['UserDir www', { '/copy/home/eve/www/x.html': '' }, []],
    ['UserDir www', { '/copy/home/bob/www/x.html': '' }, []],
    ['UserDir /users/*/www', {}, ['UserDir /users/*/www']],
    ['UserDir /users/*/www', { '/copy/users/eve/www/x.html': '' }, []],
  ])('does not hold the homes of %s where it has not even their folder (%j)', (line, files, expected) => {
    const { unknowns } = modelOf(
      {
        '/copy/etc/httpd/conf/httpd.conf': `ServerRoot /etc/httpd\n${line}\n`,
        '/copy/etc/passwd': 'eve:x:1000:100::/home/eve:/bin/sh\n',
        ...files,
      },
      { path: '/copy/etc/httpd' },
    );
    expect(unknowns.map(({ subject }) => subject)).toEqual(expected);
  });

  test.each([
    ['UserDir "My Documents/web"', '', ['UserDir My Documents/web'], []],
    ['UserDir "My Documents/web"', NONE_ON_WINDOWS, [], []],
    ['UserDir "C:\\people\\*\\web"', '', [], ['C:/people/ann/web']],
    ['UserDir D:/people', '', ['UserDir D:/people'], []],
    ['UserDir http://a.example/*/', '', [], []],
  ])('of a Windows server, with %s %j', (line, lines, untold, found) => {
    const { unknowns, htaccess } = modelOf(
      {
        '/copy/Apache2/conf/httpd.conf': `ServerRoot C:/Apache2\n${lines}${line}\n`,
        '/copy/people/ann/web/.htaccess': 'Deny from all\n',
      },
      { path: '/copy/Apache2' },
    );
    expect(unknowns.map(({ subject }) => subject)).toEqual(untold);
    expect(htaccess.map(({ directory }) => directory)).toEqual(found);
  });
});
