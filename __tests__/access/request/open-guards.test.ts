import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';

const DENIED = 'Require all denied';
const inside = (guard: string, lines: string) => `<${guard}>\n${lines}\n</${guard.split(' ')[0] ?? ''}>`;

// Each as a real 2.4 answers.
describe('what a guard of 2.4 asks for is looked up', () => {
  const htaccess = (text: string, override = 'All') =>
    statusOf(`<Directory /srv/htdocs>\nAllowOverride ${override}\n</Directory>\n`, '/x', '2.4', {
      'htdocs/x': '',
      'htdocs/.htaccess': text,
    });

  test.each([
    ['IfDirective Require', 403],
    ['IfDirective !Require', 200],
    ['IfDirective Nosuch', 200],
    ['IfDirective !nosuch', 403],
    ['IfDirective Dav', 200],
    ['IfSection Location', 403],
    ['IfSection Proxy', 200],
    ['IfFile /srv/conf/httpd.conf', 403],
    ['IfFile conf/httpd.conf', 403],
    ['IfFile conf/none', 200],
  ])('%s: %d', (guard, status) => {
    expect(htaccess(inside(guard, DENIED))).toBe(status);
  });

  test('and what stands in one that holds is to be permitted', () => {
    expect(htaccess(inside('IfDirective Require', 'UnsetEnv X'), 'Indexes')).toBe(500);
    expect(htaccess(inside('IfDirective !Require', 'UnsetEnv X'), 'Indexes')).toBe(200);
    expect(htaccess(inside('IfSection Files', inside('Files x', DENIED)), 'FileInfo')).toBe(500);
  });
});

describe('a guard that is open is told of, whatever stands in it', () => {
  function otherwise(lines: string, path = '/x', version: Version = '2.4') {
    const modules = version === '2.2' ? MODULES_22 : MODULES_24;
    const tree = memoryTree({ 'conf/httpd.conf': modules + lines, 'htdocs/x': '' });
    return ask(tree, path, {}, version).otherwise.map(({ guards, possible }) => [
      guards,
      possible.map(({ status }) => status),
    ]);
  }
  const gone = inside('IfDefine X', 'Redirect 410 /x');

  test.each(['2.2', '2.4'] as const)('of %s', (version) => {
    expect(otherwise(gone, '/x', version)).toEqual([[['ifdefine X'], [410]]]);
    expect(otherwise(gone, '/y', version)).toEqual([]);
    expect(otherwise(inside('IfDefine !X', 'Redirect 410 /x'), '/x', version)).toEqual([
      [['ifdefine X'], [200]],
    ]);
  });

  test('where two must hold, or either does', () => {
    expect(otherwise(inside('IfDefine X', inside('IfDefine Y', 'Redirect 410 /x')))).toEqual([
      [['ifdefine X', 'ifdefine Y'], [410]],
    ]);
    expect(otherwise(`${gone}\n${inside('IfDefine Y', 'Redirect 403 /x')}`)).toEqual([
      [['ifdefine X'], [410]],
      [['ifdefine Y'], [403]],
      [['ifdefine X', 'ifdefine Y'], [410]],
    ]);
  });

  test('but not one that is known to hold', () => {
    expect(otherwise(inside('IfFile conf/httpd.conf', 'Redirect 410 /x'))).toEqual([]);
  });
});
