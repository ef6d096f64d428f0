import { describe, expect, test } from '@jest/globals';
import type { TargetProfile } from '../../src/target/index.ts';
import { modelOf, outline, serverOf } from './model-of.ts';

/** What `<IfX test>` is on 2.2 and on 2.4, behind these lines of a main file. */
function decide(guard: string, above = '', options: Parameters<typeof serverOf>[2] = {}): string {
  const section = guard.split(' ')[0];
  const lines = outline(serverOf(`${above}\n<${guard}>\nTimeout 1\n</${section}>`, {}, options).main);
  return /: (\w+ \w+)\]$/.exec(lines.at(-1) ?? '')?.[1] ?? 'not read';
}

const target: TargetProfile = {
  name: 'test',
  version: '2.4.41',
  builtin: new Set(['core_module', 'http_module', 'so_module', 'unixd_module', 'log_config_module']),
  loadable: new Map(
    ['authz_core', 'authz_host', 'access_compat', 'mpm_event', 'mpm_prefork', 'rewrite', 'socache_shmcb'].map(
      (name) => [`${name}_module`, `mod_${name}.so`],
    ),
  ),
  moduleFolder: 'modules',
  mpm: 'mpm_event_module',
  moduleStyle: 'load-module',
  family: 'source',
};

describe('IfVersion', () => {
  // 2.2.34 and, without a target, 2.4.62; forms of mod_version.c.
  test.each([
    ['2.2.34', 'yes no'],
    ['= 2.4.62', 'no yes'],
    ['== 2.2.34', 'yes no'],
    ['!= 2.2.34', 'no yes'],
    ['!2.4', 'maybe maybe'],
    ['>= 2.4', 'no yes'],
    ['> 2.3', 'no yes'],
    ['> 2.2.34', 'no yes'],
    ['<2.4', 'maybe maybe'],
    ['< 2.4', 'yes no'],
    ['< 2.4.62', 'yes no'],
    ['!< 2.4', 'no yes'],
    ['<= 2.2.34', 'yes no'],
    ['>= 2', 'yes yes'],
    ['>= 2.2.', 'yes yes'],
    ['= /^2\\.2/', 'yes no'],
    ['~ ^2\\.4', 'no yes'],
    ['!~ ^2\\.4', 'yes no'],
    ['= /[/', 'maybe maybe'],
    ['>= "2.4"', 'no yes'],
    ['>= two', 'maybe maybe'],
    ['>= 2.2.34.1', 'maybe maybe'],
  ])('%s', (test_, expected) => {
    expect(decide(`IfVersion ${test_}`)).toBe(expected);
  });

  test("takes the target's version", () => {
    expect(decide('IfVersion >= 2.4.50', '', { target })).toBe('no no');
    expect(decide('IfVersion >= 2.4.41', '', { target })).toBe('no yes');
  });
});

describe('IfModule with quotes', () => {
  const loaded = 'LoadModule rewrite_module modules/mod_rewrite.so';

  test.each([
    ['2.4.33', 'yes yes'],
    ['2.4.34', 'yes no'],
  ])('%s', (version, expected) => {
    expect(decide('IfModule !"mod_rewrite.c"', loaded, { target: { ...target, version } })).toBe(expected);
  });
});

describe('IfDefine', () => {
  test.each([
    ['X', '', ['X'], 'yes yes'],
    ['!X', '', ['X'], 'no no'],
    ['X', '', [], 'maybe maybe'],
    ['!X', '', [], 'maybe maybe'],
    ['x', '', ['X'], 'maybe maybe'],
    ['X', '', ['!X'], 'no no'],
    ['!X', '', ['!X'], 'yes yes'],
    ['Y', '', ['!X'], 'maybe maybe'],
    ['X', 'Define X', ['!X'], 'yes yes'],
    ['X', '<IfModule prefork.c>\nDefine X\n</IfModule>', ['!X'], 'maybe maybe'],
    ['X', '', ['Y', '!*'], 'no no'],
    ['Y', '', ['!*', 'Y'], 'yes yes'],
    // For 2.2, and for 2.4 before 2.4.34, the quotes are part of the name.
    ['!"X"', '', ['X'], 'yes no'],
    ["!'X'", '', ['!X'], 'yes yes'],
    ['X', '<IfModule prefork.c>\nDefine X\n</IfModule>', ['!*'], 'maybe maybe'],
    ['X', 'Define X', [], 'yes yes'],
    ['X', 'Define X 5\nUnDefine X', [], 'no no'],
    ['X', '<IfVersion >= 2.4>\nDefine X\n</IfVersion>', [], 'maybe yes'],
    ['X', 'UnDefine X\n<IfVersion >= 2.4>\nDefine X\n</IfVersion>', [], 'no yes'],
    ['X', '<IfModule prefork.c>\nDefine X\n</IfModule>', [], 'maybe maybe'],
    ['X', 'Define X\n<IfModule prefork.c>\nUnDefine X\n</IfModule>', [], 'maybe maybe'],
    ['X', 'Define X\n<IfVersion >= 2.4>\nUnDefine X\n</IfVersion>', [], 'yes no'],
    ['X', '<IfVersion < 2.4>\nDefine X\n</IfVersion>', ['!*'], 'yes no'],
    ['X', '<IfVersion >= 2.4>\n<IfVersion < 2.4>\nDefine X\n</IfVersion>\n</IfVersion>', [], 'maybe maybe'],
    ['${Y}', 'Define Y X\nDefine X', [], 'yes yes'],
    ['${Y}', 'Define Y X\nDefine X\n<IfModule prefork.c>\nUnDefine Y\n</IfModule>', ['!*'], 'yes yes'],
    ['${Y}', 'Define Y X\nDefine X\nUnDefine Y', ['!*'], 'maybe maybe'],
    ['${Y}', 'Define Y X\nDefine X\nDefine Y', ['!*'], 'yes yes'],
  ])('%s behind %j with -D %j', (name, above, defines, expected) => {
    expect(decide(`IfDefine ${name}`, above, { defines })).toBe(expected);
  });

  test('does not see what is defined below it', () => {
    const lines = outline(serverOf('<IfDefine X>\nTimeout 1\n</IfDefine>\nDefine X').main);
    expect(lines).toContain('timeout 1 [X: maybe maybe]');
  });

  test('may be true in a file whose server is not known', () => {
    const model = modelOf({ '/x/snippet.conf': '<IfDefine SSL>\nTimeout 1\n</IfDefine>' });
    expect(outline(model.main)).toEqual(['timeout 1 [SSL: maybe maybe]']);
  });
});

describe('IfModule', () => {
  const shared = 'LoadModule authz_host_module modules/mod_authz_host.so';

  test.each([
    // Names: the source file or the identifier, nothing else.
    ['mod_authz_host.c', shared, 'yes yes'],
    ['authz_host_module', shared, 'yes yes'],
    ['mod_authz_host', shared, 'no no'],
    ['!mod_authz_host', shared, 'yes yes'],
    ['mod_authz_host.so', shared, 'no no'],
    ['MOD_AUTHZ_HOST.C', shared, 'no no'],
    ['mod_access.c', shared, 'no no'],
    ['mod_ldap.c', `${shared}\nLoadModule ldap_module modules/mod_ldap.so`, 'no no'],
    ['util_ldap.c', `${shared}\nLoadModule ldap_module modules/mod_ldap.so`, 'yes yes'],
    ['mod_core.c', shared, 'no no'],
    // New in 2.4.
    ['mod_authz_core.c', shared, 'no yes'],
    ['!mod_authz_core.c', shared, 'yes no'],
    ['mod_unixd.c', shared, 'no yes'],
    ['mod_access_compat.c', shared, 'no maybe'],
    ['mod_access_compat.c', 'LoadModule access_compat_module x.so', 'no yes'],
    // Gone in 2.4.
    ['mod_authz_default.c', `${shared}\nLoadModule authz_default_module x.so`, 'yes no'],
    // Of another name in 2.4, where a guard follows it.
    ['mod_disk_cache.c', shared, 'no no'],
    ['mod_cache_disk.c', shared, 'no no'],
    ['mod_cache_disk.c', `${shared}\nLoadModule disk_cache_module x.so`, 'no yes'],
    ['!mod_cache_disk.c', `${shared}\nLoadModule cache_disk_module x.so`, 'yes no'],
    // A module that is not loaded, or loaded by a branch that 2.2 skips.
    ['mod_rewrite.c', shared, 'no no'],
    ['mod_rewrite.c', `${shared}\nLoadModule rewrite_module x.so`, 'yes yes'],
    ['mod_rewrite.c', `${shared}\n<IfVersion > 3>\nLoadModule rewrite_module x.so\n</IfVersion>`, 'no no'],
    [
      'mod_rewrite.c',
      `${shared}\n<IfModule prefork.c>\nLoadModule rewrite_module x.so\n</IfModule>`,
      'maybe maybe',
    ],
    // Always there, and never known.
    ['core.c', shared, 'yes yes'],
    ['mod_so.c', shared, 'yes yes'],
    ['prefork.c', shared, 'maybe maybe'],
    ['mpm_worker_module', shared, 'maybe maybe'],
    ['mpm_winnt.c', shared, 'no no'],
    // A third party's.
    ['mod_php5.c', shared, 'no no'],
    ['mod_php5.c', `${shared}\nLoadModule php5_module modules/libphp5.so`, 'yes yes'],
    ['mod_auth_mysql.c', `${shared}\nLoadModule mysql_auth_module modules/mod_auth_mysql.so`, 'maybe maybe'],
  ])('%s behind %j', (name, above, expected) => {
    expect(decide(`IfModule ${name}`, above)).toBe(expected);
  });

  test.each([
    ['mod_authz_core.c', 'no yes'],
    ['prefork.c', 'maybe no'],
    ['event.c', 'maybe yes'],
    ['mpm_event_module', 'maybe yes'],
    ['mod_log_config.c', 'no yes'],
    // The target has no such module.
    ['mod_autoindex.c', 'no no'],
    ['mod_socache_shmcb.c', 'no maybe'],
  ])('%s with a target', (name, expected) => {
    expect(decide(`IfModule ${name}`, shared, { target })).toBe(expected);
  });

  test.each([
    // Without LoadModule lines all may be compiled in.
    ['mod_access_compat.c', '', 'maybe'],
    ['mod_access_compat.c', shared, 'no'],
    ['!mod_access_compat.c', shared, 'yes'],
    ['mod_authz_core.c', shared, 'no'],
    ['mod_authz_core.c', `${shared}\nLoadModule authz_core_module modules/mod_authz_core.so`, 'yes'],
    ['mod_authz_host.c', shared, 'yes'],
    // Debian's build has it compiled in.
    ['mod_log_config.c', shared, 'maybe'],
    ['mod_so.c', shared, 'yes'],
    ['mod_disk_cache.c', `${shared}\nLoadModule cache_disk_module x.so`, 'no'],
    ['mod_rewrite.c', `${shared}\n<IfDefine X>\nLoadModule rewrite_module x.so\n</IfDefine>`, 'maybe'],
    // What loads modules is not in the copy.
    ['mod_access_compat.c', `${shared}\nInclude mods-enabled/*.load`, 'maybe'],
    ['mod_access_compat.c', `${shared}\nInclude lost.conf`, 'maybe'],
  ])('%s behind %j in a tree that 2.4 reads as it is', (name, above, expected) => {
    const decided = decide(`IfModule ${name}`, above, { isMigrated: true });
    expect(decided.split(' ')[1]).toBe(expected);
  });

  test("takes the tree's own MPM before the target's", () => {
    const above = `${shared}\nLoadModule mpm_prefork_module modules/mod_mpm_prefork.so`;
    expect(decide('IfModule prefork.c', above, { target })).toBe('yes yes');
    expect(decide('IfModule event.c', above, { target })).toBe('maybe no');
  });

  test('of a build that may have any MPM compiled in it is known from the line on that loads one where there is none', () => {
    const any = { target: { ...target, mayHaveBuiltinMpm: true as const } };
    const line = 'LoadModule mpm_prefork_module modules/mod_mpm_prefork.so';
    const guarded = ['prefork', 'worker', 'event'].reduce(
      (inner, mpm) => `<IfModule !mpm_${mpm}_module>\n${inner}\n</IfModule>`,
      line,
    );
    expect(decide('IfModule prefork.c', shared, any)).toBe('maybe maybe');
    expect(decide('IfModule prefork.c', `${shared}\n${guarded}`, any)).toBe('maybe yes');
    expect(decide('IfModule worker.c', `${shared}\n${guarded}`, any)).toBe('maybe no');
    const event = { target: { ...target, builtin: new Set([...target.builtin, 'mpm_event_module']) } };
    expect(decide('IfModule prefork.c', `${shared}\n${guarded}`, event)).toBe('maybe no');
  });

  test('does not see a module that is loaded below it', () => {
    const model = serverOf(
      `<IfModule mod_dir.c>\nTimeout 1\n</IfModule>\n${shared}\nLoadModule dir_module x.so`,
    );
    expect(outline(model.main)).toContain('timeout 1 [mod_dir.c: no no]');
    expect(model.hasModule22('mod_dir.c')).toBe('yes');
  });

  test('knows the default modules of a build from source, which loads none', () => {
    const modelWith = (main: string) => modelOf({ '/opt/a/conf/httpd.conf': `ServerRoot /opt/a\n${main}` });
    const bare = modelWith('Listen 80');
    expect(['mod_dir.c', 'mod_rewrite.c', 'mod_php5.c', 'mod_proxy.c'].map(bare.hasModule22)).toEqual([
      'yes',
      'maybe',
      'no',
      'maybe',
    ]);
    const extended = modelWith('LoadModule rewrite_module modules/mod_rewrite.so');
    expect(['mod_dir.c', 'mod_rewrite.c'].map(extended.hasModule22)).toEqual(['yes', 'yes']);
    const allShared = modelWith('Include conf/modules.conf');
    expect(allShared.hasModule22('mod_dir.c')).toBe('yes');
  });

  test('counts the modules of included files for what is compiled in', () => {
    const model = modelOf({
      '/opt/a/conf/httpd.conf':
        'ServerRoot /opt/a\n<IfModule mod_dir.c>\nTimeout 1\n</IfModule>\nInclude conf/modules.conf',
      '/opt/a/conf/modules.conf': 'LoadModule authz_host_module modules/mod_authz_host.so',
    });
    expect(model.hasModule22('mod_dir.c')).toBe('no');
    expect(outline(model.main)).toContain('timeout 1 [mod_dir.c: no no]');
  });

  test('knows what a package has compiled in, if the LoadModule lines are there', () => {
    const debian = (files: Record<string, string>) =>
      modelOf({ '/etc/apache2/apache2.conf': 'Include mods-enabled/*.load', ...files });
    const whole = debian({ '/etc/apache2/mods-enabled/dir.load': 'LoadModule dir_module /usr/lib/x.so' });
    const names = ['mod_log_config.c', 'mod_dir.c', 'mod_mime.c'];
    expect(names.map(whole.hasModule22)).toEqual(['yes', 'yes', 'no']);
    expect(names.map(debian({}).hasModule22)).toEqual(['yes', 'maybe', 'maybe']);
  });

  describe('of a module that no line loads and a line outside of guards needs', () => {
    const names = ['mod_rewrite.c', 'mod_dir.c', 'mod_autoindex.c'];
    const loaded = 'ServerRoot /opt/a\nLoadModule dir_module x.so\n';
    const modelWith = (text: string, request = {}) =>
      modelOf({ '/opt/a/conf/httpd.conf': `${loaded}${text}` }, request);
    const needing =
      '<IfModule mod_rewrite.c>\nTimeout 1\n</IfModule>\n<Directory /srv>\nRewriteEngine on\n</Directory>';

    test('is true, as 2.2 started: others may be compiled in, too', () => {
      const model = modelWith(needing);
      expect(names.map(model.hasModule22)).toEqual(['yes', 'yes', 'maybe']);
      expect(outline(model.main)).toContain('timeout 1 [mod_rewrite.c: yes yes]');
    });

    test('is true of a package whose files of modules are not all here', () => {
      const model = modelOf({
        '/etc/apache2/apache2.conf': `Include mods-enabled/*.load\n${needing}`,
        '/etc/apache2/mods-enabled/dir.load': 'LoadModule dir_module /usr/lib/x.so',
      });
      expect(names.map(model.hasModule22)).toEqual(['yes', 'yes', 'maybe']);
    });

    test.each([
      ['a guard', '<IfModule mod_rewrite.c>\nRewriteEngine on\n</IfModule>'],
      ['what every 2.2 has', 'Timeout 5\nKeepAlive on\nStartServers 3'],
      ['several modules that have the directive', 'ScriptLog logs/a'],
      ['a tree of 2.4', 'LoadModule authz_core_module x.so\nRewriteEngine on'],
    ])('is as before with %s', (_what, text) => {
      expect(names.map(modelWith(text).hasModule22)).toEqual(['no', 'yes', 'no']);
    });

    test('is what the list of the server says, where there is one', () => {
      const model = modelWith(needing, { builtIn22: ['autoindex_module'] });
      expect(names.map(model.hasModule22)).toEqual(['no', 'yes', 'yes']);
    });

    test('is no matter of .htaccess files', () => {
      const model = modelWith('DocumentRoot /srv', { files: {} });
      expect(names.map(model.hasModule22)).toEqual(['no', 'yes', 'no']);
    });
  });

  test('tells the MPM of Windows by the form of ServerRoot', () => {
    const windows = modelOf({ '/w/conf/httpd.conf': 'ServerRoot "c:/apache"\nListen 80' });
    expect(['mpm_winnt.c', 'prefork.c'].map(windows.hasModule22)).toEqual(['maybe', 'no']);
    const template = modelOf({ '/w/conf/httpd.conf': 'ServerRoot "@ROOT@"\nListen 80' });
    expect(['mpm_winnt.c', 'prefork.c'].map(template.hasModule22)).toEqual(['maybe', 'maybe']);
  });

  test('may be true in a file whose server is not known', () => {
    const model = modelOf({ '/x/.htaccess': '' });
    const names = ['mod_rewrite.c', 'mod_authz_core.c', 'mod_authz_host', 'mod_php5.c', 'core.c'];
    expect(names.map(model.hasModule22)).toEqual(['maybe', 'no', 'no', 'maybe', 'yes']);
  });
});

describe('guards of 2.4 alone', () => {
  test('are not read by 2.2', () => {
    expect(decide('IfFile /etc/passwd')).toBe('no maybe');
    expect(decide('IfDirective Order')).toBe('no maybe');
  });

  // As a real 2.4 that loads these modules answers.
  const loaded = ['mpm_prefork', 'authz_core', 'headers']
    .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
    .join('');
  const builtIn = new Set(
    ['core', 'http', 'so', 'log_config', 'unixd', 'version'].map((name) => `${name}_module`),
  );
  const options = { isMigrated: true, readBy: '2.4', target: { ...target, builtin: builtIn } } as const;
  const on24 = (guard: string, above = loaded) => decide(guard, above, options).split(' ')[1];

  test.each([
    ['IfDirective Require', 'yes'],
    ['IfDirective require', 'yes'],
    ['IfDirective !Require', 'no'],
    ['IfDirective "Require"', 'yes'],
    ['IfDirective RequireAll', 'no'],
    ['IfDirective <RequireAll', 'yes'],
    ['IfDirective Dav', 'no'],
    ['IfDirective Order', 'no'],
    ['IfDirective StartServers', 'yes'],
    ['IfDirective ThreadsPerChild', 'no'],
    ['IfDirective MaxClients', 'yes'],
    ['IfDirective LogFormat', 'yes'],
    ['IfDirective User', 'yes'],
    ['IfDirective LoadModule', 'yes'],
    ['IfDirective Use', 'no'],
    ['IfDirective Directory', 'no'],
    ['IfDirective IfModule', 'no'],
    ['IfDirective Nosuch', 'no'],
    ['IfSection Directory', 'yes'],
    ['IfSection <Directory', 'no'],
    ['IfSection RequireAll', 'yes'],
    ['IfSection Require', 'no'],
    ['IfSection IfVersion', 'yes'],
    ['IfSection Limit', 'yes'],
    ['IfSection Proxy', 'no'],
    ['IfSection !Proxy', 'yes'],
    ['IfSection Macro', 'no'],
    ['IfSection IfModule', 'yes'],
  ])('%s: %s', (guard, truth) => {
    expect(on24(guard)).toBe(truth);
  });

  test('ask for what is loaded before them', () => {
    expect(on24('IfDirective Require', 'LoadModule mpm_prefork_module modules/mod_mpm_prefork.so')).toBe(
      'no',
    );
  });

  test('are open where the module may be there', () => {
    const rules = (above: string) => on24('IfDirective RewriteRule', above);
    expect(rules(`${loaded}Include conf/gone.conf`)).toBe('maybe');
    const line = 'LoadModule rewrite_module modules/mod_rewrite.so';
    expect(rules(`${loaded}<IfDefine X>\n${line}\n</IfDefine>`)).toBe('maybe');
    const foreign = `${loaded}LoadModule own_module modules/mod_own.so`;
    expect(rules(foreign)).toBe('no');
    expect(on24('IfDirective Nosuch', foreign)).toBe('maybe');
    expect(decide('IfDirective LogFormat', loaded, { isMigrated: true, readBy: '2.4' })).toBe('maybe maybe');
  });

  test('know which release brought a directive', () => {
    expect(on24('IfDirective MergeSlashes')).toBe('yes');
    expect(on24('IfDirective StrictHostCheck')).toBe('maybe');
  });

  test('find files that are here; what is not may be put there', () => {
    expect(on24('IfFile conf/httpd.conf')).toBe('yes');
    expect(on24('IfFile "conf/httpd.conf"')).toBe('yes');
    expect(on24('IfFile conf')).toBe('yes');
    expect(on24('IfFile conf/../conf/')).toBe('yes');
    expect(on24('IfFile !conf/httpd.conf')).toBe('no');
    expect(on24('IfFile conf/*.conf')).toBe('maybe');
    expect(on24('IfFile !conf/maintenance')).toBe('maybe');
  });
});

test('guards around one another count together', () => {
  const { main } = serverOf(
    '<IfVersion < 2.4>\n<IfModule prefork.c>\n<Directory /a>\n<IfVersion > 3>\nTimeout 1\n</IfVersion>\n</Directory>\n</IfModule>\n</IfVersion>',
  );
  const [, directory] = main.items;
  if (directory?.type !== 'scope') throw new Error('no section');
  expect(directory.guards.map(({ kind, test: text }) => `${kind} ${text}`)).toEqual([
    'ifversion < 2.4',
    'ifmodule prefork.c',
  ]);
  expect([directory.on22, directory.on24]).toEqual(['maybe', 'no']);
  expect(directory.items[0]).toMatchObject({ on22: 'no', on24: 'no', guards: [{ kind: 'ifversion' }] });
});

describe('a file that the server read, and that is not here', () => {
  const shared = 'LoadModule dir_module modules/mod_dir.so\n';

  test('may load any module, from its Include line on', () => {
    expect(decide('IfModule mod_status.c', `${shared}Include conf/more.conf`)).toBe('maybe maybe');
    expect(decide('IfModule mod_own.c', `${shared}Include conf/more.conf`)).toBe('maybe maybe');
    expect(decide('IfModule mod_dir.c', `${shared}Include conf/more.conf`)).toBe('yes yes');
  });

  test('loads no MPM of 2.2, and nothing that 2.2 does not have', () => {
    expect(decide('IfModule mpm_winnt.c', `${shared}Include conf/more.conf`)).toBe('no no');
    expect(decide('IfModule mod_lua.c', `${shared}Include conf/more.conf`)).toBe('no maybe');
  });

  test.each(['', 'IncludeOptional conf/more.conf'])(
    'says nothing where no file need be there: %s',
    (line) => {
      expect(decide('IfModule mod_status.c', shared + line, {})).toBe('no no');
    },
  );
});
