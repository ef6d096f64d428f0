// Lines with which 2.2.34 did not start, as it was seen to say, and none of those trees with which it did.
import { describe, expect, test } from '@jest/globals';
import { refusedLines22 } from '../../../src/access/refused/refused-lines.ts';
import { someOf } from '../../effort.ts';
import { treeOf } from '../oracle/asked-server.ts';
import { RECORDED, readScenarios } from '../oracle/scenario.ts';
import { memoryTree, MODULES_22 } from '../request/memory-tree.ts';

const told = (lines: string): string[] =>
  refusedLines22(memoryTree(MODULES_22 + lines).model).map(({ message }) => message.split(',')[0] ?? '');

const within = (lines: string): string => `<Directory /srv/htdocs>\n${lines}\n</Directory>\n`;

describe('2.2 does not start with', () => {
  test.each([
    ['Bogus on', "Invalid command 'Bogus'"],
    ['Mutex default', "Invalid command 'Mutex'"],
    ['DocumentRoot a b', 'DocumentRoot takes one argument'],
    ['Order allow,deny', 'Order not allowed here'],
    [within('Order allow, deny'), 'Order takes one argument'],
    [within('Options Foo'), 'Illegal option Foo'],
    [within('Allow 10.0.0.1'), 'Allow requires at least two arguments'],
    [within('<Limit GET>\n<Limit POST>\n</Limit>\n</Limit>'), '<Limit> cannot occur within <Limit> section'],
    ['Redirect 302 /x', 'URL to redirect to is missing'],
    ['<FilesMatch "(x">\n</FilesMatch>', 'Regex could not be compiled (a parenthesis is not closed)'],
    [
      'LoadModule status_module modules/mod_info.so',
      "Can't locate API module structure `status_module' in file modules/mod_info.so",
    ],
    [
      'LoadModule stats_module modules/mod_status.so',
      "Can't locate API module structure `stats_module' in file modules/mod_status.so",
    ],
  ])('%j', (lines, message) => {
    expect(told(lines)).toEqual([message]);
  });

  test('nothing that it may not have read, may have known, or answers 500 for', () => {
    expect(told('<IfVersion >= 2.4>\nBogus on\n</IfVersion>')).toEqual([]);
    expect(told('<IfDefine X>\nBogus on\n</IfDefine>')).toEqual([]);
    expect(told(within('LoadModule status_module modules/mod_status.so'))).toEqual([]);
    expect(told('LoadModule php5_module modules/libphp5.so\nBogus on')).toEqual([]);
    const { model } = memoryTree({ 'conf/httpd.conf': MODULES_22, 'htdocs/.htaccess': 'Bogus on\n' });
    expect(refusedLines22(model)).toEqual([]);
  });
});

const recorded = RECORDED.flatMap((name) => readScenarios(name));

test.each(
  someOf(
    recorded.map((scenario) => [scenario.id, scenario] as const),
    6,
  ),
)('it started with %s', (_, scenario) => {
  expect(refusedLines22(treeOf(scenario).model).map(({ message }) => message)).toEqual([]);
});
