// --assume and --template mean the same to every command that reads a tree.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const section = (lines: string) => `<Location /a>\n${lines}\n</Location>\n`;
const FILES = {
  'before.conf': section('Order deny,allow\nDeny from all\nAllow from {{ nets }}'),
  'ip.conf': section('Require ip {{ nets }}'),
  'host.conf': section('Require host {{ nets }}'),
  'all.conf': section('Require all granted'),
};

describe('verify --assume', () => {
  test.each([
    ['addresses', 'ip'],
    ['hosts', 'host'],
    ['all', 'all'],
  ])('%s: the lines of %s.conf are right, and no others', (kind, right) => {
    const folder = tempTree(FILES);
    const codes = ['ip', 'host', 'all'].map((name) => {
      const words = ['verify', 'before.conf', `${name}.conf`, '--assume', `nets=${kind}`];
      return [name, runProgram(words, { folder }).exitCode];
    });
    expect(Object.fromEntries(codes)).toEqual({ ip: 1, host: 1, all: 1, [right]: 0 });
  });
});

describe('who', () => {
  const answerOf = (...words: string[]): string => {
    const folder = tempTree(FILES);
    const asked = ['who', '/a/x', '--tree', 'before.conf', '--client', '192.0.2.1', ...words];
    return runProgram(asked, { folder }).stdout.split('\nAnswer')[1] ?? '';
  };

  test('--assume: a client that anything may match', () => {
    expect(answerOf()).toContain('It depends on: the request is met by {{ nets }}');
    expect(answerOf('--assume', 'nets=all')).toMatch(/^ +200 OK\n/);
    expect(answerOf('--assume', 'nets=none')).toMatch(/^ +403 Forbidden\n/);
  });

  test('--template none: the brackets are text', () => {
    expect(answerOf('--template', 'none')).not.toContain('{{ nets }}');
  });
});

test('--template none: what stands in brackets is migrated as the server reads it', () => {
  const folder = tempTree({ 'x.conf': section('Order allow,deny\nAllow from all\n__EXTRA__ x') });
  const told = (...words: string[]) => runProgram(['x.conf', ...words], { folder }).stdout;
  expect(told()).not.toContain('Require all granted');
  expect(told('--template', 'none')).toContain('Require all granted');
  expect(told('--template', 'none')).not.toContain('stands for whole lines');
});
