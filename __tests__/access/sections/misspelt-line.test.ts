import { expect, test } from '@jest/globals';
import { misspeltLine } from '../../../src/access/sections/misspelt-line.ts';
import type { Version } from '../../../src/access/sections/worlds.ts';
import { memoryTree } from '../request/memory-tree.ts';

/** What the server says of a folder's lines, and of which of them. */
function said(version: Version, ...lines: string[]): [string, number] | null {
  const text = `Listen 80\n<Directory /x>\n${lines.join('\n')}\n</Directory>\n`;
  const { model } = memoryTree({ 'conf/httpd.conf': text });
  const found = misspeltLine(model.main, version, new Map());
  if (found === null) return null;
  const above = found.line.file.source.text.slice(0, found.line.node?.span.start).split('\n').length;
  const head = found.line.file.source.text.split('<Directory')[0]?.split('\n').length ?? 0;
  return [found.message, above - head];
}

// As a real server says it (`httpd -t`), but for what a line without enough words is about.
test.each([
  ['2.2', ['Order allow, deny'], 'order takes one argument'],
  ['2.4', ['Order'], 'order takes one argument'],
  ['2.2', ['Order first,last'], 'unknown order'],
  ['2.2', ['Satisfy either'], "Satisfy either 'any' or 'all'."],
  ['2.4', ['Satisfy anybody'], "Satisfy either 'any' or 'all'."],
  ['2.4', ['Satisfy any all'], 'Satisfy takes one argument'],
  ['2.2', ['Allow all'], 'allow requires at least two arguments'],
  ['2.2', ['Allow "" all'], 'allow requires at least two arguments'],
  ['2.4', ['Deny to all'], "allow and deny must be followed by 'from'"],
  [
    '2.2',
    ['<Limit GET>', '<LimitExcept POST>', '</LimitExcept>', '</Limit>'],
    '<LimitExcept> cannot occur within <Limit> section',
    2,
  ],
  ['2.2', ['<Limit>', '</Limit>'], '<Limit> directive requires additional arguments'],
  ['2.2', ['<Limit GET TRACE>', '</Limit>'], 'TRACE cannot be controlled by <Limit>, see TraceEnable'],
  ['2.2', ['<Files y>', '</Files>', 'Order x'], 'unknown order', 3],
  ['2.2', ['AuthName x', '<Files y>', 'Order x', '</Files>'], 'unknown order', 3],
] as const)('%s of %j: %s', (version, lines, message, at: number = 1) => {
  expect(said(version, ...lines)).toEqual([message, at]);
});

test.each([
  [
    '2.2',
    ['Order Deny,Allow', 'Order mutual-failure', 'Satisfy ANY', 'Deny From all', 'Allow from 10.1 env=x'],
  ],
  ['2.2', ['<Files x>', '<Limit GET>', 'Deny from all', '</Limit>', '</Files>']],
  [
    '2.2',
    ['<Limit GET>', 'Deny from all', '</Limit>', '<LimitExcept TRACE>', 'Deny from all', '</LimitExcept>'],
  ],
  ['2.4', ['<Limit GET>', '<LimitExcept POST>', 'Deny from all', '</LimitExcept>', '</Limit>']],
  // What stands behind an empty word is not read.
  ['2.2', ['Deny from ""', 'Deny form ""', 'Allow from 10.1 "" 10.1/x']],
  ['2.4', ['Deny from ""', 'Deny form "" all']],
  // What will stand there is not known.
  ['2.2', ['Order <%= @order %>', 'Allow @FROM@ all']],
  ['2.2', ['<IfModule mod_authz_core.c>', 'Order x', '</IfModule>']],
] as const)('%s takes %j', (version, lines) => {
  expect(said(version, ...lines)).toBeNull();
});
