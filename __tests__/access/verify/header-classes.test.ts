import { expect, test } from '@jest/globals';
import { createReplay } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

function classes(lines: string) {
  const { model, reader } = memoryTree(lines);
  return createReplay(model, model, reader).headerClass;
}

test('values of a header that no line tells apart are of one class', () => {
  const of = classes('SetEnvIf User-Agent ^Good ok\nBrowserMatchNoCase bot robot\n');
  const agent = (value: string) => of('user-agent', value);
  expect(agent('Good/1')).toBe(agent('Good/2'));
  expect(agent('Mozilla')).toBe(agent('curl'));
  expect(new Set([agent('Good/1'), agent('Goodbot'), agent('RoBot'), agent('curl')]).size).toBe(4);
  expect(agent('')).toBe(agent('curl'));
  expect(of('referer', 'http://a/')).toBe(of('referer', 'http://b/'));
});

test.each([
  'SetEnvIf Referer (.*) seen from=$1',
  'RewriteCond %{HTTP_REFERER} x',
  'RewriteCond expr "%{HTTP:Referer} == \'x\'"',
  'RewriteRule ^/x /%{HTTP_REFERER}',
  'SetEnvIfExpr "%{HTTP_REFERER} == \'x\'" ok',
  `<Location />\nRequire expr "%{HTTP_REFERER} =~ /x/"\n</Location>`,
  'SetEnvIf Referer (?<=a)b ok',
])('where it is looked at otherwise each value is its own: %s', (line) => {
  const of = classes(`SetEnvIf Referer z ok\n${line}\n`);
  expect(of('referer', 'http://a/')).not.toBe(of('referer', 'http://b/'));
  expect(of('user-agent', 'a')).toBe(of('user-agent', 'b'));
});
