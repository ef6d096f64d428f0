import { beforeAll, expect, test } from '@jest/globals';
import { rejectStaleBuild, startProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** What takes less than a millisecond has no line of its own: these take the proof ten times that and more. */
const SECTIONS = Array.from(
  { length: 300 },
  (_, i) =>
    `<Location "/part${i}">\nOrder deny,allow\nDeny from all\nAllow from 10.1.${i % 256}.0/24\n</Location>\n`,
).join('');

test('--timings tells on stderr where the time went and what was done, and changes nothing of what is printed', () => {
  const folder = tempTree({ ...SMALL_SERVER, 'conf.d/parts.conf': SECTIONS });
  const [plain, told] = [startProgram(['.'], { folder }), startProgram(['.', '--timings'], { folder })];
  expect([told.exitCode, told.stdout]).toEqual([plain.exitCode, plain.stdout]);
  expect(told.stderr.startsWith(plain.stderr.split('--write')[0] ?? '')).toBe(true);
  const [, after = ''] = told.stderr.split(/^Where the time went, \d+ ms:\n/m);
  for (const what of ['plan', 'proof', 'print', 'start and all else']) {
    expect(after).toMatch(new RegExp(`^ +\\d+ ms  ${what}$`, 'm'));
  }
  expect(after).toMatch(/^ +[1-9]\d*  files parsed$/m);
  expect(after).toMatch(/^ +[1-9]\d*  models$/m);
});
