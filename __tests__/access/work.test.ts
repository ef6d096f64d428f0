import { expect, test } from '@jest/globals';
import { prove } from '../../src/access/index.ts';
import { newFlags } from '../../src/access/conditions/host-flags.ts';
import { migrate } from '../../src/migrate/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { testInCI } from '../effort.ts';

const MAIN = '/etc/httpd/conf/httpd.conf';

const OPTIONS = {
  access: 'require',
  semantics: 'exact',
  apply: 'safe',
  target: targetProfile('stock'),
  defines: [],
  only: null,
  skip: [],
} as const;

/** Every folder meets every file name and every pattern of names. */
const LINES = Array.from({ length: 400 }, (_, at) => [
  `<Directory /d${at}>\nOrder deny,allow\n</Directory>`,
  `<Files f${at}>\nDeny from all\n</Files>`,
  `<FilesMatch "x${at}$">\nDeny from all\n</FilesMatch>`,
]);
const reader = createMemoryReader({ [MAIN]: `ServerRoot /etc/httpd\n${LINES.flat().join('\n')}\n` });

// As much work as there may be, twice: not for a sample.
testInCI('rules that meet in too many ways are not proven, and nothing of them is converted', () => {
  const model = buildModel({ path: MAIN }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  expect(prove(model, model, 'exact')).toEqual({ type: 'too-much-work' });
  const result = migrate({ path: MAIN, options: OPTIONS }, reader);
  if ('code' in result) throw new Error(result.message);
  expect(result.refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/too many combinations of access rules/),
  ]);
  expect(result.findings.map(({ messageId }) => messageId)).toContain('too-much-work');
  expect(result.patchSet.files.flatMap(({ after }) => after.match(/Require/g) ?? [])).toEqual([]);
});

function migrated(text: string): Messages {
  return messagesOf(migrate({ path: MAIN, options: OPTIONS }, createMemoryReader({ [MAIN]: text })));
}

/** What was told, and how many such lines were written. */
interface Messages {
  readonly ids: readonly string[];
  readonly refused: readonly string[];
  readonly lines: number;
  readonly expressions: number;
}

function messagesOf(result: ReturnType<typeof migrate>): Messages {
  if ('code' in result) throw new Error(result.message);
  const written = result.patchSet.files.map(({ after }) => after).join('');
  return {
    ids: result.findings.map(({ messageId }) => messageId),
    refused: result.refused.map(({ message }) => message),
    lines: written.match(/Require ip/g)?.length ?? 0,
    expressions: written.match(/Require expr/g)?.length ?? 0,
  };
}

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const rules = (at: number): string =>
  `Order deny,allow\nDeny from all\nAllow from 10.0.${at >> 8}.${at & 255}\n`;

test.each([
  ['addresses', (at: number) => `<Location /l${at}>\n${rules(at)}</Location>`],
  ['file names', (at: number) => `<Files f${at}>\n${rules(at)}</Files>`],
])('thousands of sections that meet in no request are no trouble: %s', (_, section) => {
  const text = `ServerRoot /etc/httpd\n${many(3000, section)}\n`;
  const model = buildModel({ path: MAIN }, createMemoryReader({ [MAIN]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  expect(prove(model, model, 'exact').type).not.toBe('too-much-work');
});

const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile /etc/users\nRequire user ann\n';

test.each([
  ['addresses', (at: number) => `<LocationMatch /a${at}/>\n${rules(at)}</LocationMatch>`],
  ['folders', (at: number) => `<DirectoryMatch /a${at}/>\n${rules(at)}</DirectoryMatch>`],
  ['wildcards', (at: number) => `<Directory /srv/*/a${at}>\n${rules(at)}</Directory>`],
  ['file names', (at: number) => `<FilesMatch "\\.a${at}\\.">\n${rules(at)}</FilesMatch>`],
])('forty patterns that one request may meet are proven: %s', (_, section) => {
  const sections = many(40, section);
  expect(migrated(`ServerRoot /etc/httpd\n${sections}\n`)).toMatchObject({ refused: [], lines: 40 });
  // The first three need expressions, which ask for two of them.
  const asking = [section(51), section(52).replace(rules(52), LOGIN), section(53)].join('\n');
  const others = many(40, (at) => section(at).replace('Order', `${LOGIN}Order`));
  const { refused, expressions } = migrated(`ServerRoot /etc/httpd\n${asking}\n${others}\n`);
  expect(refused).toEqual([]);
  expect(expressions).toBeGreaterThan(0);
});

test('more methods than can be gone through line by line are not converted', () => {
  const limits = many(6000, (at) => `<Limit M${at}>\nAllow from 10.0.${at >> 8}.${at & 255}\n</Limit>`);
  const { ids, lines } = migrated(`ServerRoot /etc/httpd\n<Location />\n${limits}\n</Location>\n`);
  expect(ids).toContain('too-much-work');
  expect(lines).toBe(0);
});

test('hosts of one name get flags of their own, however many there are', () => {
  const hosts = '<VirtualHost *:80>\n</VirtualHost>\n'.repeat(20_000);
  const model = buildModel({ path: MAIN }, createMemoryReader({ [MAIN]: `ServerRoot /etc/httpd\n${hosts}` }));
  if (isModelFailure(model)) throw new Error(model.message);
  const seconds = cpuSeconds(() => expect(new Set(newFlags(model).values()).size).toBe(20_000));
  expect(seconds).toBeLessThan(5);
});
