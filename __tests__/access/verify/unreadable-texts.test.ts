import { describe, expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import { compareTrees } from '../../../src/access/index.ts';

// A text that its server refuses to read is never the same as anything.

const BEFORE = '<Directory /srv/www>\nOrder allow,deny\nAllow from all\n</Directory>\n';
const AFTER = '<Directory /srv/www>\nRequire all granted\n</Directory>\n';

function told(before: string, after: string): string[] {
  const files = { '/p/before.conf': before, '/p/after.conf': after };
  const reader = createMemoryReader(files);
  const [then, now] = Object.keys(files).map((path) => buildModel({ path }, reader));
  if (then === undefined || now === undefined || isModelFailure(then) || isModelFailure(now))
    throw new Error('no model');
  const comparison = compareTrees(then, now, reader, { semantics: 'exact', mostExamples: 0 });
  return [
    ...comparison.unreadable.map(({ version, message }) => `${version}: ${message.split('.')[0]}`),
    ...comparison.refused.map(({ message }) => message.split(',')[0] ?? ''),
    ...comparison.notes.filter(({ level }) => level === 'difference').map(({ code }) => code),
  ];
}

describe('a text that is refused', () => {
  test.each([
    [
      'a section that is open',
      AFTER.replace('</Directory>\n', ''),
      '2.4: <Directory> is not closed before the end of the file',
    ],
    [
      'a guard that is open',
      `${AFTER}<IfModule x.c>\n`,
      '2.4: <IfModule> is not closed before the end of the file: the server takes that only if the test of <IfModule> is true',
    ],
    [
      'an end of nothing',
      `${AFTER}</Directory>\n`,
      '2.4: </Directory> closes nothing: no <Directory> is open here',
    ],
    ['a directive that 2.4 lacks', `${AFTER}LockFile /x\n`, "Invalid command 'LockFile'"],
    ['too few words', `${AFTER}DocumentRoot\n`, 'DocumentRoot takes one argument'],
    ['a directive that nobody knows', `${AFTER}DocumentRot /x\n`, 'unknown-directive'],
  ])('%s', (_, after, expected) => {
    expect(told(BEFORE, after)).toEqual([expected]);
  });

  test('a byte order mark, but on Windows', () => {
    const mark = '\u00ef\u00bb\u00bf';
    expect(told(BEFORE, `${mark}${AFTER}`)).toEqual(['2.4: The file begins with a byte order mark']);
    const onDrive = (text: string): string =>
      `ServerRoot "C:/p"\nListen 80\n${text.replace('/srv/www', 'C:/www')}`;
    expect(told(onDrive(BEFORE), `${mark}${onDrive(AFTER)}`)).toEqual(told(onDrive(BEFORE), onDrive(AFTER)));
  });

  test('in BEFORE as well', () => {
    expect(told(BEFORE.replace('</Directory>\n', ''), AFTER)[0]).toMatch(/^2\.2: <Directory> is not closed/);
  });

  test('a line with which 2.2 did not start, and no other', () => {
    const server = (text: string): string => `ServerRoot /p\nListen 80\n${text}`;
    const before = server(`${BEFORE}Order allow,deny\n`);
    expect(told(before, server(AFTER))).toEqual(['2.2: Order not allowed here']);
    expect(told(server(BEFORE), server(AFTER))).toEqual([]);
  });

  test('but not the same end that both parts lack: they were cut out of something', () => {
    expect(told(`</VirtualHost>\n${BEFORE}`, `</VirtualHost>\n${AFTER}`)).toEqual([]);
    expect(told(`ServerRoot /p\nListen 80\n</VirtualHost>\n${BEFORE}`, AFTER)).toHaveLength(1);
  });

  test('but no directive that both have, and no line of a template', () => {
    expect(told(`${BEFORE}OddThing x\n`, `${AFTER}OddThing x\n`)).toEqual([]);
    expect(told(BEFORE, AFTER)).toEqual([]);
  });
});
