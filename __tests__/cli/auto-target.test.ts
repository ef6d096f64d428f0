import { describe, expect, test } from '@jest/globals';
import { findTarget } from '../../src/cli/migrate/auto-target.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

/** Copies: none lies where this machine's own server has its files. */
function found(path: string, files: Readonly<Record<string, string>>): string {
  const { target, option, why } = findTarget({ path }, createMemoryReader(files));
  return `${target.name} ${target.version} (${option?.join(' ') ?? 'no option'}): ${why}`;
}

const DEBIAN = {
  '/bak/etc/apache2/apache2.conf': 'Include /etc/apache2/mods-enabled/*.load\nUser www-data\n',
};
const RED_HAT = { '/bak/etc/httpd/conf/httpd.conf': 'ServerRoot "/etc/httpd"\nUser apache\n' };

describe('the system that a copy is from', () => {
  test.each([
    ['os-release', 'ID=debian\nVERSION_ID="12"\n', 'debian12 2.4.57'],
    ['os-release', 'NAME=Ubuntu\nID=ubuntu\nVERSION_ID="22.04"\n', 'ubuntu22.04 2.4.52'],
    ['os-release', 'NAME=Ubuntu\nID=ubuntu\nVERSION_ID="26.04"\n', 'ubuntu26.04 2.4.66'],
    ['lsb-release', 'DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=18.04\n', 'ubuntu18.04 2.4.29'],
    ['debian_version', '10.13\n', 'debian10 2.4.38'],
  ])('%s %j', (name, text, target) => {
    const file = `/bak/etc/${name}`;
    const said = found('/bak/etc/apache2', { ...DEBIAN, [file]: text });
    expect(said).toBe(`${target} (--target ${target.split(' ')[0]}): ${file} says so`);
  });

  test.each([
    ['redhat-release', 'CentOS Linux release 7.9.2009 (Core)\n', 'rhel7 2.4.6'],
    ['os-release', 'ID="rocky"\nVERSION_ID="8.10"\n', 'rhel8 2.4.37'],
    ['os-release', 'ID="almalinux"\nVERSION_ID="10.0"\n', 'rhel10 2.4.63'],
    ['os-release', 'ID="amzn"\nVERSION_ID="2"\n', 'amazon2 2.4.33'],
    ['os-release', 'ID="amzn"\nVERSION_ID="2023"\n', 'amazon2023 2.4.55'],
  ])('%s %j', (name, text, target) => {
    const files = { ...RED_HAT, [`/bak/etc/${name}`]: text };
    expect(found('/bak/etc/httpd/conf/httpd.conf', files)).toContain(target);
  });

  test.each([
    ['httpd', 'redhat-release', 'CentOS release 6.10 (Final)\n', 'rhel10', 'rhel 6.10'],
    ['httpd', 'os-release', 'ID="amzn"\nVERSION_ID="2018.03"\n', 'amazon2023', 'amzn 2018.03'],
    ['apache2', 'lsb-release', 'DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=12.04\n', 'ubuntu26.04', 'ubuntu 12.04'],
    ['apache2', 'debian_version', '7.11\n', 'debian13', 'debian 7'],
  ])(
    'one that came with 2.2 moves to the newest of its kind: %s, %s %j',
    (folder, name, text, target, system) => {
      const files = { ...RED_HAT, ...DEBIAN, [`/bak/etc/${name}`]: text };
      expect(found(`/bak/etc/${folder}`, files)).toMatch(
        `${target} ${targetProfile(target)?.version} (--target ${target}): /bak/etc/${name} says ${system}, and this is the newest`,
      );
    },
  );
});

test("a copy of Alpine's moves to its newest", () => {
  const files = {
    '/bak/etc/apache2/httpd.conf': 'ServerRoot /var/www\nUser apache\n',
    '/bak/etc/os-release': 'ID=alpine\nVERSION_ID=3.4.6\n',
  };
  expect(found('/bak/etc/apache2', files)).toBe(
    'alpine 2.4.66 (--target alpine): /bak/etc/os-release says alpine 3.4.6, and this is the newest',
  );
});

test('a server in /etc that is not of the package of its system has no target for it', () => {
  const files = {
    '/bak/etc/httpd/conf/httpd.conf': 'ServerRoot "/etc/httpd"\nInclude conf/extra/httpd-mpm.conf\n',
    '/bak/etc/redhat-release': 'CentOS release 7.9 (Final)\n',
  };
  expect(found('/bak/etc/httpd', files)).toBe(
    'stock 2.4.71 (no option): nothing shows which server it is for',
  );
});

describe('the layout, where no file names the system', () => {
  test.each([
    ['/bak/etc/apache2', DEBIAN, 'debian13'],
    ['/bak/etc/httpd', RED_HAT, 'rhel10'],
    ['/w/httpd.conf', { '/w/httpd.conf': 'ServerRoot "C:/Apache2"\nListen 80\n' }, 'windows'],
    ['/w/httpd.conf', { '/w/httpd.conf': 'Listen 80\nLoadModule php5_module "@P@/php5.dll"\n' }, 'windows'],
    // XAMPP on a drive that is not known before it runs.
    [
      '/w/httpd.conf',
      { '/w/httpd.conf': 'ServerRoot "/xampp/apache"\nLoadModule isapi_module modules/mod_isapi.so\n' },
      'windows',
    ],
    // Built with --enable-isapi.
    [
      '/w/httpd.conf',
      {
        '/w/httpd.conf': 'ServerRoot "/n2t/apache"\nLoadModule isapi_module modules/mod_isapi.so\nUser n2t\n',
      },
      'stock',
    ],
    [
      '/w/httpd.conf',
      {
        '/w/httpd.conf':
          'ServerRoot "/n2t/apache"\nLoadModule isapi_module modules/mod_isapi.so\nLoadModule cgid_module modules/mod_cgid.so\n',
      },
      'stock',
    ],
    [
      '/b/httpd.conf',
      { '/b/httpd.conf': 'ServerRoot "/usr/local"\nInclude etc/apache22/Includes/*.conf\n' },
      'freebsd',
    ],
    ['/u/httpd.conf', { '/u/httpd.conf': 'ServerRoot "/opt/mine"\nListen 80\n' }, 'stock'],
    // Worms ask for DLLs of any server.
    [
      '/u/httpd.conf',
      { '/u/httpd.conf': 'ServerRoot "/opt/mine"\nSetEnvIf Request_URI "Admin\\.dll" no_log\nListen 80\n' },
      'stock',
    ],
  ])('%s is for %3$s', (path, files, target) => {
    expect(found(path, files).split(' ')[0]).toBe(target);
  });
});

test.each([
  ['a file that is a part of a server', '/x/part.conf', { '/x/part.conf': 'Alias /a /b\n' }],
  [
    'a folder of .htaccess files',
    '/x',
    { '/x/.htaccess': 'Deny from all\n', '/x/etc/os-release': 'ID=debian\n' },
  ],
  ['nothing', '/none', {}],
])('%s shows no server', (_what, path, files) => {
  expect(found(path, files)).toBe('stock 2.4.71 (no option): nothing shows which server it is for');
});

test('where nothing shows the server, an MPM is there to be loaded if none is compiled in', () => {
  const arch = {
    '/bak/etc/httpd/conf/httpd.conf': 'ServerRoot "/etc/httpd"\nInclude conf/extra/httpd-mpm.conf\n',
  };
  const { target } = findTarget({ path: '/bak/etc/httpd' }, createMemoryReader(arch));
  expect(target).toMatchObject({ name: 'stock', mpm: 'mpm_prefork_module', mayHaveBuiltinMpm: true });
  expect(target.loadable.get('mpm_prefork_module')).toBe('mod_mpm_prefork.so');
  // What else a default build lacks is not promised.
  expect(target.loadable.has('usertrack_module')).toBe(false);
});
