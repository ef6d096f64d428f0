import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { renderDiff } from '../../src/output/index.ts';
import { buildPatchSet, editPatch, renamePatch, startPatch } from '../../src/patch/index.ts';
import type { FilePatch, LinkPatch, PatchEdit, PatchSet } from '../../src/patch/index.ts';

const BASE = '/etc/httpd';
const by = { transform: 'one', title: 'Change it' };
const edit = (start: number, end: number, text: string): PatchEdit => ({ span: { start, end }, text, by });
const file = (name: string, text: string, ...edits: PatchEdit[]): FilePatch =>
  editPatch(startPatch(join(BASE, name), text, null), edits);
/** Replaces the only occurrence of `from`. */
const swap = (name: string, text: string, ...pairs: (readonly [string, string])[]): FilePatch =>
  file(
    name,
    text,
    ...pairs.map(([from, to]) => edit(text.indexOf(from), text.indexOf(from) + from.length, to)),
  );
const link = (path: string, target: string): LinkPatch => ({
  type: 'link',
  path: join(BASE, path),
  target,
  by,
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'httpd-codemod-diff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const APPLIERS = {
  'git apply': ['git', 'apply', '--whitespace=nowarn'],
  patch: ['patch', '--binary', '-p1', '--silent', '--no-backup-if-mismatch'],
} as const;

/** Applies the diff to a tree that holds the old texts; returns the tree's folder. */
async function apply(
  tool: keyof typeof APPLIERS,
  patchSet: PatchSet,
  context?: number,
  tree = mkdtempSync(join(folder, 'tree-')),
): Promise<string> {
  for (const { path, before } of patchSet.files) write(join(tree, path.slice(BASE.length)), before);
  for (const { type, path, target } of patchSet.links) {
    const place = join(tree, path.slice(BASE.length));
    mkdirSync(dirname(place), { recursive: true });
    if (type === 'unlink') symlinkSync(target!, place);
  }
  const [command, ...args] = APPLIERS[tool];
  const diff = await renderDiff(patchSet, BASE, context === undefined ? {} : { context });
  // Neither a repository above the folder nor the user's settings count.
  const alone = {
    GIT_CEILING_DIRECTORIES: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const env = { ...process.env, ...alone, LC_ALL: 'C' };
  const run = spawnSync(command!, args, { cwd: tree, env, input: Buffer.from(diff, 'latin1') });
  expect(`${run.stderr}${run.stdout}`).toBe('');
  expect(run.status).toBe(0);
  return tree;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, 'latin1');
}

function expectResult(tree: string, patchSet: PatchSet): void {
  for (const { path, newPath, after } of patchSet.files) {
    expect(readFileSync(join(tree, newPath.slice(BASE.length)), 'latin1')).toBe(after);
    if (newPath !== path) expect(existsSync(join(tree, path.slice(BASE.length)))).toBe(false);
  }
  for (const { type, path, target } of patchSet.links) {
    const place = join(tree, path.slice(BASE.length));
    if (type === 'link') expect(readlinkSync(place)).toBe(target);
    else expect(() => readlinkSync(place)).toThrow('ENOENT');
  }
}

const numbered = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('');

const CASES: Record<string, readonly FilePatch[]> = {
  LF: [swap('a', 'one\ntwo\nthree\n', ['two', '2'])],
  CRLF: [swap('a', 'one\r\ntwo\r\nthree\r\n', ['two\r\n', 'zwei\r\ndeux\r\n'])],
  'mixed and lone CR': [swap('a', 'one\r\ntwo\nth\rree\r\r\nfour\n', ['two', '2'], ['ree', '\r3'])],
  'no newline at the end, before and after': [swap('a', 'one\ntwo', ['two', '2'])],
  'a newline at the end is taken': [swap('a', 'one\ntwo\n', ['two\n', 'two'])],
  'text behind a missing newline': [file('a', 'one\ntwo', edit(7, 7, '\nthree'))],
  'no newline at the end of a context line': [swap('a', 'one\ntwo', ['one', '1'])],
  'an emptied file': [file('a', 'one\ntwo\n', edit(0, 8, '')), file('b', 'one', edit(0, 3, ''))],
  'an empty file that is filled': [file('a', '', edit(0, 0, 'one\n')), file('b', '', edit(0, 0, 'one'))],
  'byte order mark': [swap('a', '\xef\xbb\xbfone\ntwo\n', ['one', '1'])],
  'bytes that are no UTF-8': [swap('a', 'caf\xe9 \xff\xfe\n\x80\ntwo\n', ['two', '\xe9\x9b31m'])],
  'control characters': [swap('a', 'one\x00\x01\x1b[31m\x7f\n\x0b\x0c\ntwo\n', ['two', '\x00\x08'])],
  'lines that look like headers': [
    swap(
      'a',
      '-- a/x\n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n',
      ['-- a', '--- a'],
      ['++ b', '+++ b'],
      ['@@ -1', '@'],
    ),
  ],
  'first and last line': [
    file('a', numbered, edit(0, 4, 'LINE'), edit(numbered.length, numbered.length, 'end\n')),
  ],
  'contexts that merge, meet and stay apart': [5, 6, 7, 8, 9].map((gap) =>
    swap(`gap${gap}`, numbered, ['line 10\n', 'ten\n'], [`line ${11 + gap}\n`, '']),
  ),
  'insertions and deletions alone': [
    file('a', numbered, edit(numbered.indexOf('line 5\n'), numbered.indexOf('line 5\n'), 'new\n')),
    swap('b', numbered, ['line 5\nline 6\n', '']),
  ],
  'several edits on one line, and lines joined': [
    swap('a', 'alpha beta gamma\nnext\nlast\n', ['alpha', 'A'], ['gamma\n', 'C '], ['last', 'x\ny']),
  ],
  names: [
    'my file.conf',
    'tab\there',
    'quo"te',
    'ünï',
    'back\\slash',
    'x -> y',
    'sp ace/in folder',
    ' lead',
    '<x>',
  ].map((name) => swap(name, 'one\ntwo\n', ['two', '2'])),
  renames: [
    renamePatch(
      startPatch(join(BASE, 'sites-available/plain'), 'one\n', null),
      join(BASE, 'sites-available/plain.conf'),
    ),
    renamePatch(
      swap('sites-available/my site', 'one\r\ntwo', ['two', '2']),
      join(BASE, 'sites-available/my site.conf'),
    ),
    renamePatch(swap('old/x', 'one\n', ['one', '1']), join(BASE, 'new/ü.conf')),
  ],
};

const tools = Object.keys(APPLIERS) as (keyof typeof APPLIERS)[];

describe.each(tools)('what %s makes of the diff', (tool) => {
  const testTool = runnerFor(APPLIERS[tool][0]);

  testTool.each(Object.keys(CASES))('%s', async (name) => {
    const patchSet = buildPatchSet(CASES[name]!);
    expectResult(await apply(tool, patchSet), patchSet);
  });

  testTool('in a folder of a repository, with the names relative to that folder', async () => {
    const repository = mkdtempSync(join(folder, 'repository-'));
    mkdirSync(join(repository, '.git'));
    for (const [name, text] of [
      ['HEAD', 'ref: refs/heads/main\n'],
      ['config', ''],
    ] as const)
      write(join(repository, '.git', name), text);
    mkdirSync(join(repository, '.git/objects'));
    mkdirSync(join(repository, '.git/refs'));
    const patchSet = buildPatchSet(CASES['LF']!);
    expectResult(await apply(tool, patchSet, undefined, join(repository, 'apache2')), patchSet);
  });

  testTool('symbolic links made and removed', async () => {
    const gone: LinkPatch = {
      type: 'unlink',
      path: join(BASE, 'mods-enabled/authz default.load'),
      target: '../x',
      by,
    };
    const patchSet = buildPatchSet(
      [swap('a', 'x\n', ['x', 'y'])],
      [link('mods-enabled/ü.load', '../mods-available/ü.load'), gone],
    );
    expectResult(await apply(tool, patchSet), patchSet);
  });

  // Not 0: both tools want to be asked (--unidiff-zero) before they trust a diff without context.
  testTool.each([1, 3])('random edits of random lines, %d lines of context', async (context) => {
    const files = fc
      .sample(randomPatch, { numRuns: 150, seed: context })
      .map((make, index) => make(`f${index}`));
    const patchSet = buildPatchSet(files);
    expectResult(await apply(tool, patchSet, context), patchSet);
  });
});

/** `test`, or where the program is not installed its skipping form, said aloud; CI has to have it. */
function runnerFor(program: string): typeof test | typeof test.skip {
  if (process.env['CI'] === 'true' || spawnSync(program, ['--version']).status === 0) return test;
  console.warn(`SKIPPED: ${program} is not installed, so nothing here shows that it takes our diffs`);
  return test.skip;
}

/** A patch of a text of few different lines (so that context is ambiguous), in one or two steps. */
const randomPatch = fc
  .tuple(
    fc.array(fc.constantFrom('a\n', 'b\n', 'a\r\n', '\n', '\xe9\x00\n', '-- x\n', '++ y\n'), {
      maxLength: 24,
    }),
    fc.constantFrom('', 'last', '\r'),
    fc.array(
      fc.array(
        fc.tuple(fc.nat(12), fc.nat(6), fc.constantFrom('', 'a\n', 'new', 'x\ny', '\n', 'b\n-- x\n')),
        { maxLength: 4 },
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([lines, last, steps]) => (name: string): FilePatch => {
    let patch = file(name, lines.join('') + last);
    for (const step of steps) {
      let free = 0;
      const edits = step.map(([skip, length, text]) => {
        const start = Math.min(patch.after.length, free + skip);
        free = Math.min(patch.after.length, start + length);
        return edit(start, free, text);
      });
      patch = editPatch(patch, edits);
    }
    return patch;
  });

test("diff's own applyPatch gives the new bytes", async () => {
  await fc.assert(
    fc.asyncProperty(randomPatch, fc.nat(4), async (make, context) => {
      const patch = make('f');
      const diff = await renderDiff(buildPatchSet([patch]), BASE, { context });
      if (patch.before === patch.after) expect(diff).toBe('');
      else expect(applyPatch(patch.before, diff, { autoConvertLineEndings: false })).toBe(patch.after);
    }),
    { numRuns: 300 },
  );
});

test('each hunk stands at the lines it names, in both texts', async () => {
  const linesAt = (text: string, start: number, count: number): string[] =>
    text.split('\n').slice(start - 1, start - 1 + count);
  await fc.assert(
    fc.asyncProperty(randomPatch, fc.nat(2), async (make, context) => {
      const patch = make('f');
      const [parsed] = parsePatch(await renderDiff(buildPatchSet([patch]), BASE, { context }));
      for (const hunk of parsed?.hunks ?? []) {
        const marked = (mark: string) =>
          hunk.lines.flatMap((line) => (line[0] === ' ' || line[0] === mark ? [line.slice(1)] : []));
        expect(linesAt(patch.before, hunk.oldStart, hunk.oldLines)).toEqual(marked('-'));
        expect(linesAt(patch.after, hunk.newStart, hunk.newLines)).toEqual(marked('+'));
      }
    }),
    { numRuns: 300 },
  );
});

describe('the text of the diff', () => {
  test('is empty for an empty patch set', async () => {
    expect(await renderDiff(buildPatchSet([]), BASE)).toBe('');
  });

  test('lines that an edit did not change are context', async () => {
    const text = 'a\nb\nc\nd\n';
    const patch = file('conf/x', text, edit(0, text.length, 'a\nB\nc\nd\n'));
    expect(await renderDiff(buildPatchSet([patch]), BASE)).toBe(
      '--- a/conf/x\n+++ b/conf/x\n@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n d\n',
    );
  });

  test('removed lines of touching edits stand before the added ones', async () => {
    const patch = swap('x', 'a\nb\n', ['a', '1'], ['b', '2']);
    expect(await renderDiff(buildPatchSet([patch]), BASE)).toContain('\n-a\n-b\n+1\n+2\n');
  });

  test('of thousands of edits in one line of megabytes takes one way through it', async () => {
    // Once from its start for each would be 100 GB.
    const edits = [...Array(10_000).keys()].map((at) => edit(at * 2000, at * 2000, '\n'));
    const diff = await renderDiff(buildPatchSet([file('x', `${'x'.repeat(20_000_000)}\n`, ...edits)]), BASE);
    expect(diff.match(/^\+x{2000}$/gm)).toHaveLength(10_000);
  });

  test('a made-up name is left as it is', async () => {
    const patch = editPatch(startPatch('<stdin>', 'x\n', null), [edit(0, 1, 'y')]);
    expect(await renderDiff(buildPatchSet([patch]), BASE)).toContain('--- a/<stdin>\n+++ b/<stdin>\n');
  });

  test('a link that goes without its target known is said in words', async () => {
    const set = buildPatchSet([], [{ type: 'unlink', path: join(BASE, 'mods-enabled/x.load'), by }]);
    expect(await renderDiff(set, BASE)).toBe('# remove the symbolic link "mods-enabled/x.load"\n');
  });
});
