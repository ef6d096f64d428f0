import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files (text with one character per byte, by relative path); gone after the tests. */
export function tempTree(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'httpd-codemod-')));
  made.push(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, 'latin1');
  }
}

/** All files below the folder: relative path -> text with one character per byte. */
export function readTree(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** A small server of 2.2 whose migration is certain, with something to change in each of two files. */
export const SMALL_SERVER: Readonly<Record<string, string>> = {
  'conf/httpd.conf': [
    '# The main file.',
    'ServerRoot "/etc/httpd"',
    'Listen 8080',
    '',
    '# How many at once?',
    'MaxClients   150',
    'Include conf.d/*.conf',
    '',
  ].join('\n'),
  'conf.d/limits.conf': [
    'MaxRequestsPerChild 1000 # no comment',
    '<Directory "/srv/www">',
    '  Options Indexes',
    '</Directory>',
    '',
  ].join('\n'),
};
