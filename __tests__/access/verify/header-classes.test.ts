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
  expect(new Set([agent('Good/1'), agent('Goodbot'), agent('RoBot'), agent('curl'), agent('')]).size).toBe(5);
  expect(of('referer', 'http://a/')).toBe(of('referer', 'http://b/'));
});

test('where something is made of the value each is its own', () => {
  for (const lines of [
    'SetEnvIf Referer (.*) from=$1\n',
    'RewriteCond %{HTTP_REFERER} x\nRewriteRule ^ - [F]\n',
  ]) {
    const of = classes(lines);
    expect(of('referer', 'http://a/')).not.toBe(of('referer', 'http://b/'));
  }
});
