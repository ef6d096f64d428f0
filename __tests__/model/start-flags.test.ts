import { describe, expect, test } from '@jest/globals';
import { modelOf } from './model-of.ts';

// What start scripts add to the configuration beside -D names.

function problemsOf(files: Record<string, string>, path: string): string[] {
  const { problems } = modelOf(files, { path });
  return problems.filter(({ code }) => code === 'start-script').map(({ message }) => message);
}

const onRhel = (options: string) =>
  problemsOf(
    {
      '/etc/httpd/conf/httpd.conf': 'ServerRoot /etc/httpd\nListen 80\n',
      '/etc/sysconfig/httpd': options,
    },
    '/etc/httpd/conf/httpd.conf',
  );

describe('flags of the start script', () => {
  test('-D names alone say nothing more', () => {
    expect(onRhel('OPTIONS="-D TLS -k start"\n')).toEqual([]);
  });

  test('another main file is named', () => {
    expect(onRhel('OPTIONS="-f conf/shop.conf"\n')).toEqual([
      'OPTIONS in sysconfig/httpd starts the server with -f conf/shop.conf: its main file is that one, and not this one. Give that one to have it read.',
    ]);
    expect(onRhel('OPTIONS="-f conf/httpd.conf"\n')).toEqual([]);
    expect(onRhel('OPTIONS="-f/etc/httpd/conf/httpd.conf"\n')).toEqual([]);
  });

  test('lines of the command line are named, with their place', () => {
    expect(onRhel(`OPTIONS="-C 'Include conf/a.conf' -c 'Timeout 5'"\n`)).toEqual([
      'OPTIONS in sysconfig/httpd starts the server with -C `Include conf/a.conf`: this line is not read here. Write it into the main file, above all others.',
      'OPTIONS in sysconfig/httpd starts the server with -c `Timeout 5`: this line is not read here. Write it into the main file, below all others.',
    ]);
  });

  test.each([
    ['/etc/apache2/apache2.conf', '/etc/apache2/envvars', 'export APACHE_ARGUMENTS="-f other.conf"\n'],
    ['/etc/apache2/httpd.conf', '/etc/conf.d/apache2', 'APACHE2_OPTS="-D SSL -f other.conf"\n'],
  ])('so are those of the other layouts: %s', (path, file, text) => {
    const root = file.startsWith('/etc/conf.d') ? '/usr/lib64/apache2' : '/etc/apache2';
    expect(problemsOf({ [path]: `ServerRoot ${root}\n`, [file]: text }, path)).toEqual([
      expect.stringContaining('-f other.conf'),
    ]);
  });
});

describe("SUSE's settings", () => {
  const main = '/etc/apache2/httpd.conf';
  const files = {
    [main]: 'Include /etc/apache2/uid.conf\n',
    '/etc/apache2/uid.conf': 'User wwwrun\n',
    '/etc/sysconfig/apache2':
      'APACHE_MODULES="alias dir headers php5"\nAPACHE_CONF_INCLUDE_FILES="/etc/apache2/own.conf"\n',
  };
  const found = (all: Record<string, string>, names: readonly string[]) => {
    const { hasModule22 } = modelOf(all, { path: main });
    return names.map((name) => hasModule22(name));
  };

  test('name the modules where the file of its LoadModule lines is not here', () => {
    const names = ['mod_headers.c', 'mod_php5.c', 'mod_rewrite.c', 'prefork.c', 'core.c'];
    expect(found(files, names)).toEqual(['yes', 'yes', 'no', 'maybe', 'yes']);
    const started = { ...files, '/etc/apache2/sysconfig.d/loadmodule.conf': '' };
    expect(found(started, ['mod_headers.c', 'mod_rewrite.c'])).toEqual(['maybe', 'maybe']);
  });

  test('name files that are not read without the file that includes them', () => {
    expect(problemsOf(files, main)).toEqual([expect.stringContaining('/etc/apache2/own.conf')]);
    expect(problemsOf({ ...files, '/etc/apache2/sysconfig.d/include.conf': '' }, main)).toEqual([]);
  });
});
