import { beforeAll, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const HALF = {
  'httpd.conf':
    'ServerRoot "."\nListen 80\nMutex default\n<Directory "/srv">\n  Order allow,deny\n  Allow from all\n</Directory>\n',
};

test('a tree that was moved in part is left alone, and the way on is named', () => {
  const folder = tempTree(HALF);
  const { exitCode, stdout, stderr } = runProgram(['.'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('written for 2.4 already (Mutex, httpd.conf:3:1)');
  expect(stderr).toContain('--as 2.2 migrates the tree');
});

test('--as 2.2 finishes it, and a second run has nothing to do', () => {
  const folder = tempTree(HALF);
  const first = runProgram(['.', '--as', '2.2', '--write'], { folder });
  expect(first.exitCode).toBe(0);
  const { exitCode, stdout, stderr } = runProgram(['.', '--as', '2.2'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain(
    'Nothing to change in 1 file: it is written for 2.4 already (Require, httpd.conf:',
  );
});

test('verify reads BEFORE as 2.2 did only if it is told to', () => {
  const folder = tempTree({
    'before.conf': HALF['httpd.conf'],
    'after.conf': '<Directory "/srv">\n  Require all granted\n</Directory>\n',
  });
  const refused = runProgram(['verify', 'before.conf', 'after.conf'], { folder });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('--as 2.2');
  const compared = runProgram(['verify', 'before.conf', 'after.conf', '--as', '2.2'], { folder });
  expect(compared.exitCode).toBe(0);
});
