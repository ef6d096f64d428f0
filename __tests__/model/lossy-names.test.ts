// Names in Latin-1, by which Node opens nothing: what has one is there, and no word of it is taken for known.
import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildModel, createDiskReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { tempTree } from '../cli/temp-tree.ts';

/** @param script of a shell that has `$n`, a name in Latin-1 */
function treeWith(main: (folder: string) => string, script: string): string {
  const folder = tempTree({ 'conf/a.conf': '' });
  const text = Buffer.from(`ServerRoot ${folder}\n${main(folder)}`, 'latin1');
  execFileSync('sh', ['-c', `n=$(printf 'caf\\351'); cat > conf/httpd.conf; ${script}`], {
    cwd: folder,
    input: text,
  });
  return folder;
}

function modelOf(path: string): ServerModel {
  const model = buildModel({ path }, createDiskReader());
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

test.each([
  ['Include conf/caf\u00E9.conf', 'conf/caf\uFFFD.conf has bytes'],
  ['Include conf/*.conf', 'conf/caf\uFFFD.conf has bytes'],
  ['Include conf/caf?.conf', 'conf/caf\uFFFD.conf has bytes'],
  ['Include conf/*/x.conf', 'conf/caf\uFFFD/x.conf has bytes'],
  ['Include conf/caf\u00E9/*.conf', 'conf/caf\uFFFD/x.conf has bytes'],
])('%s: what can not be opened is not said to be missing', (line, told) => {
  const folder = treeWith(() => line, 'touch "conf/$n.conf"; mkdir "conf/$n"; touch "conf/$n/x.conf"');
  const { problems, unknowns } = modelOf(folder);
  const messages = [...problems, ...unknowns].map(({ message }) => message);
  expect(messages.join()).toContain(told);
  expect(messages.join()).not.toContain('missing');
});

const SERVED = (folder: string) =>
  `DocumentRoot ${folder}/www\n<Directory ${folder}/www>\nAllowOverride All\n</Directory>\n`;

test.each([
  ['in a folder', 'mkdir -p "www/$n/a"; touch "www/$n/a/.htaccess"', 'www/caf\uFFFD/a'],
  ['behind a link', 'mkdir -p www to; touch to/.htaccess; ln -s ../to "www/$n"', 'www/caf\uFFFD'],
])('a .htaccess file %s of such a name is not known', (_, script, below) => {
  const folder = treeWith(SERVED, script);
  const found = modelOf(folder).unknowns.map((unknown) => [unknown.kind, unknown.below]);
  expect(found).toEqual([['folder', join(folder, below)]]);
  expect(modelOf(join(folder, 'conf/httpd.conf')).unknowns[0]!.message).toContain('not UTF-8');
});

test('a folder of such a name without .htaccess files is searched', () => {
  const folder = treeWith(SERVED, 'mkdir -p "www/$n/a/$n"; touch "www/$n/x.html"');
  expect(modelOf(folder).unknowns).toEqual([]);
});

test('of two names that look the same neither is taken for the other', () => {
  const folder = treeWith(SERVED, `mkdir -p "www/$n" "www/$(printf 'caf\\350')"`);
  expect(modelOf(folder).unknowns.map(({ below }) => below)).toEqual([join(folder, 'www/caf\uFFFD')]);
});

test('the reader lists a folder, and says of a file that it has no name for it', () => {
  const folder = treeWith(() => '', 'mkdir "$n"; touch "$n/x"');
  const reader = createDiskReader();
  expect(reader.list(join(folder, 'caf\uFFFD'))).toEqual([{ name: 'x', kind: 'file' }]);
  expect(reader.readFile(join(folder, 'caf\uFFFD/x'))).toEqual({ failure: 'unnamed' });
  expect(reader.readFile(join(folder, 'caf\uFFFD/y'))).toEqual({ failure: 'missing' });
  expect(reader.kindOf(join(folder, 'none\uFFFD'))).toBeNull();
});
