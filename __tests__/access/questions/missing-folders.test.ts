import { expect, test } from '@jest/globals';
import {
  missingFolders,
  missingGroupFiles,
  missingPasswordFiles,
  rootedSections,
  sectionsOfFiles,
} from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const directory = (folder: string): string => `<Directory ${folder}>\nDeny from all\n</Directory>\n`;
const pattern = (text: string): string => `<DirectoryMatch ${text}>\nSatisfy any\n</DirectoryMatch>\n`;

/** The folders that are told. */
function told(conf: string, files: Readonly<Record<string, string>> = {}): string[] {
  const { model } = memoryTree({ 'conf/httpd.conf': conf, 'htdocs/here/x.html': '', ...files });
  return missingFolders(model).map(({ scope }) => scope.args[0] ?? '');
}

test('folders that are not there are told where a pattern meets them', () => {
  const both = directory('/srv/htdocs/here') + directory('/srv/htdocs/gone');
  expect(told(both + pattern('/htdocs/'))).toEqual(['/srv/htdocs/gone']);
  expect(told(both + pattern('/gone'))).toEqual(['/srv/htdocs/gone']);
});

test('not where no pattern counts, nor for a file', () => {
  const gone = directory('/srv/htdocs/gone');
  expect(told(gone)).toEqual([]);
  expect(told(gone + pattern('/other'))).toEqual([]);
  // 2.2 never meets it.
  expect(told(gone + pattern('/gone$'))).toEqual([]);
  expect(told(`${gone}<DirectoryMatch /gone>\nOptions None\n</DirectoryMatch>\n`)).toEqual([]);
  expect(told(directory('/srv/htdocs/here/x.html') + pattern('/here'))).toEqual([]);
});

test('not in a copy, which may hold the one folder and not the other', () => {
  const files = {
    'conf/httpd.conf': `ServerRoot /elsewhere\n${directory('/elsewhere/gone')}${pattern('/gone')}`,
  };
  expect(missingFolders(memoryTree(files).model)).toEqual([]);
});

test('a section with the path of a file is told', () => {
  const { model } = memoryTree({
    'conf/httpd.conf': directory('/srv/htdocs/here') + directory('/srv/htdocs/here/x.html'),
    'htdocs/here/x.html': '',
  });
  expect(sectionsOfFiles(model).map(({ scope }) => scope.args[0])).toEqual(['/srv/htdocs/here/x.html']);
});

/** The pattern sections that are taken for folders from the root: an example of a folder that each is not taken for, and whether none was seen. */
function rooted(conf: string, files: Readonly<Record<string, string>> = {}): [string, boolean][] {
  const { model } = memoryTree({ 'conf/httpd.conf': conf, 'htdocs/x.html': '', ...files });
  return rootedSections(model).map(({ example, isSeen }) => [example, isSeen]);
}

const DOCS = 'Alias /docs /srv/share/docs\n';
const HERE = { 'share/docs/x.html': '' };

test('a pattern for folders that an Alias names is taken for those from the root', () => {
  const further = '/srv/htdocs/srv/share/docs';
  expect(rooted(DOCS + pattern('/srv/share/docs'), HERE)).toEqual([[further, true]]);
  expect(rooted(DOCS + pattern('/srv/share/docs'))).toEqual([[further, false]]);
  expect(rooted(DOCS + pattern('/srv/share/docs/(.*/)?private'), HERE)).toEqual([[further, true]]);
  expect(rooted(DOCS + pattern('"(?:/srv/share/docs$|/srv/share/docs/.+)"'), HERE)).toEqual([
    [further, true],
  ]);
  expect(rooted(DOCS + pattern('/srv/share/(docs|man)'), HERE)).toEqual([['/srv/htdocs/srv/share', true]]);
});

test('a pattern that may be meant for folders anywhere, and one with `^`, is what it is', () => {
  for (const text of [
    '/docs/private',
    '/srv',
    '^/srv/share/docs',
    '(^|/)srv/share/docs',
    '(/www)?/srv/share/docs',
    '/srv?/share/docs',
    '/srv/share/docs|/private',
    '[/]srv/share/docs',
  ]) {
    expect([text, rooted(DOCS + pattern(text), HERE)]).toEqual([text, []]);
  }
  expect(rooted(pattern('/var/export'))).toEqual([]);
});

test('a group file that is not there is told where a group is asked for', () => {
  const section = (file: string, words: string): string =>
    `<Directory /srv/htdocs/here>\nAuthGroupFile ${file}\nRequire ${words}\n</Directory>\n`;
  const toldOf = (conf: string): (string | undefined)[] =>
    missingGroupFiles(memoryTree({ 'conf/httpd.conf': conf, 'conf/groups': '' }).model).map(
      ({ args }) => args[0],
    );
  expect(toldOf(section('conf/none', 'group staff'))).toEqual(['conf/none']);
  expect(toldOf(section('/srv/conf/none', 'file-group'))).toEqual(['/srv/conf/none']);
  expect(toldOf(section('conf/groups', 'group staff'))).toEqual([]);
  expect(toldOf(section('conf/none', 'valid-user'))).toEqual([]);
});

test('a file of passwords that is not there is told where another may know the user', () => {
  const toldOf = (word: string): (string | undefined)[] =>
    missingPasswordFiles(
      memoryTree({
        'conf/httpd.conf': `<Location /x>\nAuthUserFile conf/none\nAuthBasicAuthoritative ${word}\n</Location>\n`,
        'conf/groups': '',
      }).model,
    ).map(({ args }) => args[0]);
  expect(toldOf('off')).toEqual(['conf/none']);
  expect(toldOf('on')).toEqual([]);
});
