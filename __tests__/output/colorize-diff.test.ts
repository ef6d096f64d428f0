import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { colorizeDiff, renderDiff } from '../../src/output/index.ts';
import { buildPatchSet, editPatch, renamePatch, startPatch } from '../../src/patch/index.ts';

const by = { transform: 'one', title: 'Change it' };
const text = '-- a/x\n++ b/x\n@@ -1 +1 @@\nlast';
const patch = editPatch(startPatch('/etc/x', text, null), [
  { span: { start: 0, end: 6 }, text: '++ y', by },
  { span: { start: text.length - 4, end: text.length }, text: 'end', by },
]);
const diff = await renderDiff(
  buildPatchSet([patch, renamePatch(startPatch('/etc/y', '', null), '/etc/z')]),
  '/etc',
);

const COLOURS: Record<string, string> = { '1': 'bold', '31': 'red', '32': 'green', '36': 'cyan' };

test('colours headers, hunks, removed and added lines, each to its end', () => {
  const lines = colorizeDiff(diff)
    .split('\n')
    .map((line) => {
      // oxlint-disable-next-line no-control-regex -- the escapes are what is tested
      const painted = /^\x1b\[(\d+)m(.*)\x1b\[\d+m$/.exec(line);
      return painted === null ? `       ${line}` : `${COLOURS[painted[1]!]!.padEnd(6)} ${painted[2]}`;
    });
  expect(lines.join('\n').trimEnd()).toBe(`\
bold   --- a/x
bold   +++ b/x
cyan   @@ -1,4 +1,4 @@
red    --- a/x
green  +++ y
       ${' '}++ b/x
       ${' '}@@ -1 +1 @@
red    -last
       \\ No newline at end of file
green  +end
       \\ No newline at end of file
bold   diff --git a/y b/z
bold   rename from y
bold   rename to z`);
});

test('changes nothing but colours', () => {
  expect(stripVTControlCharacters(colorizeDiff(diff))).toBe(diff);
});
