import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import { nodeFileSystem, openLedger } from '../../src/output/index.ts';
import type { FileSystem, Ledger } from '../../src/output/index.ts';
import { editPatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch } from '../../src/patch/index.ts';

export const by = { transform: 'one', title: 'Change it' };

/** A new folder for one test, by its real path. */
export function makeFolder(parent = tmpdir()): string {
  return fs.realpathSync(fs.mkdtempSync(join(parent, 'httpd-codemod-')));
}

/** The same in memory, where there is such a place: tests that write thousands of times need not wait for a disk. */
export function makeFolderInMemory(): string {
  return makeFolder(fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
}

const states: string[] = [];
afterAll(() => {
  for (const folder of states.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A state folder of its own, gone after the tests, used with this file system. */
export function makeLedger(fileSystem: FileSystem = nodeFileSystem, folder = makeFolder()): Ledger {
  states.push(folder);
  return { ...openLedger(), fileSystem, folder };
}

/** A file on the disk (bytes as Latin-1), and the patch that puts `to` where `from` first stands. */
export function makeFile(path: string, text: string, from: string, to: string): FilePatch {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text, 'latin1');
  const start = text.indexOf(from);
  const edit = { span: { start, end: start + from.length }, text: to, by };
  return editPatch(startPatch(path, text, { mtimeMs: 0, size: text.length }), [edit]);
}

/** Everything below a folder, by relative path: mode, owner, number of names, and bytes or target. */
export function snapshot(folder: string, prefix = ''): Record<string, string> {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name);
    const { mode, uid, gid, nlink } = fs.lstatSync(path);
    const facts = `${mode.toString(8)} ${uid}:${gid}`;
    const name = prefix + entry.name;
    if (entry.isDirectory()) return [[name, facts], ...Object.entries(snapshot(path, `${name}/`))];
    const content = entry.isSymbolicLink() ? fs.readlinkSync(path) : fs.readFileSync(path, 'latin1');
    return [[name, `${facts} ${nlink} ${content}`]];
  });
  return Object.fromEntries(entries);
}

/** The same with the times of what was not made by this process just now: files by their modification. */
export function exactSnapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(snapshot(folder)).map(([name, facts]) => {
      const stat = fs.lstatSync(join(folder, name));
      return [name, stat.isFile() ? `${stat.mtimeMs} ${stat.ino} ${facts}` : facts];
    }),
  );
}

/** What a system call throws. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
