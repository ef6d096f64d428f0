import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  isProbeFailure,
  isSince,
  knowsDirective,
  probeTarget,
  targetProfile,
  type TargetProfile,
  unknownNames,
} from '../../src/target/index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'probe-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface FakeServer {
  readonly binary: string;
  readonly version?: string;
  readonly root?: string;
  readonly builtin?: readonly string[];
  readonly files?: readonly string[];
  /** What -V says besides. */
  readonly more?: string;
}

const CORE = ['core.c', 'mod_so.c', 'http_core.c'];

/** A script that answers as httpd does, and empty module files. Paths are below the test's folder. */
function fakeServer({
  binary,
  version = '2.4.6',
  root = '/nowhere',
  builtin = CORE,
  files = [],
  more = '',
}: FakeServer) {
  const answers = [
    `case "$3" in`,
    `-V) echo 'Server version: Apache/${version} (Unix)'; echo ' -D HTTPD_ROOT="${root}"${more}'; exit 1;;`,
    `-l) echo 'Compiled in modules:'; ${builtin.map((file) => `echo '  ${file}'`).join('; ')};;`,
    `esac`,
  ];
  for (const file of files) writeFile(file, '');
  return writeScript(binary, answers.join('\n'));
}

function writeFile(path: string, text: string): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

function writeScript(path: string, body: string): string {
  const full = writeFile(path, `#!/bin/sh\n${body}\n`);
  chmodSync(full, 0o755);
  return full;
}

function probed(binary: string): TargetProfile {
  const result = probeTarget(binary);
  if (isProbeFailure(result)) throw new Error(result.message);
  return result;
}

describe('the program suexec', () => {
  const withSuexec = (program: string) =>
    probed(
      fakeServer({
        binary: 'suexec/bin/httpd',
        builtin: [...CORE, 'mod_authz_core.c'],
        more: `\n -D SUEXEC_BIN="${program}"`,
      }),
    );

  test('that is not there', () => {
    expect(withSuexec('/none/suexec').suexec).toEqual({ program: '/none/suexec', isUsable: false });
  });

  test('is usable as a set-user-ID program of root alone', () => {
    const program = writeFile('suexec/bin/suexec', '');
    chmodSync(program, 0o755);
    expect(withSuexec(program).suexec?.isUsable).toBe(false);
    chmodSync(program, 0o4755);
    expect(withSuexec(program).suexec?.isUsable).toBe(process.getuid?.() === 0);
  });

  test('of a server that was built without it', () => {
    const binary = fakeServer({ binary: 'without/bin/httpd', builtin: [...CORE, 'mod_authz_core.c'] });
    expect(probed(binary)).not.toHaveProperty('suexec');
  });
});

describe('a server that answers', () => {
  test('module files near the binary are found, and third-party ones named after their file', () => {
    const binary = fakeServer({
      binary: 'rh/sbin/httpd',
      builtin: [...CORE, 'mod_foo.c'],
      files: [
        'rh/lib64/httpd/modules/mod_mpm_event.so',
        'rh/lib64/httpd/modules/mod_mpm_prefork.so',
        'rh/lib64/httpd/modules/libphp5.so',
        'rh/lib64/httpd/modules/mod_security2.so',
        'rh/lib64/httpd/modules/notes.txt',
      ],
    });
    expect(probed(binary)).toEqual({
      name: binary,
      version: '2.4.6',
      builtin: new Set(['core_module', 'so_module', 'http_module', 'foo_module']),
      loadable: new Map([
        ['php5_module', 'libphp5.so'],
        ['mpm_event_module', 'mod_mpm_event.so'],
        ['mpm_prefork_module', 'mod_mpm_prefork.so'],
        ['security2_module', 'mod_security2.so'],
      ]),
      moduleFolder: join(folder, 'rh/lib64/httpd/modules'),
      mpm: 'mpm_prefork_module',
      moduleStyle: 'load-module',
      family: 'source',
    });
  });

  test('the folder below the compiled-in root comes first', () => {
    const binary = fakeServer({
      binary: 'up/bin/httpd',
      root: join(folder, 'home'),
      files: ['up/modules/mod_a.so', 'home/modules/mod_b.so'],
    });
    expect(probed(binary).moduleFolder).toBe(join(folder, 'home/modules'));
  });

  test('a compiled-in MPM needs no other; a compiled-in module is no file to load', () => {
    const binary = fakeServer({
      binary: 'static/bin/httpd',
      builtin: [...CORE, 'worker.c', 'mod_alias.c'],
      files: ['static/modules/mod_mpm_prefork.so', 'static/modules/mod_alias.so'],
    });
    const profile = probed(binary);
    expect(profile.mpm).toBeNull();
    expect([...profile.loadable.keys()]).toEqual(['mpm_prefork_module']);
  });

  test('a server with everything compiled in needs no folder', () => {
    const binary = fakeServer({ binary: 'all/bin/httpd', builtin: [...CORE, 'event.c', 'mod_authz_core.c'] });
    expect(probed(binary)).toMatchObject({ mpm: null, loadable: new Map() });
  });

  test('a link to the binary stands for what it leads to; the environment is not handed on', () => {
    process.env['PROBE_SECRET'] = 'x';
    const binary = writeScript(
      'linked/real/bin/httpd',
      `[ -z "$PROBE_SECRET" ] && echo 'Server version: Apache/2.4.6'\necho '  mod_authz_core.c'`,
    );
    delete process.env['PROBE_SECRET'];
    symlinkSync(binary, join(folder, 'linked/httpd'));
    expect(probed(join(folder, 'linked/httpd')).name).toBe(binary);
  });
});

describe('servers that answer in their own way', () => {
  /** As 2.4.6 with its MPM in a file: -V wants one to be loaded, -v does not (seen on a build of that tag). */
  test('a server that answers -V only with an MPM', () => {
    writeFile('shy/modules/mod_mpm_event.so', '');
    const load = `LoadModule mpm_event_module "${join(folder, 'shy/modules/mod_mpm_event.so')}"`;
    const binary = writeScript(
      'shy/bin/httpd',
      [
        `case "$3 $4 $5" in`,
        `"-C "*" -V") [ "$4" = '${load}' ] && printf 'Server version: Apache/2.4.6\n -D AP_TYPES_CONFIG_FILE="conf/types"\n';;`,
        `"-v "*) echo 'Server version: Apache/2.4.6';;`,
        `"-l "*) echo '  core.c';;`,
        `esac`,
      ].join('\n'),
    );
    expect(probed(binary)).toMatchObject({
      version: '2.4.6',
      mpm: 'mpm_event_module',
      typesFile: 'conf/types',
    });
  });

  test('a command with arguments is asked as it is given, and has the modules of its usual package', () => {
    const script = writeScript(
      'bin/docker',
      `[ "$1 $2" = 'exec web' ] && [ "$3" = httpd ] || exit 1\n[ "$6" = -l ] && echo '  core.c' || ` +
        `printf 'Server version: Apache/2.4.37 (centos)\n -D HTTPD_ROOT="/etc/httpd"\n'`,
    );
    const profile = probed(`${script} exec web httpd`);
    expect(profile).toMatchObject({
      name: `${script} exec web httpd`,
      version: '2.4.37',
      moduleFolder: 'modules',
    });
    expect(profile.words).toEqual([script, 'exec', 'web', 'httpd']);
    expect(profile.loadable.get('rewrite_module')).toBe('mod_rewrite.so');
  });

  test('later names in an older release are asked for one by one', () => {
    const binary = writeScript(
      'patched/bin/httpd',
      [
        `case "$*" in`,
        `*-V) echo 'Server version: Apache/2.4.37';;`,
        `*-l) printf '  core.c\n  event.c\n  mod_authz_core.c\n  mod_unixd.c\n  mod_rewrite.c\n';;`,
        `*MergeSlashes*-t|*UnsafeAllow3F*-t) exit 0;;`,
        `*) exit 1;;`,
        `esac`,
      ].join('\n'),
    );
    const profile = probed(binary);
    expect([...(profile.backports ?? [])]).toEqual(['MergeSlashes', 'RewriteRule UnsafeAllow3F']);
    expect(isSince(profile, '2.4.39', 'MergeSlashes')).toBe(true);
    expect(isSince(profile, '2.4.39')).toBe(false);
    expect(knowsDirective(profile, 'MergeSlashes')).toBe(true);
    expect(unknownNames(profile, 'RewriteRule', '^/a$ /b [L,UnsafeAllow3F,BCTLS]')).toEqual([
      { name: 'RewriteRule BCTLS', since: 57 },
    ]);
  });
});

describe('a failure is a value with a message', () => {
  const failures: readonly (readonly [string, () => string, RegExp])[] = [
    ['missing', () => join(folder, 'no-such-httpd'), /no such program/],
    ['missing', () => 'no-such-program-in-path', /no such program/],
    ['not-runnable', () => writeFile('plain.txt', 'text'), /cannot be run/],
    ['not-runnable', () => folder, /cannot be run/],
    ['not-httpd', () => writeScript('other', 'echo hello'), /does not answer/],
    ['not-httpd', () => writeScript('silent', 'exit 3'), /does not answer/],
    ['wrong-version', () => fakeServer({ binary: 'old/bin/httpd', version: '2.2.34' }), /is httpd 2\.2\.34/],
    ['no-modules', () => fakeServer({ binary: 'bare/bin/httpd' }), /module files/],
  ];
  test.each(failures)('%s', (code, makeBinary, message) => {
    expect(probeTarget(makeBinary())).toEqual({
      type: 'probe-failure',
      code,
      message: expect.stringMatching(message),
    });
  });

  test('no answer in time', () => {
    const result = probeTarget(writeScript('slow', 'exec sleep 5'), 200);
    expect(result).toMatchObject({ code: 'no-answer', message: expect.stringContaining('0.2 seconds') });
  });
});

const APACHE = '/usr/sbin/apache2';
const onServer = existsSync(APACHE) || process.env['CI'] === 'true' ? test : test.skip;
if (onServer === test.skip) process.stderr.write(`SKIPPED: ${APACHE} is not here to be probed\n`);

onServer('a real Debian server is what the debian profile says', () => {
  const profile = probed(APACHE);
  const debian = targetProfile('debian');
  expect(profile.version).toMatch(/^2\.4\.\d+$/);
  expect([...profile.builtin].toSorted()).toEqual([...debian.builtin].toSorted());
  expect([...profile.loadable].toSorted()).toEqual([...debian.loadable].toSorted());
  expect([profile.moduleFolder, profile.mpm]).toEqual([debian.moduleFolder, debian.mpm]);
});
