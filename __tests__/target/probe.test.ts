import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isProbeFailure, probeTarget, targetProfile, type TargetProfile } from '../../src/target/index.ts';

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
}

const CORE = ['core.c', 'mod_so.c', 'http_core.c'];

/** A script that answers as httpd does, and empty module files. Paths are below the test's folder. */
function fakeServer({
  binary,
  version = '2.4.6',
  root = '/nowhere',
  builtin = CORE,
  files = [],
}: FakeServer) {
  const answers = [
    `case "$3" in`,
    `-V) echo 'Server version: Apache/${version} (Unix)'; echo ' -D HTTPD_ROOT="${root}"'; exit 1;;`,
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
