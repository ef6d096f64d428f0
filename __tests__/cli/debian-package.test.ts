import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BINARY, hasServer, send, startServer } from '../access/oracle/running-server.ts';
import { freePort } from '../free-port.ts';
import { snapshot } from '../output/tree-on-disk.ts';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

// A tree of Debian 7 is migrated, laid over the tree that the package of Debian's own 2.4 has installed, and started with it.

beforeAll(rejectStaleBuild);

const TREE = join(PROJECT, '__fixtures__/trees/debian-7');

interface Laid {
  readonly folder: string;
  /** The migrated tree. */
  readonly tree: string;
  readonly port: number;
}

/** A copy of the tree for this port, with a folder to serve. */
async function layOut(files: Readonly<Record<string, string>> = {}): Promise<Laid> {
  const folder = tempTree({ 'www/index.html': 'notes', 'www/drafts/index.html': 'drafts' });
  chmodSync(folder, 0o755);
  const tree = join(folder, 'apache2');
  cpSync(TREE, tree, { recursive: true, verbatimSymlinks: true });
  const port = await freePort();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
  for (const name of ['ports.conf', 'sites-available/default']) {
    const text = readFileSync(join(tree, name), 'utf8');
    const here = text.replaceAll('8643', `${port}`).replaceAll('/srv/notes', join(folder, 'www'));
    writeFileSync(join(tree, name), here);
  }
  return { folder, tree, port };
}

function migrate({ folder, tree }: Laid): void {
  const state = { XDG_STATE_HOME: join(folder, 'state') };
  const words = [tree, '--target', 'debian13', '--write', '--quiet'];
  const { exitCode, stderr } = runProgram(words, { folder, env: state });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

/** The package's own tree with the migrated one laid over it, and the variables that its envvars would set. */
function layOverPackage({ folder, tree }: Laid) {
  const root = join(folder, 'installed');
  cpSync('/etc/apache2', root, { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(tree, { recursive: true, encoding: 'utf8' }))
    if (/\/.+\.\w+$/.test(name)) rmSync(join(root, name), { force: true });
  cpSync(tree, root, { recursive: true, verbatimSymlinks: true });
  for (const name of ['run', 'lock', 'log']) mkdirSync(join(folder, name));
  const env = {
    APACHE_RUN_USER: 'www-data',
    APACHE_RUN_GROUP: 'www-data',
    APACHE_PID_FILE: join(folder, 'run/pid'),
    APACHE_RUN_DIR: join(folder, 'run'),
    APACHE_LOCK_DIR: join(folder, 'lock'),
    APACHE_LOG_DIR: join(folder, 'log'),
  };
  return { args: ['-d', root, '-f', 'apache2.conf'], env, root };
}

(hasServer() ? describe : describe.skip)('over the tree of the package of 2.4', () => {
  test('it starts with one MPM, and answers as 2.2 did', async () => {
    const laid = await layOut();
    migrate(laid);
    const { args, env } = layOverPackage(laid);
    const modules = spawnSync(BINARY, [...args, '-M'], { encoding: 'utf8', env }).stdout;
    expect(modules.match(/mpm_\w+_module/g)).toEqual(['mpm_event_module']);
    const server = await startServer(args, env, laid.port);
    const ask = (path: string) => send(laid.port, { method: 'GET', path, client: '127.0.0.1' });
    try {
      expect(await Promise.all(['/', '/drafts/', '/cgi-bin/x', '/server-status'].map(ask))).toEqual([
        200, 403, 403, 200,
      ]);
    } finally {
      await server.stop();
    }
  });

  test('what is made is called, and says, what a2enmod and a2enconf would have left', async () => {
    const laid = await layOut();
    migrate(laid);
    const own = (name: string) => readFileSync(join(laid.tree, name), 'utf8');
    const packaged = (name: string) => readFileSync(join('/etc/apache2', name), 'utf8');
    for (const name of ['mods-available/authz_core.load', 'mods-available/mpm_event.load'])
      expect(own(name)).toBe(packaged(name));
    const enabled = readdirSync(join(laid.tree, 'mods-enabled'));
    expect(enabled).toEqual(expect.arrayContaining(['authz_core.load', 'mpm_event.conf', 'mpm_event.load']));
    expect(readdirSync(join(laid.tree, 'conf-enabled'))).toEqual(
      readdirSync(join(laid.tree, 'conf-available')),
    );
    expect(own('apache2.conf')).not.toContain('LoadModule');
    expect(own('apache2.conf')).toContain('Mutex file:${APACHE_LOCK_DIR} default\n');
  });
});

test('undo takes the files, links and folders away again', async () => {
  const laid = await layOut();
  const before = snapshot(laid.tree);
  migrate(laid);
  expect(snapshot(laid.tree)).not.toEqual(before);
  const env = { XDG_STATE_HOME: join(laid.folder, 'state') };
  expect(runProgram(['undo', laid.tree], { folder: laid.folder, env }).exitCode).toBe(0);
  expect(snapshot(laid.tree)).toEqual(before);
});

test('the diff makes the same tree', async () => {
  const [laid, other] = [await layOut(), await layOut()];
  migrate(laid);
  const { stdout } = runProgram([other.tree, '--target', 'debian13'], { folder: other.tree });
  const applied = spawnSync('patch', ['--binary', '-p1'], {
    cwd: other.tree,
    input: Buffer.from(stdout, 'latin1'),
  });
  expect(applied.status).toBe(0);
  const names = (tree: string) => Object.keys(snapshot(tree)).filter((name) => name !== 'conf.d');
  expect(names(other.tree)).toEqual(names(laid.tree));
});

test('a copy of the tree (--out) has them, too', async () => {
  const [laid, other] = [await layOut(), await layOut()];
  migrate(laid);
  const out = join(other.folder, 'out');
  runProgram([other.tree, '--target', 'debian13', '--out', out], { folder: other.folder });
  expect(Object.keys(snapshot(out))).toEqual(Object.keys(snapshot(laid.tree)));
});
