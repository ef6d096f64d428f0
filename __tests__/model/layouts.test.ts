import { describe, expect, test } from '@jest/globals';
import { modelOf, occurrences, problemsOf } from './model-of.ts';

/** A tree of each layout in its proper place, and the folders by which it can be asked for. */
const LAYOUTS = {
  upstream: {
    entry: '/usr/local/apache2/conf/httpd.conf',
    folders: ['/usr/local/apache2', '/usr/local/apache2/conf', '/'],
    root: '/usr/local/apache2',
    files: {
      'conf/httpd.conf': 'ServerRoot "/usr/local/apache2"\nListen 80\nInclude conf/extra/httpd-vhosts.conf',
      'conf/extra/httpd-vhosts.conf': 'Listen 1',
    },
  },
  debian: {
    entry: '/etc/apache2/apache2.conf',
    folders: ['/etc/apache2', '/'],
    root: '/etc/apache2',
    files: {
      'apache2.conf':
        'Include mods-enabled/*.load\nInclude httpd.conf\nInclude sites-enabled/\nErrorLog ${APACHE_LOG_DIR}/e',
      'httpd.conf': '',
      envvars: 'export APACHE_LOG_DIR=/var/log/apache2$SUFFIX\n',
      'mods-enabled/dir.load': 'LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so',
      'sites-enabled/000-default': 'Listen 1',
    },
  },
  rhel: {
    entry: '/etc/httpd/conf/httpd.conf',
    folders: ['/etc/httpd', '/etc/httpd/conf', '/'],
    root: '/etc/httpd',
    files: {
      'conf/httpd.conf': 'ServerRoot "/etc/httpd"\nListen 80\nInclude conf.d/*.conf',
      'conf.d/ssl.conf': '<IfDefine TLS>\nListen 1\n</IfDefine>',
      '../sysconfig/httpd': '#OPTIONS="-DNO"\nOPTIONS="-D TLS -DMORE"\n',
    },
  },
  suse: {
    entry: '/etc/apache2/httpd.conf',
    folders: ['/etc/apache2', '/'],
    root: '/srv/www',
    files: {
      '/etc/apache2/httpd.conf': 'Include /etc/apache2/uid.conf\nInclude /etc/apache2/default-server.conf',
      '/etc/apache2/uid.conf': 'User wwwrun',
      '/etc/apache2/default-server.conf': '<IfDefine SSL>\nListen 1\n</IfDefine>',
      '/etc/sysconfig/apache2': 'APACHE_SERVER_FLAGS="SSL STATUS"',
    },
  },
  gentoo: {
    entry: '/etc/apache2/httpd.conf',
    folders: ['/etc/apache2', '/'],
    root: '/usr/lib64/apache2',
    files: {
      '/etc/apache2/httpd.conf':
        'ServerRoot "/usr/lib64/apache2"\nLoadModule dir_module modules/mod_dir.so\nInclude /etc/apache2/modules.d/*.conf',
      '/etc/apache2/modules.d/00_default_settings.conf': '<IfDefine INFO>\nListen 1\n</IfDefine>',
      '/etc/conf.d/apache2': 'APACHE2_OPTS="-D DEFAULT_VHOST -D INFO"',
    },
  },
  freebsd: {
    entry: '/usr/local/etc/apache22/httpd.conf',
    folders: ['/usr/local/etc/apache22', '/'],
    root: '/usr/local',
    files: {
      'etc/apache22/httpd.conf': 'ServerRoot "/usr/local"\nListen 80\nInclude etc/apache22/Includes/*.conf',
      'etc/apache22/Includes/a.conf': 'Listen 1',
    },
  },
  macos: {
    entry: '/private/etc/apache2/httpd.conf',
    folders: ['/private/etc/apache2', '/'],
    root: '/usr',
    files: {
      '/private/etc/apache2/httpd.conf':
        'ServerRoot "/usr"\nLoadModule dir_module libexec/apache2/mod_dir.so\nInclude /private/etc/apache2/other/*.conf',
      '/private/etc/apache2/other/a.conf': 'Listen 1',
    },
  },
} as const;

const whole = (root: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name.startsWith('/') ? name : `${root}/${name}`, text]),
  );

describe.each(Object.entries(LAYOUTS))('%s', (name, { entry, folders, root, files }) => {
  test.each([entry, ...folders])('is understood, given %s', (path) => {
    const model = modelOf(whole(root, files), { path });
    expect(model).toMatchObject({ kind: 'server', layout: name, entry, serverRoot: root, statedRoot: root });
    const last = occurrences(model, 'listen').at(-1);
    expect(last).toMatchObject({ args: ['1'], on22: 'yes' });
    expect(problemsOf(model)).toEqual([]);
  });

  test.each([
    ['the whole system', '/backup/2014', ''],
    ['/etc alone', '/home/me/saved', '/etc'],
    ["the main file's folder", '/home/me/copy', entry.slice(0, entry.lastIndexOf('/'))],
  ])('is understood in a copy of %s', (_, to, from) => {
    const moved = Object.entries(whole(root, files))
      .map(([path, text]): [string, string] => [new URL(path, 'file://').pathname, text])
      .filter(([path]) => path.startsWith(`${from}/`))
      .map(([path, text]): [string, string] => [to + path.slice(from.length), text]);
    if (!entry.startsWith(`${from}/`)) return;
    const main = to + entry.slice(from.length);
    // What the running system has in those places must not be read.
    const live = Object.entries(whole(root, files)).map(([path]) => [
      new URL(path, 'file://').pathname,
      'Listen 666',
    ]);
    const model = modelOf({ ...Object.fromEntries(live), ...Object.fromEntries(moved) }, { path: main });
    expect(model).toMatchObject({ kind: 'server', layout: name, entry: main, statedRoot: root });
    expect([...model.files.keys()].filter((path) => !path.startsWith(to))).toEqual([]);
    expect(problemsOf(model)[0]).toMatch(/^info relocated-tree/);
    expect(occurrences(model, 'listen').map(({ args }) => args[0])).not.toContain('666');
  });
});

test.each([
  ['Arch', '/etc/httpd/conf/httpd.conf', 'ServerRoot "/etc/httpd"\nInclude conf/extra/httpd-mpm.conf\n'],
  ['Slackware', '/etc/httpd/httpd.conf', 'ServerRoot "/usr"\nInclude /etc/httpd/extra/httpd-mpm.conf\n'],
])("%s has httpd's own files in /etc/httpd, not Red Hat's", (_, entry, text) => {
  const extra = `${entry.slice(0, entry.lastIndexOf('/'))}/extra/httpd-mpm.conf`;
  const files = { [entry]: text, [extra]: 'KeepAlive On\n' };
  expect(modelOf(files, { path: entry }).layout).toBe('upstream');
  const withFolder = { ...files, [entry]: `${text}Include /etc/httpd/conf.d/*.conf\n` };
  // Red Hat's main file lies in conf.
  expect(modelOf(withFolder, { path: entry }).layout).toBe(entry.includes('/conf/') ? 'rhel' : 'upstream');
});

test.each([
  ['Slackware', '/usr', '/etc/httpd'],
  ['cPanel', '/usr/local/apache', '/usr/local/apache/conf'],
  ['XAMPP', '/opt/lampp', '/opt/lampp/etc'],
  ['Bitnami', '/opt/bitnami/apache2', '/opt/bitnami/apache2/conf'],
  ['OpenCSW', '/opt/csw/apache2', '/opt/csw/apache2/etc'],
])('the main file of %s is found in a copy of the whole system', (_, root, folder) => {
  const files = {
    [`/copy${folder}/httpd.conf`]: `ServerRoot "${root}"\nInclude ${folder}/extra/httpd-mpm.conf\n`,
    [`/copy${folder}/extra/httpd-mpm.conf`]: 'KeepAlive On\n',
    '/copy/srv/htdocs/.htaccess': 'Deny from all\n',
  };
  const model = modelOf(files, { path: '/copy' });
  expect(model).toMatchObject({ kind: 'server', layout: 'upstream', entry: `/copy${folder}/httpd.conf` });
  expect(occurrences(model, 'keepalive')).toHaveLength(1);
});

test('a copy of a server that states no ServerRoot knows where it was', () => {
  const files = {
    '/copy/usr/local/apache/conf/httpd.conf':
      'Include "/usr/local/apache/conf/includes/pre.conf"\nLoadModule bwlimited_module modules/mod_bwlimited.so\n',
    '/copy/usr/local/apache/conf/includes/pre.conf': 'KeepAlive On\n',
  };
  const model = modelOf(files, { path: '/copy' });
  expect(model).toMatchObject({ statedRoot: '/usr/local/apache', serverRoot: '/copy/usr/local/apache' });
  expect(occurrences(model, 'keepalive')).toHaveLength(1);
});

test('the folder of XAMPP or Bitnami may be given', () => {
  for (const main of ['apache/conf', 'apache2/conf', 'etc']) {
    const files = { [`/bak/stack/${main}/httpd.conf`]: 'ServerRoot "/opt/stack"\nListen 80\n' };
    expect(modelOf(files, { path: '/bak/stack' }).entry).toBe(`/bak/stack/${main}/httpd.conf`);
  }
});

test('envvars gives the variables, the request others over them', () => {
  const { root, files } = LAYOUTS.debian;
  const logOf = (environment?: Record<string, string>) => {
    const model = modelOf(whole(root, files), environment ? { path: root, environment } : { path: root });
    return occurrences(model, 'errorlog')[0]?.args[0];
  };
  expect(logOf()).toBe('/var/log/apache2/e');
  expect(logOf({ APACHE_LOG_DIR: '/logs' })).toBe('/logs/e');
});

describe('what envvars reads by `. FILE`', () => {
  const { root, files } = LAYOUTS.debian;
  const logOf = (line: string, more: Readonly<Record<string, string>>, to: string = root) => {
    const tree = Object.entries(
      whole(root, { ...files, envvars: `${files.envvars}${line}\nexport LAST=1\n` }),
    );
    const moved = tree.map(([path, text]) => [to + path.slice(root.length), text]);
    const model = modelOf({ ...Object.fromEntries(moved), ...more }, { path: to });
    expect(model.startedWith?.environment.get('LAST')).toBe('1');
    return occurrences(model, 'errorlog')[0]?.args[0];
  };
  const site = '/etc/apache2/site.env';

  test.each([
    [`. ${site}`],
    [`source "${site}" # ours`],
    ['. $APACHE_CONFDIR/site.env'],
    [`[ -f ${site} ] && . ${site}`],
    [`if [ -r ${site} ]; then . ${site}; fi`],
    [`if [ -f ${site} ]; then\n    . ${site}\nfi`],
  ])('is read: %j', (line) => {
    expect(logOf(line, { [site]: 'APACHE_LOG_DIR=/logs\n' })).toBe('/logs/e');
  });

  test('changes what stands above it, not what stands below', () => {
    const more = { [site]: 'APACHE_LOG_DIR=/logs\n. /etc/apache2/site.env\n' };
    expect(logOf(`. ${site}\nAPACHE_LOG_DIR=/last`, more)).toBe('/last/e');
  });

  test.each([
    ['/b/etc/apache2', '/b/etc/apache2/site.env', '/b/etc/default/web'],
    ['/home/me/copy', '/home/me/copy/site.env', '/etc/default/web'],
  ])('is read of a copy in %s, never of this machine', (to, own, other) => {
    const live = { [site]: 'APACHE_LOG_DIR=/live\n', '/etc/default/web': 'APACHE_LOG_DIR=/live\n' };
    const line = `. ${site}\n. /etc/default/web`;
    expect(logOf(line, live, to)).toBe('/var/log/apache2/e');
    expect(logOf(line, { ...live, [own]: 'APACHE_LOG_DIR=/own\n' }, to)).toBe('/own/e');
    if (other.startsWith('/b/'))
      expect(logOf(line, { ...live, [other]: 'APACHE_LOG_DIR=/other\n' }, to)).toBe('/other/e');
  });
});

test("start scripts' options are added to -D", () => {
  const { root, files } = LAYOUTS.rhel;
  const model = modelOf(whole(root, files), { path: root, defines: ['MINE'] });
  expect([...model.defines.keys()]).toEqual(['MINE', 'TLS', 'MORE']);
});

test.each([
  ['SSL STATUS', ['SSL', 'STATUS']],
  ['-D SSL -DSTATUS', ['SSL', 'STATUS']],
])("SUSE's flags may have their -D before them, or not: %s", (flags, names) => {
  const { root, files } = LAYOUTS.suse;
  const sysconfig = { '/etc/sysconfig/apache2': `APACHE_SERVER_FLAGS="${flags}"` };
  const model = modelOf(whole(root, { ...files, ...sysconfig }), { path: '/etc/apache2/httpd.conf' });
  expect([...model.defines.keys()]).toEqual(names);
});

test.each([
  ['rhel', '#HTTPD=/usr/sbin/httpd.worker\n', 'mpm_prefork_module'],
  ['rhel', 'HTTPD=/usr/sbin/httpd\n', 'mpm_prefork_module'],
  ['rhel', 'HTTPD=/usr/sbin/httpd.worker\n', 'mpm_worker_module'],
  ['rhel', 'HTTPD="/usr/sbin/httpd.event" # RHEL 6\n', 'mpm_event_module'],
  ['rhel', 'HTTPD=/opt/own/httpd\n', null],
  ['rhel', 'if [ -x /usr/sbin/httpd.worker ]; then\nHTTPD=/usr/sbin/httpd.worker\nfi\n', null],
  ['rhel', null, null],
  ['suse', 'APACHE_MPM="worker"\n', 'mpm_worker_module'],
  ['suse', 'APACHE_MPM=""\n', null],
  ['suse', 'APACHE_MODULES="dir"\n', null],
] as const)('the start script of %s tells the MPM: %j', (name, text, mpm) => {
  const { root, entry, files } = LAYOUTS[name];
  const tree = whole(root, files);
  const file = name === 'rhel' ? '/etc/httpd/../sysconfig/httpd' : '/etc/sysconfig/apache2';
  delete tree[file];
  const model = modelOf(text === null ? tree : { ...tree, [file]: text }, { path: entry });
  expect(model.startedWith?.mpm ?? null).toBe(mpm);
  const truth = (identifier: string) => (mpm === null ? 'maybe' : identifier === mpm ? 'yes' : 'no');
  for (const [guard, identifier] of [
    ['prefork.c', 'mpm_prefork_module'],
    ['worker.c', 'mpm_worker_module'],
  ] as const) {
    expect(model.hasModule22(guard)).toBe(truth(identifier));
  }
});

describe("FreeBSD's rc.conf", () => {
  const { root, files } = LAYOUTS.freebsd;
  const entry = '/usr/local/etc/apache22/httpd.conf';
  const startedWith = (more: Readonly<Record<string, string>>, path: string = entry) =>
    modelOf({ ...whole(root, files), ...more }, { path }).startedWith;
  const definesOf = (more: Readonly<Record<string, string>>, path?: string) =>
    startedWith(more, path)?.defines;

  test.each([
    ['apache22_flags="-D SSL -DSTATUS"\napache22_http_accept_enable="YES"\n', ['SSL', 'STATUS']],
    ['apache22_flags="-DSSL"\napache24_flags="-DNEW"\n', ['SSL', 'NOHTTPACCEPT']],
    ['apache22_enable="YES"\n', ['NOHTTPACCEPT']],
    ['sshd_enable="YES"\n', []],
    [
      'apache22_profiles="a b"\napache22_a_configfile="/usr/local/etc/apache22/a.conf"\napache22_flags="-DSSL"\n',
      ['SSL', 'NOHTTPACCEPT'],
    ],
  ])('%j gives -D names', (text, names) => {
    expect(definesOf({ '/etc/rc.conf': text })).toEqual(names);
  });

  test('is read before rc.conf.local and what the service has of its own', () => {
    const more = {
      '/etc/rc.conf': 'apache22_flags="-DONE"\n',
      '/etc/rc.conf.local': 'apache22_flags="-DTWO"\napache22_http_accept_enable=yes\n',
      '/etc/rc.conf.d/apache22': 'apache22_flags="$apache22_flags -DTHREE"\n',
    };
    expect(definesOf(more)).toEqual(['TWO', 'THREE']);
  });

  test('has flags for each profile', () => {
    const own = '/usr/local/etc/apache22/b.conf';
    const text = `apache22_profiles="a b"\napache22_flags="-DALL"\napache22_b_configfile="${own}"\napache22_b_flags="-DB"\n`;
    const more = { '/etc/rc.conf': text, [own]: 'ServerRoot "/usr/local"\nListen 81\n' };
    expect(definesOf(more, own)).toEqual(['B', 'NOHTTPACCEPT']);
  });

  test('says nothing of a copy that does not hold it', () => {
    const copy = '/home/me/saved/apache22/httpd.conf';
    const flags = 'apache22_flags="-DSSL"\n';
    const more = { '/etc/rc.conf': flags, [copy]: files['etc/apache22/httpd.conf'] };
    expect(definesOf(more, copy)).toEqual([]);
    const held = {
      '/b/usr/local/etc/apache22/httpd.conf': files['etc/apache22/httpd.conf'],
      '/b/etc/rc.conf': flags,
    };
    expect(definesOf({ ...more, ...held }, '/b/usr/local/etc/apache22/httpd.conf')).toEqual([
      'SSL',
      'NOHTTPACCEPT',
    ]);
  });

  test('is no environment: that is of envvars', () => {
    const more = {
      '/etc/rc.conf': 'hostname="a.example.com"\n',
      '/usr/local/sbin/envvars': 'export A=1\nexport B=1\n',
      '/usr/local/etc/apache22/envvars.d/site.env': 'export B=2\n',
    };
    const { environment } = startedWith(more)!;
    expect([...environment]).toEqual([
      ['A', '1'],
      ['B', '2'],
    ]);
  });
});

test('what -D says is not given wins over the start script, and no server is started with it', () => {
  const { root, files } = LAYOUTS.rhel;
  const model = modelOf(whole(root, files), { path: root, defines: ['!TLS', '!*'] });
  expect([...model.defines.keys()]).toEqual(['MORE']);
  expect(model.startedWith).toMatchObject({ defines: ['MORE'], notDefined: ['TLS'], isComplete: true });
});
