import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, startProgram } from '../cli/run-program.ts';
import { readTree, tempTree } from '../cli/temp-tree.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

// Trees that are within all bounds, and more than a small heap holds. V8 ends a process that runs out of memory, with a page of addresses.

const MEGABYTES = 64;
/** Nine in ten of the lines that are read with so much. */
const LINES = Math.floor(MEGABYTES * 256 * 0.9);

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: Math.floor(count) }, (_, at) => `${line(at)}\n`).join('');

const TREES: Readonly<Record<string, string>> = {
  'a rule of its own for each folder': many(
    LINES / 3.2,
    (at) =>
      `<Directory /srv/${at}>\nDeny from 10.${at % 250}.${Math.floor(at / 250)} h${at}.example\n</Directory>`,
  ),
  'a finding, a change and a pattern in each section': many(
    LINES / 6,
    (at) =>
      `<VirtualHost *:80>\nServerName h${at}\nRewriteRule ^/(a|b)*${at}/(.*)$ /q/$1 [L]\n<LocationMatch "/[a-z]+${at}">\n` +
      `Deny from 10.${at % 250} h${at}.example\nAllow from 10.${at % 249} i${at}.example\n</LocationMatch>\n</VirtualHost>`,
  ),
};

describe('memory that does not suffice', () => {
  test.each(someOf(Object.entries(TREES), 2))('%s: ends in a sentence, and nothing is written', (_, text) => {
    const folder = tempTree({ 'httpd.conf': `ServerRoot "/srv"\n${text}` });
    const before = readTree(folder);
    const { exitCode, stderr } = startProgram([join(folder, 'httpd.conf'), '--write', '--quiet'], {
      folder,
      env: { NODE_OPTIONS: `--max-old-space-size=${MEGABYTES}` },
    });
    expect(stderr).toMatch(/this takes more memory than Node has \(\d+ MB\).*nothing was written$/m);
    expect(exitCode).toBe(2);
    expect(readTree(folder)).toEqual(before);
  });
});
