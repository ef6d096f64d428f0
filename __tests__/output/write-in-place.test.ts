import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { nodeFileSystem, writeInPlace } from '../../src/output/index.ts';
import type { FileSystem, Ledger, WriteResult } from '../../src/output/index.ts';
import { buildPatchSet, renamePatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch, LinkPatch } from '../../src/patch/index.ts';
import { by, makeFile, makeFolder, makeLedger, snapshot, systemError } from './tree-on-disk.ts';

const isRoot = process.getuid?.() === 0;

let root: string;
beforeEach(() => {
  root = makeFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const file = (name: string, text: string, from: string, to: string) => makeFile(at(name), text, from, to);
const read = (name: string): string => fs.readFileSync(at(name), 'latin1');
const link = (path: string, target: string): LinkPatch => ({ type: 'link', path: at(path), target, by });
const unlink = (path: string, target?: string): LinkPatch => ({
  type: 'unlink',
  path: at(path),
  ...(target === undefined ? {} : { target }),
  by,
});

function problems(result: WriteResult): string[] {
  return result.type === 'written'
    ? []
    : result.problems.map(({ path, code, message }) => `${path.replace(root, '')}: ${code}: ${message}`);
}

const NOBODY = 65534;
const testAsRoot = isRoot ? test : test.skip;

/** A ledger that the user whom permissions bind can write. */
function theirLedger(): Ledger {
  const ledger = makeLedger();
  if (isRoot) fs.chownSync(ledger.folder, NOBODY, NOBODY);
  return ledger;
}

/** The same work by a user whom permissions bind. */
function withoutPrivileges<T>(work: () => T): T {
  if (!isRoot) return work();
  fs.chmodSync(root, 0o755);
  process.seteuid!(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid!(0);
  }
}

describe('what is written', () => {
  test('the new bytes of every file, exactly', () => {
    const files = [
      file('crlf.conf', 'Order allow\r\nAllow all\r\n', 'Order', 'Require'),
      file('sub/no-newline', 'a\nlast', 'last', 'end'),
      file('bytes', '\xef\xbb\xbf\xe9\x00\xff\n', '\xe9', '\x80'),
      file('emptied', 'x\n', 'x\n', ''),
      file('filled', '', '', 'new'),
    ];
    const result = writeInPlace(buildPatchSet(files));
    expect(result).toEqual({
      type: 'written',
      paths: files.map(({ path }) => path).toSorted(),
      notes: [],
      run: expect.any(String),
    });
    for (const { path, after } of files) expect(fs.readFileSync(path, 'latin1')).toBe(after);
    expect(Object.keys(snapshot(root)).filter((path) => path.includes('.tmp'))).toEqual([]);
  });

  test('nothing, if a file that was read and does not change says something else by then', () => {
    const patch = file('a', 'a\n', 'a', 'b');
    fs.writeFileSync(at('beside'), 'now\n');
    const readThen = (text: string | null) =>
      writeInPlace(buildPatchSet([patch]), { read: new Map([[at('beside'), text]]) });
    expect(problems(readThen('then\n'))).toEqual([
      '/beside: changed: was changed by somebody else since it was read',
    ]);
    expect(read('a')).toBe('a\n');
    expect(readThen('now\n').type).toBe('written');
    expect(read('a')).toBe('b\n');
  });

  test('mode and owner stay', () => {
    const patch = file('secret', 'a\n', 'a', 'b');
    fs.chmodSync(patch.path, 0o4640);
    if (isRoot) {
      fs.chownSync(patch.path, 12345, 54321);
      fs.chmodSync(patch.path, 0o4640);
    }
    const { uid, gid } = fs.statSync(patch.path);
    expect(writeInPlace(buildPatchSet([patch])).type).toBe('written');
    expect(fs.statSync(patch.path)).toMatchObject({ uid, gid, mode: 0o104640 });
  });

  test('a temporary file is private until it is whole', () => {
    const modes: number[] = [];
    const spy: FileSystem = {
      ...nodeFileSystem,
      write(fd, text) {
        modes.push(fs.fstatSync(fd).mode & 0o777);
        nodeFileSystem.write(fd, text);
      },
    };
    writeInPlace(buildPatchSet([file('a', 'a', 'a', 'b')]), { ledger: makeLedger(spy) });
    // The journal, the file, and when its folder changed.
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test('a symbolic link to the file stays a link and shows the new text', () => {
    const patch = file('sites-available/site', 'a\n', 'a', 'b');
    fs.symlinkSync('sites-available/site', at('enabled'));
    writeInPlace(buildPatchSet([patch]));
    expect(fs.readlinkSync(at('enabled'))).toBe('sites-available/site');
    expect(read('enabled')).toBe('b\n');
  });

  test('renames, with and without new text', () => {
    const plain = renamePatch(startPatch(file('a', 'a\n', 'a', 'b').path, 'a\n', null), at('a.conf'));
    const edited = renamePatch(file('c', 'c\n', 'c', 'd'), at('c.conf'));
    fs.chmodSync(at('c'), 0o640);
    const { ino } = fs.statSync(at('a'));
    expect(writeInPlace(buildPatchSet([plain, edited]))).toEqual({
      type: 'written',
      paths: [at('a.conf'), at('c.conf')],
      notes: [],
      run: expect.any(String),
    });
    expect(fs.readdirSync(root)).toEqual(['a.conf', 'c.conf']);
    expect(fs.statSync(at('a.conf')).ino).toBe(ino);
    expect([read('c.conf'), fs.statSync(at('c.conf')).mode & 0o777]).toEqual(['d\n', 0o640]);
  });

  test('links made, removed and given a new target', () => {
    fs.mkdirSync(at('mods-enabled'));
    fs.symlinkSync('../old', at('mods-enabled/gone.load'));
    fs.symlinkSync('../old', at('mods-enabled/moved.load'));
    const links = [
      unlink('mods-enabled/gone.load', '../old'),
      link('mods-enabled/moved.load', '../new'),
      unlink('mods-enabled/moved.load'),
      link('mods-enabled/made.load', '../mods-available/made.load'),
    ];
    expect(writeInPlace(buildPatchSet([], links)).type).toBe('written');
    expect(fs.readdirSync(at('mods-enabled'))).toEqual(['made.load', 'moved.load']);
    expect(fs.readlinkSync(at('mods-enabled/moved.load'))).toBe('../new');
    expect(fs.readlinkSync(at('mods-enabled/made.load'))).toBe('../mods-available/made.load');
  });

  test('names of one file that are all rewritten stay one file; another name keeps the old text and is noted', () => {
    const first = file('one', 'a\n', 'a', 'b');
    fs.linkSync(at('one'), at('two'));
    const second = { ...first, path: at('two'), newPath: at('two') };
    expect(writeInPlace(buildPatchSet([first, second]))).toMatchObject({ type: 'written', notes: [] });
    expect(fs.statSync(at('one')).ino).toBe(fs.statSync(at('two')).ino);
    expect(read('two')).toBe('b\n');

    fs.linkSync(at('one'), at('snapshot'));
    const again = file('one', 'b\n', 'b', 'c');
    expect(writeInPlace(buildPatchSet([again]))).toMatchObject({
      notes: [{ path: at('one'), message: 'had 2 more names (hard links), which keep the old text' }],
    });
    expect([read('one'), read('snapshot'), read('two')]).toEqual(['c\n', 'b\n', 'b\n']);
  });

  test('an empty patch set writes nothing', () => {
    expect(writeInPlace(buildPatchSet([]))).toEqual({
      type: 'written',
      paths: [],
      notes: [],
      run: null,
    });
  });
});

describe('what is refused, with the tree left as it was', () => {
  /** One more file that could be written, so that "nothing" means something. */
  const expectRefused = (
    patches: FilePatch[],
    links: LinkPatch[],
    expected: string[],
    fileSystem?: FileSystem,
  ): void => {
    const fine = file('fine', 'fine\n', 'fine', 'changed');
    const before = snapshot(root);
    const result = writeInPlace(buildPatchSet([...patches, fine], links), { ledger: makeLedger(fileSystem) });
    expect(result.type).toBe('refused');
    expect(problems(result)).toEqual(expected);
    expect(snapshot(root)).toEqual(before);
  };

  test('a file that changed since it was read, even one of equal size and time', () => {
    const patch = file('a', 'aaa\n', 'a', 'b');
    const { atime, mtime } = fs.statSync(at('a'));
    fs.writeFileSync(at('a'), 'aab\n');
    fs.utimesSync(at('a'), atime, mtime);
    expectRefused([patch], [], ['/a: changed: was changed by somebody else since it was read']);
  });

  test('files that vanished: all are named', () => {
    const patches = [file('a', 'a', 'a', 'b'), file('b', 'a', 'a', 'b')];
    for (const { path } of patches) fs.unlinkSync(path);
    expectRefused(
      patches,
      [],
      ['/a: vanished: is not there any more', '/b: vanished: is not there any more'],
    );
  });

  test('a file that became a link, a folder', () => {
    const patches = [file('a', 'a', 'a', 'b'), file('b', 'a', 'a', 'b')];
    for (const { path } of patches) fs.unlinkSync(path);
    fs.writeFileSync(at('elsewhere'), 'a');
    fs.symlinkSync('elsewhere', at('a'));
    fs.mkdirSync(at('b'));
    expectRefused(
      patches,
      [],
      [
        '/a: changed: has become a symbolic link since it was read',
        '/b: system: could not read it again: it is a folder (EISDIR)',
      ],
    );
  });

  test('text that came from no file', () => {
    const patch = { ...file('a', 'a', 'a', 'b'), path: '<stdin>', newPath: '<stdin>' };
    expectRefused([patch], [], ['<stdin>: not-a-file: this text came from no file and has none to go to']);
  });

  test('a new name that is taken', () => {
    const patch = renamePatch(file('a', 'a', 'a', 'b'), at('taken'));
    fs.symlinkSync('nowhere', at('taken'));
    expectRefused([patch], [], ['/taken: exists: something of that name exists already']);
  });

  test('two changes that want one path', () => {
    const patches = [
      renamePatch(file('a', 'a', 'a', 'b'), at('c')),
      renamePatch(file('b', 'a', 'a', 'b'), at('c')),
    ];
    expectRefused(
      patches,
      [link('c', 'x')],
      [
        '/c: collision: two changes want this path (rename, rename)',
        '/c: collision: two changes want this path (rename, link)',
      ],
    );
  });

  test('links: no link there, another target, name taken, no folder', () => {
    fs.writeFileSync(at('plain'), '');
    fs.symlinkSync('here', at('other'));
    const links = [
      unlink('gone'),
      unlink('other', 'there'),
      unlink('plain'),
      link('plain2', 'x'),
      link('no/folder', 'x'),
    ];
    fs.writeFileSync(at('plain2'), '');
    expectRefused([], links, [
      '/gone: vanished: is not there any more',
      '/other: changed: points somewhere else than when it was read',
      '/plain: not-a-file: is no symbolic link',
      '/no/folder: system: could not use its folder: no such file or folder (ENOENT)',
      '/plain2: exists: something of that name exists already',
    ]);
  });

  test('a file or folder that may not be written to', () => {
    const patch = file('locked/a', 'a', 'a', 'b');
    const noWrite: FileSystem = {
      ...nodeFileSystem,
      checkWritable(folder) {
        if (fs.realpathSync(folder) === at('locked')) throw systemError('EACCES');
        nodeFileSystem.checkWritable(folder);
      },
    };
    expectRefused(
      [patch],
      [],
      ['/locked/a: system: could not write to it: permission denied (EACCES)'],
      noWrite,
    );
  });

  test('a read-only folder, as the system sees it', () => {
    const patch = file('locked/a', 'a', 'a', 'b');
    fs.chmodSync(at('locked'), 0o555);
    const before = snapshot(root);
    const ledger = theirLedger();
    const result = withoutPrivileges(() => writeInPlace(buildPatchSet([patch]), { ledger }));
    expect(problems(result)).toEqual([
      expect.stringMatching(/^\/locked.*: system: .*permission denied \(EACCES\)$/),
    ]);
    expect(snapshot(root)).toEqual(before);
    fs.chmodSync(at('locked'), 0o755);
  });

  testAsRoot('a file of somebody else, whose owner cannot be kept', () => {
    const patch = file('shared/a', 'a', 'a', 'b');
    fs.chmodSync(root, 0o755);
    fs.chownSync(at('shared'), NOBODY, NOBODY);
    const before = snapshot(root);
    const ledger = theirLedger();
    const result = withoutPrivileges(() => writeInPlace(buildPatchSet([patch]), { ledger }));
    expect(problems(result)).toEqual([
      "/shared/a: system: could not write the new text beside it: it belongs to user 0 and group 0, and this user can't make a file that does (EPERM); run this as root",
    ]);
    expect(snapshot(root)).toEqual(before);
  });

  test('a change of a new text while the write is taken back: it stays, and is told', () => {
    const patches = ['a', 'b', 'c'].map((name) => file(name, 'old\n', 'old', 'new'));
    let isChanged = false;
    const racing: FileSystem = {
      ...nodeFileSystem,
      rename(from, to) {
        nodeFileSystem.rename(from, to);
        if (basename(to) !== 'b' || isChanged) return;
        // Behind the switch of a, before the one of c.
        isChanged = true;
        for (const name of ['a', 'c']) fs.appendFileSync(at(name), 'by hand\n');
      },
    };
    const result = writeInPlace(buildPatchSet(patches), { ledger: makeLedger(racing) });
    expect(result.type).toBe('broken');
    expect(problems(result)).toEqual([
      '/c: changed: has just been changed by somebody else',
      '/a: not-restored: has the new text and could not be put back: somebody else has changed it since',
    ]);
    expect(['a', 'b', 'c'].map(read)).toEqual(['new\nby hand\n', 'old\n', 'old\nby hand\n']);
  });

  test('an immutable file', () => {
    const patch = file('a', 'a', 'a', 'b');
    const { status, stderr } = spawnSync('chattr', ['+i', patch.path], { encoding: 'utf8' });
    if (status !== 0) return console.warn(`SKIPPED: no file can be made immutable here: ${stderr}`);
    try {
      const message = 'is immutable, so nobody can replace it until chattr -i ends that (EPERM)';
      expectRefused([patch], [], [`/a: system: ${message}`]);
    } finally {
      spawnSync('chattr', ['-i', patch.path]);
    }
  });

  test('a file over which another one is mounted in the last moment', () => {
    const patches = [file('a', 'a', 'a', 'b'), file('b', 'a', 'a', 'b')];
    const mounting: FileSystem = {
      ...nodeFileSystem,
      mountPoints: () => new Set([at('b')]),
      rename(from, to) {
        if (basename(to) === 'b') throw systemError('EBUSY');
        nodeFileSystem.rename(from, to);
      },
    };
    const message =
      "is a mount point of its own, and a rename can't replace what is mounted: change the file that it comes from, or unmount it first";
    expectRefused(patches, [], [`/b: mount-point: ${message}`], mounting);
  });

  test.each([
    ['mode', (path: string) => fs.chmodSync(path, 0o600)],
    [
      'owner',
      (path: string) =>
        fs.chownSync(path, isRoot ? 12345 : process.getuid!(), isRoot ? 54321 : process.getgid!()),
    ],
  ])('another %s that a file is given while others change', (what, give) => {
    if (what === 'owner' && !isRoot) return console.warn('SKIPPED: only root can give files away');
    const patches = ['a', 'b'].map((name) => file(name, 'old\n', 'old', 'new'));
    const racing: FileSystem = {
      ...nodeFileSystem,
      rename(from, to) {
        nodeFileSystem.rename(from, to);
        if (basename(to) === 'a' && !from.includes('/old/')) give(at('b'));
      },
    };
    const result = writeInPlace(buildPatchSet(patches), { ledger: makeLedger(racing) });
    expect(problems(result)).toEqual(['/b: changed: has just been changed by somebody else']);
    expect(['a', 'b'].map(read)).toEqual(['old\n', 'old\n']);
    const { mode, uid } = fs.statSync(at('b'));
    expect([mode & 0o777, uid]).toEqual(what === 'mode' ? [0o600, fs.statSync(at('a')).uid] : [0o644, 12345]);
  });

  test('a change between the check and the rename', () => {
    const patch = file('a', 'aaa\n', 'a', 'b');
    const racing: FileSystem = {
      ...nodeFileSystem,
      openFolder: nodeFileSystem.openFolder,
      hardLink(existing, path) {
        nodeFileSystem.hardLink(existing, path);
        if (basename(existing) === 'fine') fs.writeFileSync(at('a'), 'by hand\n');
      },
    };
    const fine = file('fine', 'fine\n', 'fine', 'changed');
    const result = writeInPlace(buildPatchSet([patch, fine]), { ledger: makeLedger(racing) });
    expect(problems(result)).toEqual(['/a: changed: was changed by somebody else since it was read']);
    expect([read('a'), read('fine')]).toEqual(['by hand\n', 'fine\n']);
    expect(fs.readdirSync(root)).toEqual(['a', 'fine']);
  });
});
