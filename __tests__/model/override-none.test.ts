import { describe, expect, test } from '@jest/globals';
import { occurrencesOf, overrideNone } from '../../src/model/index.ts';
import { memoryTree } from '../access/request/memory-tree.ts';

/** Of these folders those in which no .htaccess file is ever read. */
function neverRead(text: string, ...folders: readonly string[]): string[] {
  const { model } = memoryTree(text);
  const isNeverRead = overrideNone(occurrencesOf(model, 'allowoverride'), model.statedRoot);
  return folders.filter((folder) => isNeverRead(folder));
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

  test('of a host holds in its folders where what is around them says the same of all others', () => {
    const host = `<VirtualHost *:80>\n${section('/srv/a', 'None')}</VirtualHost>\n`;
    expect(neverRead(section('/', 'None') + host, '/srv/a', '/srv')).toEqual(['/srv/a', '/srv']);
    expect(neverRead(host, '/srv/a')).toEqual([]);
    expect(neverRead(section('/', 'None') + section('/srv', 'All') + host, '/srv/a')).toEqual([]);
  });

  test('of a host holds for its own requests, whatever it is for others', () => {
    const hosts = ['None', 'All'].map(
      (permits) => `<VirtualHost *:80>\nServerName ${permits}\n${section('/srv', permits)}</VirtualHost>\n`,
    );
    const { model } = memoryTree(hosts.join(''));
    const isNeverRead = overrideNone(occurrencesOf(model, 'allowoverride'), model.statedRoot);
    expect(model.virtualHosts.map((host) => isNeverRead('/srv/www', host))).toEqual([true, false]);
    expect(isNeverRead('/srv/www')).toBe(false);
  });

  test('is asked of each version by the lines that it reads', () => {
    const guarded = (versions: string) => (text: string) => `<IfVersion ${versions}>\n${text}</IfVersion>\n`;
    const [in22, in24] = [guarded('< 2.4'), guarded('>= 2.4')];
    const versions = 'LoadModule version_module modules/mod_version.so\n';
    const isShut = (...texts: string[]) => neverRead(versions + texts.join(''), '/srv/www').length > 0;
    // 2.4 reads none where nothing says so.
    expect(isShut(in22(section('/', 'None')))).toBe(true);
    expect(isShut(section('/', 'None'), in22(section('/srv', 'None')))).toBe(true);
    expect(isShut(in24(section('/', 'None')))).toBe(false);
    expect(isShut(in22(section('/', 'None')), in24(section('/', 'None')))).toBe(true);
    expect(isShut(in22(section('/', 'None')), in24(section('/', 'All')))).toBe(false);
    expect(isShut(in22(section('/', 'All')), in24(section('/', 'None')))).toBe(false);
    // Deeper in 2.4 alone, where the line around it counts for 2.2.
    expect(isShut(section('/', 'None'), in24(section('/srv', 'All')))).toBe(false);
    expect(isShut(section('/', 'All'), in24(section('/srv', 'None')))).toBe(false);
  });
});
