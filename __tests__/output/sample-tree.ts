import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPatchSet, editPatch, makingPatch, renamePatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch, LinkPatch, PatchSet } from '../../src/patch/index.ts';
import { by } from './tree-on-disk.ts';

/** What is there before, by name in the tree. */
export type SampleFile =
  | { readonly name: string; readonly text: string; readonly mode: number }
  | { readonly name: string; readonly sameAs: string }
  | { readonly name: string; readonly target: string };

/** A tree with one of everything that can be written; made so long ago that its times say nothing about who changes it now. */
export const SAMPLE: readonly SampleFile[] = [
  { name: 'httpd.conf', text: 'Order x\r\n', mode: 0o644 },
  { name: 'conf.d/site', text: 'old', mode: 0o640 },
  { name: 'conf.d/renamed', text: 'old\n', mode: 0o644 },
  { name: 'moved', text: 'same', mode: 0o600 },
  { name: 'two', text: 'old', mode: 0o644 },
  { name: 'two-too', sameAs: 'two' },
  { name: 'mods-enabled/old.load', target: '../old' },
  { name: 'mods-enabled/turned.load', target: '../old' },
];

/** In milliseconds. */
export const SAMPLE_TIME = 1_000_000_000;

/** What is to change in the sample, where it lies in `folder`. */
export function samplePatchSet(folder: string): PatchSet {
  const at = (name: string) => join(folder, name);
  const files = [
    patch(at('httpd.conf'), 'Order x\r\n', 'Order', 'Require'),
    patch(at('conf.d/site'), 'old', 'old', 'new'),
    renamePatch(patch(at('conf.d/renamed'), 'old\n', 'old', 'new'), at('conf.d/renamed.conf')),
    renamePatch(startPatch(at('moved'), 'same', null), at('moved.conf')),
    patch(at('two'), 'old', 'old', 'new'),
    patch(at('two-too'), 'old', 'old', 'new'),
    makingPatch(at('conf.d/made'), 'made\n', at('conf.d/site'), by),
    makingPatch(at('conf-available/made'), 'made\n', at('httpd.conf'), by),
  ];
  const links: LinkPatch[] = [
    { type: 'unlink', path: at('mods-enabled/old.load'), by },
    { type: 'link', path: at('mods-enabled/new.load'), target: '../new', by },
    { type: 'link', path: at('conf-enabled/made'), target: '../conf-available/made', by },
    { type: 'unlink', path: at('mods-enabled/turned.load'), by },
    { type: 'link', path: at('mods-enabled/turned.load'), target: '../new', by },
  ];
  return buildPatchSet(files, links, [at('conf-available'), at('conf-enabled')]);
}

function patch(path: string, text: string, from: string, to: string): FilePatch {
  const start = text.indexOf(from);
  const edit = { span: { start, end: start + from.length }, text: to, by };
  return editPatch(startPatch(path, text, null), [edit]);
}

/** Puts the sample on the disk; returns what is to change in it. */
export function makeSampleTree(folder: string): PatchSet {
  for (const file of SAMPLE) {
    const path = join(folder, file.name);
    fs.mkdirSync(dirname(path), { recursive: true });
    if ('target' in file) fs.symlinkSync(file.target, path);
    else if ('sameAs' in file) fs.linkSync(join(folder, file.sameAs), path);
    else {
      fs.writeFileSync(path, file.text, { encoding: 'latin1', mode: file.mode });
      fs.utimesSync(path, SAMPLE_TIME / 1000, SAMPLE_TIME / 1000);
    }
  }
  return samplePatchSet(folder);
}
