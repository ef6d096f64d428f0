import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
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
