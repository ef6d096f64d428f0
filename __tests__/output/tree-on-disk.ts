import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { editPatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch } from '../../src/patch/index.ts';

export const by = { transform: 'one', title: 'Change it' };

/** A new folder for one test, by its real path. */
export function makeFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'httpd-codemod-')));
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

/** What a system call throws. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
