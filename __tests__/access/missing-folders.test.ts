import { expect, test } from '@jest/globals';
import { missingFolders, sectionsOfFiles } from '../../src/access/index.ts';
import { memoryTree } from './request/memory-tree.ts';

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
