import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exactSnapshot, makeFolder, makeFolderInMemory } from '../output/tree-on-disk.ts';
import {
  attributesIn,
  attributesOf,
  canSetAttributes,
  setAttribute,
  setDefaultAcl,
} from './file-attributes.ts';
import { canMount, runWithMounts } from './private-mounts.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { writeFiles } from './temp-tree.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

const made: string[] = [];
afterAll(() => {
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true });
});

function keep(folder: string): string {
  made.push(folder);
  return folder;
}

const PLAIN = '<VirtualHost *:80>\n  ServerName plain.example\n</VirtualHost>\n';
const OPEN = '  <Location />\n    Order allow,deny\n    Allow from all\n  </Location>\n';

/** Of Debian's: a file that changes, one that changes and gets another name, one that only gets another name; a link each. */
const FILES: Readonly<Record<string, string>> = {
  'apache2.conf': 'ServerRoot "/etc/apache2"\nListen 80\nMaxClients 150\nInclude sites-enabled/\n',
  'sites-available/default': PLAIN.replace('</', `${OPEN}</`),
  'sites-available/plain': PLAIN,
};
const NEW_NAMES: Readonly<Record<string, string>> = {
  'apache2.conf': 'apache2.conf',
  'sites-available/default': 'sites-available/default.conf',
  'sites-available/plain': 'sites-available/plain.conf',
};
const LINKS = ['default', 'plain'];

function makeServer(base: string): string {
  const folder = join(keep(base), 'apache2');
  writeFiles(folder, FILES);
  fs.mkdirSync(join(folder, 'sites-enabled'));
  for (const name of LINKS) {
    fs.symlinkSync(`../sites-available/${name}`, join(folder, 'sites-enabled', name));
  }
  return folder;
}

/** The program on a server, with a history of its own. What stands on standard error, if it fails. */
function programOn(folder: string, state: string) {
  const env = { XDG_STATE_HOME: keep(state) };
  return (...words: string[]): string => {
    const { exitCode, stderr } = runProgram(words, { folder, env });
    return exitCode === 0 ? '' : stderr;
  };
}

const WRITE = ['.', '--write', '--target', 'debian', '--quiet'];

/** The tree, and its history, on one file system or on two: then the history has copies. */
const PLACES: readonly (readonly [string, () => string, () => string])[] = [
  ['on the same file system', () => makeFolder(), () => makeFolder()],
  ['in memory', () => makeFolder(), () => makeFolderInMemory()],
  ['on the disk, the tree in memory', () => makeFolderInMemory(), () => makeFolder()],
];

(canSetAttributes() ? describe : describe.skip)('what a file has beside its bytes', () => {
  test.each(someOf(PLACES, 3))('is on the new one, and back after undo: history %s', (_, place, state) => {
    const folder = makeServer(place());
    const attributes = attributesIn(folder);
    const links = attributes.filter(({ isForLinks }) => isForLinks);
    for (const name of Object.keys(FILES)) {
      for (const one of attributes) setAttribute(one, join(folder, name));
    }
    for (const name of LINKS) for (const one of links) setAttribute(one, join(folder, 'sites-enabled', name));
    const of = (name: string) => attributesOf(join(folder, name));
    const all = () => [...Object.keys(FILES), ...LINKS.map((name) => `sites-enabled/${name}`)].map(of);
    const [before, tree] = [all(), times(folder)];
    expect(Object.keys(before[0]!)).toEqual(expect.arrayContaining(attributes.map(({ name }) => name)));
    expect(Object.keys(before.at(-1)!)).toEqual(links.map(({ name }) => name).toSorted());

    const run = programOn(folder, state());
    expect(run(...WRITE)).toBe('');
    for (const [name, newName] of Object.entries(NEW_NAMES)) {
      expect([newName, of(newName)]).toEqual([newName, before[Object.keys(FILES).indexOf(name)]]);
    }
    expect(fs.readFileSync(join(folder, 'apache2.conf'), 'latin1')).toContain('MaxRequestWorkers');
    expect(run('undo', '.')).toBe('');
    expect(all()).toEqual(before);
    expect(times(folder)).toEqual(tree);
  });

  test.each(someOf(PLACES, 3))(
    'and nothing else: a folder may give what is made in it an ACL, history %s',
    (_, place, state) => {
      const folder = makeServer(place());
      for (const name of ['.', 'sites-available', 'sites-enabled']) {
        const refusal = setDefaultAcl(join(folder, name), 'u:12345:rwx,g:54321:rwx');
        if (refusal !== null) return console.warn(`SKIPPED: no ACL of a folder in ${folder}: ${refusal}`);
      }
      const [tree, attributes] = [
        times(folder),
        () => Object.values(NEW_NAMES).map((name) => attributesOf(join(folder, name))),
      ];
      const run = programOn(folder, state());
      expect(run(...WRITE)).toBe('');
      expect(attributes()).toEqual([{}, {}, {}]);
      expect(run('undo', '.')).toBe('');
      expect(Object.keys(FILES).map((name) => attributesOf(join(folder, name)))).toEqual([{}, {}, {}]);
      expect(times(folder)).toEqual(tree);
    },
  );
});

const RAMFS = 'mount -t ramfs none';

(canSetAttributes() && canMount(`${RAMFS} /tmp`) ? describe : describe.skip)(
  'a history that keeps no extended attributes',
  () => {
    test.each([
      [
        'is told of, for undo will not give them back',
        'setfattr',
        /: did not take all extended attributes of the originals/,
      ],
      ['is not where there are none', 'true', /^Written: /m],
    ])('%s', (_, tool, expected) => {
      const folder = makeServer(makeFolder());
      const state = keep(makeFolder());
      const words = tool === 'true' ? [] : ['-n', 'user.note', '-v', 'by hand'];
      expect(spawnSync(tool, [...words, join(folder, 'apache2.conf')]).status).toBe(0);
      const written = runWithMounts([`${RAMFS} ${state}`], ['.', '--write', '--target', 'debian'], {
        folder,
        env: { XDG_STATE_HOME: state },
      });
      expect([written.exitCode, written.stderr]).toEqual([0, expect.stringMatching(expected)]);
      expect(written.stderr.includes('extended attributes')).toBe(tool !== 'true');
    });

    test('and no ACLs is refused where there are any', () => {
      const folder = makeServer(makeFolder());
      const state = keep(makeFolder());
      const path = join(folder, 'apache2.conf');
      const { status, stderr } = spawnSync('setfacl', ['-m', 'u:12345:r', path], { encoding: 'utf8' });
      if (status !== 0) return console.warn(`SKIPPED: no ACL can be set in ${folder}: ${stderr}`);
      const before = exactSnapshot(folder);
      const env = { XDG_STATE_HOME: state };
      const written = runWithMounts([`${RAMFS} ${state}`], WRITE, { folder, env });
      expect([written.exitCode, written.stderr]).toEqual([
        2,
        expect.stringMatching(/preserving permissions for .*apache2\.conf.*\n.*nothing was written/),
      ]);
      expect(exactSnapshot(folder)).toEqual(before);
    });
  },
);

(canMount() ? describe : describe.skip)('a cp that is not GNU', () => {
  test('is asked for its name and for nothing else: of another coreutils nobody knows what it keeps', () => {
    const folder = makeServer(makeFolder());
    const base = keep(makeFolder());
    const [fake, log] = [join(base, 'cp'), join(base, 'log')];
    fs.writeFileSync(fake, `#!/bin/sh\necho "$*" >>${log}\necho "cp (uutils coreutils) 0.2.2"\n`, {
      mode: 0o755,
    });
    const mounts = ['/usr/bin/gnucp', '/bin/cp'].map(
      (path) => `{ [ ! -e ${path} ] || mount --bind ${fake} ${path}; }`,
    );
    const env = { XDG_STATE_HOME: base };
    expect(runWithMounts(mounts, WRITE, { folder, env }).exitCode).toBe(0);
    expect(fs.readFileSync(log, 'latin1')).toBe('--version\n');
    expect(fs.readFileSync(join(folder, 'apache2.conf'), 'latin1')).toContain('MaxRequestWorkers');
  });
});

/** All of a tree but the numbers of inodes, which copies do not have. */
function times(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exactSnapshot(folder)).map(([name, facts]) => [
      name,
      facts.replace(/^([\d.]+) \d+ /, '$1 '),
    ]),
  );
}
