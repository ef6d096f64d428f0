import { describe, expect, test } from '@jest/globals';
import { occurrencesOf, overrideNone } from '../../src/model/index.ts';
import { memoryTree } from '../access/request/memory-tree.ts';

/** Of these folders those in which no .htaccess file is ever read. */
function neverRead(text: string, ...folders: readonly string[]): string[] {
  const { model } = memoryTree(text);
  const isNeverRead = overrideNone(occurrencesOf(model, 'allowoverride'), model.statedRoot);
  return folders.filter(isNeverRead);
}

const section = (path: string, permits: string) =>
  `<Directory ${path}>\nAllowOverride ${permits}\n</Directory>\n`;

describe('AllowOverride None', () => {
  test('holds in the folder and below it, but for sections of their own', () => {
    const text = section('/srv', 'None') + section('/srv/a', 'All');
    expect(neverRead(text, '/', '/srv', '/srv/b/c', '/srv/a', '/srv/a/b')).toEqual(['/srv', '/srv/b/c']);
  });

  test('does not hold where a pattern that permits may match', () => {
    const none = section('/', 'None');
    const folders = ['/', '/home', '/home/a/b', '/srv', '/srv/www'];
    expect(neverRead(none + section('"/home/*"', 'All'), ...folders)).toEqual(['/srv', '/srv/www']);
    expect(neverRead(none + section('"/srv/w?w/x"', 'All'), ...folders)).toEqual(['/home', '/home/a/b']);
    expect(neverRead(none + section('"/*/x"', 'All'), ...folders)).toEqual([]);
    expect(neverRead(none + section('~ "^/home/"', 'All'), ...folders)).toEqual([]);
    expect(neverRead(none + section('"/ho\\me/*"', 'All'), ...folders)).toEqual([]);
    expect(neverRead(none + section('"/home/*"', 'None'), ...folders)).toEqual(folders);
  });
});
