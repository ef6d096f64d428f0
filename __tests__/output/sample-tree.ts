import * as fs from 'node:fs';
import { join } from 'node:path';
import { buildPatchSet, renamePatch, startPatch } from '../../src/patch/index.ts';
import type { PatchSet } from '../../src/patch/index.ts';
import { by, makeFile } from './tree-on-disk.ts';

/** Makes a tree with one of everything that can be written, and what is to change in it. */
export function makeSampleTree(folder: string): PatchSet {
  const at = (name: string) => join(folder, name);
  const files = [
    makeFile(at('httpd.conf'), 'Order x\r\n', 'Order', 'Require'),
    makeFile(at('conf.d/site'), 'old', 'old', 'new'),
    renamePatch(makeFile(at('conf.d/renamed'), 'old\n', 'old', 'new'), at('conf.d/renamed.conf')),
    renamePatch(startPatch(makeFile(at('moved'), 'same', '', '').path, 'same', null), at('moved.conf')),
    makeFile(at('two'), 'old', 'old', 'new'),
  ];
  fs.linkSync(at('two'), at('two-too'));
  files.push({ ...files.at(-1)!, path: at('two-too'), newPath: at('two-too') });
  fs.mkdirSync(at('mods-enabled'));
  fs.symlinkSync('../old', at('mods-enabled/old.load'));
  fs.symlinkSync('../old', at('mods-enabled/turned.load'));
  fs.chmodSync(at('conf.d/site'), 0o640);
  for (const { path } of files) fs.utimesSync(path, 1_000_000, 1_000_000);
  return buildPatchSet(files, [
    { type: 'unlink', path: at('mods-enabled/old.load'), by },
    { type: 'link', path: at('mods-enabled/new.load'), target: '../new', by },
    { type: 'unlink', path: at('mods-enabled/turned.load'), by },
    { type: 'link', path: at('mods-enabled/turned.load'), target: '../new', by },
  ]);
}
