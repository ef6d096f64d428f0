import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { createDiskReader } from '../../src/model/index.ts';
import { writeUnsynced } from '../write-unsynced.ts';
import { originalOffset } from '../../src/patch/index.ts';
import type { FilePatch } from '../../src/patch/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';
import { FIXTURE_ROOT } from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { lineIndex } from '../../src/text/index.ts';

const BINARY = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const ENTRIES = ['conf/httpd.conf', 'httpd.conf', 'apache2.conf'];
/** What each server needs, and a fixture need not say. */
const SAID = ['ServerName fixture.test', 'ErrorLog /dev/null', 'PidFile pid'];

/** The file that a server of the fixture's tree starts from; null if it is no whole server. */
export function entryOf({ input, settings }: Fixture): string | null {
  const named = ENTRIES.find((path) => path in input) ?? null;
  return settings.path?.endsWith('.htaccess') === true ? null : named;
}

/** What became of a fixture's tree. */
export type Shown =
  /** Nothing in it is changed: it is written for 2.4 already. */
  | { readonly type: 'unchanged' }
  /** Written for 2.4 but for some lines: which modules its server has compiled in is its affair. */
  | { readonly type: 'half-migrated'; readonly message: string }
  | { readonly type: 'accepted' }
  /** @property isForetold whether an error stands at the very line that the server names */
  | { readonly type: 'rejected'; readonly message: string; readonly isForetold: boolean };

/** Migrates the fixture's tree with all transforms, for the server of this machine, and shows it the result (`-t`). */
export async function showMigrated(fixture: Fixture, target: TargetProfile): Promise<Shown> {
  const root = mkdtempSync(join(tmpdir(), 'whole-'));
  try {
    layOut(fixture, root);
    const entry = join(root, entryOf(fixture) ?? '');
    const migration = migrated(fixture, entry, target);
    const { files, links } = migration.patchSet;
    if (files.length === 0 && links.length === 0) return { type: 'unchanged' };
    const { type } = writeUnsynced(migration.patchSet);
    if (type !== 'written') throw new Error(`not written: ${type}`);
    const message = await configtest(root, entry, fixture);
    if (migration.signOf24 !== null && message.includes('No MPM loaded'))
      return { type: 'half-migrated', message };
    const isForetold = tellsOf(migration, message);
    return message === ''
      ? { type: 'accepted' }
      : { type: 'rejected', message: message.replaceAll(root, FIXTURE_ROOT), isForetold };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Whether an error of the migration is about the line that the server refuses; about anything, if it names no line. */
export function tellsOf({ findings, patchSet }: Migration, message: string): boolean {
  const errors = findings.filter(({ level }) => level === 'error');
  const [, line = '', file = ''] = /Syntax error on line (\d+) of (\S+):/.exec(message) ?? [];
  if (line === '') return errors.length > 0;
  const patch = patchSet.files.find(({ newPath }) => newPath === file);
  const [first, last] =
    patch === undefined ? [Number(line), Number(line)] : originalLines(patch, Number(line));
  const path = patch?.path ?? file;
  return errors.some(
    ({ path: at, position }) =>
      at === path && position !== null && position.line >= first && position.line <= last,
  );
}

/** The lines of the original that a line of the result was made of: several where one stands for them. */
function originalLines(patch: FilePatch, line: number): readonly [first: number, last: number] {
  const [before, after] = [lineIndex(patch.before), lineIndex(patch.after)];
  const start = after.lineStart(line);
  const end = Math.max(
    start,
    line < after.lineCount ? after.lineStart(line + 1) - 1 : patch.after.length - 1,
  );
  const lineOf = (offset: number): number => before.position(originalOffset(patch, offset)).line;
  return [lineOf(start), lineOf(end)];
}

/** As it is, but that all folders which it names are in the root, and there. */
function layOut(fixture: Fixture, root: string): void {
  const { input, links, settings } = fixture;
  const here = (text: string): string =>
    text.replaceAll(FIXTURE_ROOT, root).replaceAll(/(?<=[\s":])\/(?=(?:srv|var|etc|home)\/)/g, `${root}/`);
  const texts = Object.entries(input).map(([path, text]) => [
    join(root, path),
    here(path === entryOf(fixture) ? wholeServer(text) : text),
  ]);
  for (const folder of ['logs', 'htdocs', ...(settings.folders ?? [])])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [path = '', text = ''] of texts) place(path, text);
  for (const [, text = ''] of texts) {
    for (const [, path = ''] of text.matchAll(/[\s":]((?:\/tmp|conf)\/(?:[^\s"*$]|[^\n"*$]+(?="))+)/g))
      placeNamed(resolve(root, path));
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(here(target), join(root, path));
  }
  const stated = texts.flatMap(([, text = '']) => /^\s*ServerRoot\s+"?([^"\s]+)/im.exec(text)?.[1] ?? []);
  for (const folder of new Set([root, ...stated.map((path) => resolve(root, path))])) linkModules(folder);
}

/** LoadModule lines lead to the modules of this machine, whatever folder ServerRoot is. */
function linkModules(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const modules = join(folder, 'modules');
  if (!existsSync(modules)) symlinkSync(MODULES, modules);
}

function place(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, 'latin1');
}

/** `-t` looks whether certificates and folders are there. */
function placeNamed(path: string): void {
  if (existsSync(path)) return;
  if (/\.(?:pem|key|crl)$/.test(path)) place(path, 'not empty\n');
  else mkdirSync(basename(path).includes('.') ? dirname(path) : path, { recursive: true });
}

/** A fixture may be no more than the lines that it is about. */
function wholeServer(text: string): string {
  const has = (name: string): boolean => new RegExp(`^\\s*${name}\\s`, 'im').test(text);
  const root = has('ServerRoot') ? '' : `ServerRoot "${FIXTURE_ROOT}"\n`;
  return `${root}${has('Listen') ? '' : 'Listen 127.0.0.1:9\n'}${text}`;
}

function migrated({ settings }: Fixture, path: string, target: TargetProfile): Migration {
  const options = {
    access: settings.access ?? 'require',
    semantics: settings.semantics ?? 'contract',
    apply: settings.apply ?? 'safe',
    target,
    defines: settings.defines ?? [],
    readAs: settings.readAs ?? null,
    only: null,
    skip: [],
  } as const;
  const migration = migrate({ path, options }, createDiskReader());
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

/** What the server says against the tree; '' for nothing. */
async function configtest(root: string, entry: string, { settings }: Fixture): Promise<string> {
  const defines = (settings.defines ?? []).flatMap((name) => ['-D', name]);
  const said = SAID.flatMap((line) => ['-c', line]);
  const child = spawn(BINARY, ['-t', '-d', root, '-f', entry, ...said, ...defines], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('latin1').on('data', (text: string) => (output += text));
  const status = await new Promise((done) => child.once('close', done));
  return status === 0 ? '' : output;
}
