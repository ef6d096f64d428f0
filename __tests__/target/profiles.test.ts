import { describe, expect, test } from '@jest/globals';
import { isMpm, modulesNeededBy24, moduleSince, patchRelease } from '../../src/catalog/index.ts';
import { nearestTarget, targetNames, targetProfile } from '../../src/target/index.ts';

const NEEDED = ['authz_core_module', 'authz_host_module', 'access_compat_module'];

describe.each(targetNames)('%s', (name) => {
  const profile = targetProfile(name);
  const has = (identifier: string) => profile.builtin.has(identifier) || profile.loadable.has(identifier);

  test('no module is both compiled in and a file', () => {
    expect([...profile.loadable.keys()].filter((identifier) => profile.builtin.has(identifier))).toEqual([]);
  });

  test('it has what a migrated tree needs', () => {
    expect(NEEDED.filter((identifier) => !has(identifier))).toEqual([]);
    expect(has('so_module')).toBe(true);
    // It looks after users and groups, which Windows has not.
    expect(has('unixd_module')).toBe(name !== 'windows');
  });

  test('it has a release, and no module of a later one', () => {
    expect(profile.version).toMatch(/^2\.4\.\d+$/);
    const patch = patchRelease(profile.version);
    const later = [...profile.loadable.keys()].filter((identifier) => moduleSince(identifier) > patch);
    // Red Hat's packages had it as a patch of theirs before httpd did.
    expect(later).toEqual(profile.family === 'rhel' && patch < 42 ? ['systemd_module'] : []);
  });

  test('what its modules always need is there too', () => {
    const lacking = [...profile.loadable.keys()].flatMap((identifier) =>
      modulesNeededBy24(identifier).filter((needed) => !has(needed)),
    );
    expect(lacking).toEqual([]);
  });

  test('exactly one MPM is compiled in, or one of those that are files is to be loaded', () => {
    const compiledIn = [...profile.builtin].filter(isMpm);
    expect(compiledIn).toHaveLength(profile.mpm === null ? 1 : 0);
    if (profile.mpm) expect(profile.loadable.has(profile.mpm)).toBe(true);
  });

  test('file names belong to their identifiers', () => {
    for (const [identifier, file] of profile.loadable) {
      expect([identifier, file]).toEqual([identifier, `mod_${identifier.replace(/_module$/, '')}.so`]);
    }
  });
});

const FAMILIES = ['stock', 'debian', 'rhel', 'sles', 'alpine', 'freebsd', 'macos', 'windows'] as const;

test('families differ where builds do', () => {
  const rows = FAMILIES.map((name) => {
    const { builtin, loadable, moduleFolder, mpm, moduleStyle } = targetProfile(name);
    const logConfig = builtin.has('log_config_module') ? 'static' : loadable.get('log_config_module');
    return [name, logConfig, moduleFolder, mpm, moduleStyle];
  });
  expect(rows).toEqual([
    ['stock', 'mod_log_config.so', 'modules', null, 'load-module'],
    ['debian', 'static', '/usr/lib/apache2/modules', 'mpm_prefork_module', 'debian-links'],
    ['rhel', 'mod_log_config.so', 'modules', 'mpm_prefork_module', 'conf-modules'],
    ['sles', 'mod_log_config.so', '/usr/lib64/apache2-prefork', null, 'load-module'],
    ['alpine', 'mod_log_config.so', 'modules', 'mpm_prefork_module', 'load-module'],
    ['freebsd', 'mod_log_config.so', 'libexec/apache24', 'mpm_prefork_module', 'load-module'],
    ['macos', 'mod_log_config.so', 'libexec/apache2', 'mpm_prefork_module', 'load-module'],
    ['windows', 'mod_log_config.so', 'modules', null, 'load-module'],
  ]);
});

test('what packages have in the binary is not loaded, and what they do not build is not promised', () => {
  for (const name of ['sles12', 'sles15'] as const) {
    const { builtin, loadable } = targetProfile(name);
    // apache2.spec: static_modules.
    expect(
      ['unixd_module', 'mpm_prefork_module'].map((one) => [builtin.has(one), loadable.has(one)]),
    ).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(loadable.get('authz_core_module')).toBe('mod_authz_core.so');
  }
  expect(targetProfile('macos').loadable.has('suexec_module')).toBe(false);
  expect(targetProfile('macos').loadable.has('imagemap_module')).toBe(true);
  // Makefile.options of www/apache24: EXAMPLE_MODULES.
  expect(targetProfile('freebsd').uncertain?.has('echo_module')).toBe(true);
});

test('packages beside the server hold modules that it can load', () => {
  const apart = targetNames.flatMap((name) => [...(targetProfile(name).apart?.keys() ?? [])]);
  expect(apart.length).toBeGreaterThan(0);
  for (const name of ['rhel7', 'rhel10', 'amazon2', 'alpine'] as const) {
    const { apart: packages, loadable } = targetProfile(name);
    expect(packages?.has('ssl_module')).toBe(true);
    expect([...packages!.keys()].filter((one) => one !== 'lua_module' && !loadable.has(one))).toEqual([]);
  }
  // A package of its own since RHEL 9.
  expect(['rhel8', 'rhel9'].map((name) => targetProfile(name)?.apart?.get('lua_module'))).toEqual([
    undefined,
    'mod_lua',
  ]);
  expect(targetProfile('debian').apart).toBeUndefined();
});

test.each(['', 'Stock', 'constructor', '/usr/sbin/apache2'])('there is no profile %p', (name) => {
  expect(targetProfile(name)).toBeNull();
});

test('of a release alone the MPM may be compiled in', () => {
  expect(targetProfile('2.4.37')).toMatchObject({
    name: '2.4.37',
    version: '2.4.37',
    mpm: 'mpm_prefork_module',
    mayHaveBuiltinMpm: true,
  });
  expect(targetProfile('2.4.6')?.loadable.has('proxy_uwsgi_module')).toBe(false);
});

test.each([
  ['debain12', 'debian12'],
  ['Ubuntu 22.04', 'ubuntu22.04'],
  ['centos-7', 'centos'],
  ['nginx', null],
])('%s is probably %s', (typed, meant) => {
  expect(nearestTarget(typed)).toBe(meant);
});
