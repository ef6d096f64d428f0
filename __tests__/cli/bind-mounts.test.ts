import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeFolderInMemory, snapshot } from '../output/tree-on-disk.ts';
import { canMount, runWithMounts } from './private-mounts.ts';
import { rejectStaleBuild } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

const LIMITS = 'MaxRequestsPerChild 1000\n';
const FILES: Readonly<Record<string, string>> = {
  'tree/httpd.conf': 'ServerRoot "/etc/httpd"\nListen 80\nMaxClients 150\nInclude conf.d/*.conf\n',
  'tree/conf.d/a.conf': 'MaxClients 20\n',
  'tree/conf.d/b.conf': LIMITS,
  'elsewhere/a.conf': LIMITS,
  'elsewhere/b.conf': 'MaxClients 30\n',
};
const HERE = 'httpd-codemod: nothing was written; the files are as they were.\n';
const MOUNTED =
  "is a mount point of its own, and a rename can't replace what is mounted: change the file that it comes from, or unmount it first";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function inMemory(): string {
  made.push(makeFolderInMemory());
  return made.at(-1)!;
}

const STATES: readonly (readonly [string, () => string])[] = [
  ['on the same file system', () => tempTree({})],
  ['on another one', inMemory],
];

function makeScene(state: string, files = FILES) {
  const root = tempTree(files);
  const env = { XDG_STATE_HOME: state };
  const mounts: string[] = [];
  return {
    root,
    /** For each run that follows. */
    mount: (from: string, to: string, options = 'bind') =>
      mounts.push(`mount -o ${options} ${join(root, from)} ${join(root, to)}`),
    unmount: () => mounts.splice(0),
    run: (...words: string[]) => {
      const { exitCode, stderr } = runWithMounts(['true', ...mounts], words, {
        folder: join(root, 'tree'),
        env,
      });
      return { exitCode, stderr: stderr.replaceAll(root, 'ROOT') };
    },
    list: () => runWithMounts(['true', ...mounts], ['undo', '--list'], { folder: root, env }).stdout,
    texts: () => readTree(root),
  };
}

const WRITE = ['.', '--write', '--quiet'];
const DONE = { exitCode: 0, stderr: '' };

(canMount() ? describe : describe.skip)('a folder that is mounted in the tree', () => {
  test.each(someOf(STATES, 2))('is written and put back, journals %s', (_, state) => {
    const { root, mount, run, texts } = makeScene(state());
    mount('elsewhere', 'tree/conf.d');
    const before = snapshot(root);
    expect(run(...WRITE)).toEqual(DONE);
    expect(texts()).toEqual({
      ...FILES,
      'tree/httpd.conf': FILES['tree/httpd.conf']!.replace('MaxClients', 'MaxRequestWorkers'),
      'elsewhere/a.conf': 'MaxConnectionsPerChild 1000\n',
      'elsewhere/b.conf': 'MaxRequestWorkers 30\n',
    });
    expect(run('undo', '.', '--quiet')).toEqual(DONE);
    expect(snapshot(root)).toEqual(before);
  });

  test.each(someOf(STATES, 2))('at two places is written once, and put back, journals %s', (_, state) => {
    const include = `${FILES['tree/httpd.conf']!}Include twice/*.conf\n`;
    const files = { ...FILES, 'tree/httpd.conf': include, 'tree/twice/.keep': '' };
    const { root, mount, run, texts } = makeScene(state(), files);
    mount('tree/conf.d', 'tree/twice');
    const before = snapshot(root);
    expect(run(...WRITE)).toEqual(DONE);
    expect(texts()).toMatchObject({
      'tree/conf.d/a.conf': 'MaxRequestWorkers 20\n',
      'tree/conf.d/b.conf': 'MaxConnectionsPerChild 1000\n',
    });
    expect(run('undo', 'twice/a.conf', '--quiet')).toEqual(DONE);
    expect(snapshot(root)).toEqual(before);
  });
});

(canMount() ? describe : describe.skip)('a tree on a disk that became read-only since the write', () => {
  test.each(someOf(STATES, 2))('keeps the run that is to be undone, journals %s', (_, state) => {
    const { root, mount, unmount, run, list } = makeScene(state());
    const old = snapshot(root);
    expect(run(...WRITE)).toEqual(DONE);
    const before = snapshot(root);
    mount('tree', 'tree');
    mount('tree', 'tree', 'remount,bind,ro');
    const problem = 'could not make .httpd-codemod.lock in it: the file system is read-only (EROFS)';
    expect(run('undo', '.')).toEqual({
      exitCode: 2,
      stderr: `httpd-codemod: conf.d: ${problem}\nhttpd-codemod: nothing was changed.\n`,
    });
    expect(snapshot(root)).toEqual(before);
    expect(list()).toContain(' done ');
    unmount();
    expect(run('undo', '.', '--quiet')).toEqual(DONE);
    expect(snapshot(root)).toEqual(old);
  });
});

(canMount() ? describe : describe.skip)('a file that is mounted in the tree', () => {
  test.each(someOf(STATES, 2))('is named, each of them, before anything changes: journals %s', (_, state) => {
    const { root, mount, run } = makeScene(state());
    mount('elsewhere/a.conf', 'tree/conf.d/a.conf');
    mount('elsewhere/b.conf', 'tree/conf.d/b.conf');
    const before = snapshot(root);
    const named = ['a', 'b'].map((name) => `httpd-codemod: conf.d/${name}.conf: ${MOUNTED}\n`);
    expect(run(...WRITE)).toEqual({ exitCode: 2, stderr: [...named, HERE].join('') });
    expect(snapshot(root)).toEqual(before);
  });

  test('with another name to come is named once', () => {
    const files = {
      'tree/apache2.conf': 'ServerRoot "/etc/apache2"\nListen 80\nInclude sites-enabled/\n',
      'tree/sites-enabled/plain': '<VirtualHost *:80>\n  ServerName a.example\n</VirtualHost>\n',
    };
    const { root, mount, run } = makeScene(tempTree({}), files);
    mount('tree/sites-enabled/plain', 'tree/sites-enabled/plain');
    const before = snapshot(root);
    const stderr = `httpd-codemod: sites-enabled/plain: ${MOUNTED}\n${HERE}`;
    expect(run(...WRITE, '--target', 'debian')).toEqual({ exitCode: 2, stderr });
    expect(snapshot(root)).toEqual(before);
  });

  test.each(someOf(STATES, 2))('since the write stands against undo, journals %s', (_, state) => {
    const { root, mount, unmount, run } = makeScene(state());
    const old = snapshot(root);
    expect(run(...WRITE)).toEqual(DONE);
    const before = snapshot(root);
    mount('tree/conf.d/b.conf', 'tree/conf.d/b.conf');
    const stderr = `httpd-codemod: conf.d/b.conf: ${MOUNTED}\nhttpd-codemod: nothing was changed.\n`;
    expect(run('undo', '.')).toEqual({ exitCode: 2, stderr });
    expect(snapshot(root)).toEqual(before);
    unmount();
    expect(run('undo', '.', '--quiet')).toEqual(DONE);
    expect(snapshot(root)).toEqual(old);
  });

  test('read-only is named as such', () => {
    const { root, mount, run } = makeScene(tempTree({}));
    mount('elsewhere/b.conf', 'tree/conf.d/b.conf');
    mount('elsewhere/b.conf', 'tree/conf.d/b.conf', 'remount,bind,ro');
    const before = snapshot(root);
    const problem = 'could not write to it: the file system is read-only (EROFS)';
    expect(run(...WRITE)).toEqual({
      exitCode: 2,
      stderr: `httpd-codemod: conf.d/b.conf: ${problem}\n${HERE}`,
    });
    expect(snapshot(root)).toEqual(before);
  });

  test('and need not change is no obstacle', () => {
    const files = { ...FILES, 'tree/conf.d/b.conf': 'Timeout 5\n' };
    const { mount, run } = makeScene(tempTree({}), files);
    mount('tree/conf.d/b.conf', 'tree/conf.d/b.conf');
    expect(run(...WRITE)).toEqual(DONE);
    expect(run('undo', '.', '--quiet')).toEqual(DONE);
  });
});
