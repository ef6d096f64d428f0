import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rejectStaleBuild, startProgram } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';

rejectStaleBuild();

const OLD = 'MaxClients 5\n';

test('a PATH that looks like an option is not suggested as one', () => {
  const folder = tempTree({ '--write': OLD });
  const { stderr } = startProgram(['--', '--write'], { folder });
  expect(stderr).toContain('httpd-codemod ./--write --write');
  expect(stderr).not.toMatch(/httpd-codemod --write/);
});

test('a report that can not be written does not hide that the files were', () => {
  if (!existsSync('/dev/full')) return;
  const folder = tempTree({ 'x.conf': OLD });
  const { exitCode, stderr } = startProgram(['x.conf', '--write', '--output', '/dev/full'], { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('the files of the tree were written');
  expect(readTree(folder)['x.conf']).toBe('MaxRequestWorkers 5\n');
});

test('letters that show nothing are made visible', () => {
  const fillers = ['\u115f', '\u3164', '\uffa0', '\u2800'];
  const words = Buffer.from(fillers.join(''), 'utf8').toString('latin1');
  const folder = tempTree({ 'x.conf': `Unheard${words} 1\n` });
  const { stderr } = startProgram(['x.conf'], { folder });
  for (const filler of fillers) expect(stderr).not.toContain(filler);
  expect(stderr).toContain('<U+3164>');
});
