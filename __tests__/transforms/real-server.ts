import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FIXTURE_ROOT } from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';

const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
/** One MPM is enough, and 2.2's default has every lock that Mutex can name. */
const OTHER_MPMS = /^mod_mpm_(?:event|worker)\.so$/;

/** False, said aloud, where there is no server to ask. In CI there must be one. */
export function hasServer(): boolean {
  const isThere = existsSync(BINARY);
  if (!isThere && process.env.CI) throw new Error(`${BINARY} is missing`);
  if (!isThere) console.warn(`SKIPPED: ${BINARY} is missing, no fixture is shown to a real server`);
  return isThere;
}

/** `2.4.68`. */
export function serverVersion(): string {
  const { stdout } = spawnSync(BINARY, ['-v'], { encoding: 'latin1' });
  return /Apache\/([\d.]+)/.exec(stdout)?.[1] ?? '';
}

/** What `-t` says to a fixture's tree with these texts, every module loaded: '' if it accepts it, else its message. */
export function askServer(fixture: Fixture, texts: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fixture-'));
  try {
    layOut(fixture, texts, root);
    const run = spawnSync(BINARY, ['-t', '-d', root, '-f', 'main.conf', ...defines(fixture)], {
      encoding: 'latin1',
    });
    return run.status === 0 ? '' : run.stderr.replaceAll(root, FIXTURE_ROOT);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function layOut(fixture: Fixture, texts: Readonly<Record<string, string>>, root: string): void {
  const here = (text: string): string => text.replaceAll(FIXTURE_ROOT, root);
  for (const folder of ['logs', 'htdocs', ...(fixture.settings.folders ?? [])])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), here(text), 'latin1');
  }
  for (const [path, target] of Object.entries(fixture.links)) symlinkSync(here(target), join(root, path));
  symlinkSync(MODULES, join(root, 'modules'));
  writeFileSync(join(root, 'main.conf'), mainFile(root, entryOf(texts)));
}

function mainFile(root: string, entry: string): string {
  const head = [
    `ServerRoot "${root}"`,
    'ServerName fixture.test',
    'Listen 127.0.0.1:9',
    'ErrorLog /dev/null',
    'PidFile pid',
  ];
  const files = readdirSync(MODULES).filter((name) => name.startsWith('mod_') && !OTHER_MPMS.test(name));
  const modules = files.map(
    (name) => `LoadModule ${name.slice('mod_'.length, -'.so'.length)}_module modules/${name}`,
  );
  return [...head, ...modules, `Include "${entry}"`, ''].join('\n');
}

function entryOf(texts: Readonly<Record<string, string>>): string {
  const known = ['conf/httpd.conf', 'httpd.conf', 'apache2.conf'].find((path) => path in texts);
  if (known === undefined) throw new Error('the fixture has no main file');
  return known;
}

function defines({ settings }: Fixture): string[] {
  return (settings.defines ?? []).flatMap((name) => ['-D', name]);
}
