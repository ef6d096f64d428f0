import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

// Folders of Debian's layout that are symbolic links: what they hold may be another server's, and nothing is made in it.

beforeAll(rejectStaleBuild);

const MAIN = [
  '<IfModule mpm_worker_module>',
  '    MaxClients 50',
  '</IfModule>',
  'Include mods-enabled/*.load',
  'Include mods-enabled/*.conf',
  'Include conf.d/',
  '',
].join('\n');
const load = (name: string) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`;

/** A server with folders that lie elsewhere, and the links of two modules. */
function layOut(root: (folder: string) => string) {
  const folder = tempTree({
    'apache2/conf.d/charset': 'AddDefaultCharset utf-8\n',
    'apache2/mods-enabled/plain.conf': 'Timeout 5\n',
    'shelf/README': 'notes\n',
  });
  const elsewhere = tempTree({ 'mime.load': load('mime'), 'authz_host.load': load('authz_host') });
  const tree = join(folder, 'apache2');
  const env = { XDG_STATE_HOME: join(folder, 'state') };
  const main = `ServerRoot "${root(tree)}"\n${MAIN}`;
  symlinkSync(elsewhere, join(tree, 'mods-available'));
  symlinkSync('../shelf', join(tree, 'conf-available'));
  for (const name of ['mime', 'authz_host'])
    symlinkSync(`../mods-available/${name}.load`, join(tree, `mods-enabled/${name}.load`));
  writeFiles(tree, { 'apache2.conf': main });
  const { stderr } = runProgram([tree, '--target', 'debian13', '--write', '-v'], { folder, env });
  return {
    folder,
    elsewhere,
    tree,
    told: stderr.replaceAll(/\s+/g, ' '),
    text: readFileSync(join(tree, 'apache2.conf'), 'utf8'),
  };
}

describe('folders that are symbolic links', () => {
  test.each([
    ['where the server lies', (tree: string) => tree],
    ['in a copy', () => '/etc/apache2'],
  ])('get no new files: %s', (_place, root) => {
    const { folder, elsewhere, tree, text } = layOut(root);
    expect(readdirSync(elsewhere).toSorted()).toEqual(['authz_host.load', 'mime.load']);
    expect(readdirSync(join(folder, 'shelf'))).toEqual(['README']);
    expect(existsSync(join(tree, 'conf.d/charset'))).toBe(true);
    expect(text).toContain('MaxRequestWorkers 50');
  });

  test('have modules loaded by lines, and say why; files of a copy that lead out of it are not read', () => {
    const live = layOut((tree) => tree);
    expect(live.text).toContain(load('mpm_worker'));
    expect(live.text).toContain(load('authz_core'));
    expect(live.told).toContain(
      'mods-available is a symbolic link, to files that others may read, too: a line loads',
    );
    expect(live.told).toContain(
      'conf-available is a symbolic link itself, to files that others may read, too.',
    );
    const copy = layOut(() => '/etc/apache2');
    expect(copy.told).toContain('/etc/apache2/mods-enabled/mime.load is not in this copy of the server');
    expect(copy.text).not.toContain('LoadModule');
  });
});

describe('a server that a link leads to', () => {
  /** A server of Debian's below `real`, and a link to it or to the folder around it. */
  function linked(
    root: string,
    link: string,
    target: string,
  ): { folder: string; env: Record<string, string> } {
    const folder = tempTree({});
    const main = ['Include mods-enabled/*.load', 'Include conf.d/', 'Include sites-enabled/', ''].join('\n');
    writeFiles(join(folder, 'real/etc/apache2'), {
      'apache2.conf': `ServerRoot "${root.replace('@', folder)}"\n${main}`,
      'conf.d/charset': 'AddDefaultCharset utf-8\n',
      'mods-available/authz_host.load': load('authz_host'),
      'sites-available/shop': '<Directory /srv/shop>\nOrder allow,deny\nAllow from all\n</Directory>\n',
      'mods-enabled/README': '',
      'sites-enabled/README': '',
    });
    const tree = join(folder, 'real/etc/apache2');
    symlinkSync('../mods-available/authz_host.load', join(tree, 'mods-enabled/authz_host.load'));
    symlinkSync(join(root.replace('@', folder), 'sites-available/shop'), join(tree, 'sites-enabled/shop'));
    symlinkSync(target, join(folder, link));
    return { folder, env: { XDG_STATE_HOME: tempTree({}) } };
  }

  test.each([
    ['a copy, by its own folder', '/etc/apache2', 'link', 'real/etc/apache2', 'link'],
    ['a copy, by the folder of all', '/etc/apache2', 'link', 'real', 'link/etc/apache2'],
    ['where it says that it lies', '@/link', 'link', 'real/etc/apache2', 'link'],
  ])('has a diff that git applies, as --write does: %s', (_what, root, link, target, path) => {
    const { folder, env } = linked(root, link, target);
    const real = join(folder, 'real');
    const before = `${real}.before`;
    cpSync(real, before, { recursive: true, verbatimSymlinks: true });
    const { stdout } = runProgram([path, '--target', 'debian13'], { folder, env });
    execFileSync('git', ['apply', '--whitespace=nowarn'], { cwd: folder, input: stdout });
    const applied = snapshot(real);
    rmSync(real, { recursive: true });
    cpSync(before, real, { recursive: true, verbatimSymlinks: true });
    runProgram([path, '--target', 'debian13', '--write'], { folder, env });
    expect(snapshot(real)).toEqual(applied);
    expect(applied).toContain('etc/apache2/sites-available/shop.conf');
    expect(applied).toContain('etc/apache2/mods-enabled/authz_core.load');
  });
});

/** The names of files and links, with what is in them. */
function snapshot(folder: string): string {
  return execFileSync(
    'sh',
    ['-c', 'find . -type f -exec cksum {} + -o -type l -printf "%p %l\\n" | sort -k3'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
}
