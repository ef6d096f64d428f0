import { beforeAll, describe, expect, test } from '@jest/globals';
import { canMount, runWithMounts } from './private-mounts.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** As on systems that have none: then folders are not held open, and paths lead where they lead at the moment. */
const WITHOUT_PROC = 'umount -l /proc';
const NOTE =
  /^httpd-codemod: folders can't be held open here .* Don't run this as root on folders of people/m;
const COPY = `${tempTree({})}/copy`;
const CHANGING: readonly (readonly string[])[] = [
  ['.', '--out', COPY],
  ['.', '--write'],
  ['undo', '.'],
];

(canMount(WITHOUT_PROC) ? describe : describe.skip)('where folders cannot be held open', () => {
  test('root is told so by what changes something, once, and by nothing else', () => {
    const folder = tempTree(SMALL_SERVER);
    const where = { folder, env: { XDG_STATE_HOME: tempTree({}) } };
    const run = (...words: string[]) => runWithMounts([WITHOUT_PROC], words, where);
    for (const words of CHANGING) {
      const { exitCode, stderr } = run(...words);
      expect([words, exitCode, stderr]).toEqual([words, 0, expect.stringMatching(NOTE)]);
      expect(stderr.split("can't be held open")).toHaveLength(2);
    }
    expect(readTree(folder)).toEqual(SMALL_SERVER);
    for (const words of [['.'], ['undo', '--list'], ['.', '--write', '--quiet'], ['undo', '.', '--quiet']]) {
      const { exitCode, stderr } = run(...words);
      expect([words, exitCode, NOTE.test(stderr)]).toEqual([words, 0, false]);
    }
    expect(run('.', '--write').exitCode).toBe(0);
    expect(run('.', '--write').stderr).not.toMatch(NOTE);
  });
});

test('where they can be, nobody is told anything', () => {
  const options = { folder: tempTree(SMALL_SERVER), env: { XDG_STATE_HOME: tempTree({}) } };
  for (const words of [
    ['.', '--write'],
    ['undo', '.'],
  ]) {
    const { exitCode, stderr } = runProgram(words, options);
    expect([exitCode, NOTE.test(stderr)]).toEqual([0, false]);
  }
});
