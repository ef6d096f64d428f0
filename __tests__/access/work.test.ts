import { expect, test } from '@jest/globals';
import { prove } from '../../src/access/index.ts';
import { newFlags } from '../../src/access/host-flags.ts';
import { migrate } from '../../src/migrate/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const MAIN = '/etc/httpd/conf/httpd.conf';

/** Every folder meets every file name and every pattern of names. */
const LINES = Array.from({ length: 400 }, (_, at) => [
  `<Directory /d${at}>\nOrder deny,allow\n</Directory>`,
  `<Files f${at}>\nDeny from all\n</Files>`,
  `<FilesMatch "x${at}$">\nDeny from all\n</FilesMatch>`,
]);
const reader = createMemoryReader({ [MAIN]: `ServerRoot /etc/httpd\n${LINES.flat().join('\n')}\n` });

test('rules that meet in too many ways are not proven, and nothing of them is converted', () => {
  const model = buildModel({ path: MAIN }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  expect(prove(model, model, 'exact')).toEqual({ type: 'too-much-work' });
  const target = targetProfile('stock');
  const options = {
    access: 'require',
    semantics: 'exact',
    apply: 'safe',
    target,
    defines: [],
    only: null,
    skip: [],
  } as const;
  const result = migrate({ path: MAIN, options }, reader);
  if ('code' in result) throw new Error(result.message);
  expect(result.refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/it would take too long/),
  ]);
  expect(result.findings.map(({ messageId }) => messageId)).toContain('too-much-work');
  expect(result.patchSet.files.flatMap(({ after }) => after.match(/Require/g) ?? [])).toEqual([]);
}, 120_000);

test('hosts of one name get flags of their own, however many there are', () => {
  const hosts = '<VirtualHost *:80>\n</VirtualHost>\n'.repeat(20_000);
  const model = buildModel({ path: MAIN }, createMemoryReader({ [MAIN]: `ServerRoot /etc/httpd\n${hosts}` }));
  if (isModelFailure(model)) throw new Error(model.message);
  const start = process.cpuUsage();
  expect(new Set(newFlags(model).values()).size).toBe(20_000);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
});
