import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { migrateOptions } from '../../src/cli/arguments/option-table.ts';
import { SETTINGS } from '../../src/cli/settings/setting-kinds.ts';
import { runHere } from './run-here.ts';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const NAME = '.httpd-codemod.json';
/** What is typed each time, and what is about settings itself. */
const NO_SETTINGS = [
  'dry-run',
  'write',
  'out',
  'check',
  'interactive',
  'list',
  'config',
  'print-config',
  'explain',
  'stdin-filename',
];

async function printed(folder: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await runHere(['conf', ...words, '--print-config'], { folder });
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const withSettings = (settings: object, more: Readonly<Record<string, string>> = {}): string =>
  tempTree({ ...SMALL_SERVER, [NAME]: JSON.stringify(settings), ...more });

/** A value of each setting that is not its default. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  target: 'debian12',
  httpd: '/usr/sbin/httpd',
  configtest: 'start',
  access: 'compat',
  semantics: 'exact',
  dual: true,
  D: ['SSL', '!INFO', '!*'],
  env: { SITE: '/srv' },
  'env-file': ['/etc/default/apache2'],
  modules: '/etc/httpd/modules.txt',
  'server-root': '/etc/httpd',
  map: { '/srv/www': '/copy/www' },
  template: 'none',
  assume: { nets: 'addresses' },
  as: '2.2',
  apply: 'review',
  only: ['rename-max-clients'],
  skip: ['default-limits'],
  format: 'json',
  output: ['/tmp/x.json'],
  each: true,
  jobs: 3,
  'all-or-none': true,
  cache: '/var/cache/x',
  timings: true,
  color: false,
  quiet: true,
  verbose: true,
};

describe('the settings file', () => {
  test('knows every option of migrate, but for what becomes of the result', () => {
    const options = Object.keys(migrateOptions).filter((name) => !NO_SETTINGS.includes(name));
    const later = options.filter((name) => !Object.hasOwn(SETTINGS, name));
    expect(later).toEqual([]);
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
  });

  test('has a schema that knows the same settings and values', () => {
    const schema = JSON.parse(readFileSync(join(PROJECT, 'schema/settings-1.json'), 'utf8')) as {
      properties: Record<string, { enum?: string[] }>;
    };
    const { $schema: _, ...properties } = schema.properties;
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    const choices = Object.entries(SETTINGS).flatMap(([name, kind]) =>
      kind.type === 'choice' ? [[name, kind.choices]] : [],
    );
    expect(
      Object.entries(properties).flatMap(([name, { enum: values }]) =>
        values === undefined ? [] : [[name, values]],
      ),
    ).toEqual(expect.arrayContaining(choices));
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect(validate(EXAMPLES)).toBe(true);
    expect(validate({ targt: 'x' })).toBe(false);
  });

  test.each(Object.entries(EXAMPLES))(
    '%s is taken from it, and told by --print-config',
    async (name, value) => {
      expect((await printed(withSettings({ [name]: value })))[name]).toEqual(value);
    },
  );

  test('is found above PATH; what is typed wins; paths are relative to it', async () => {
    const folder = withSettings({ target: 'debian12', map: { '/srv/www': 'copy' }, apply: 'review' });
    const settings = await printed(folder, '--apply', 'safe');
    expect(settings).toMatchObject({
      target: 'debian12',
      apply: 'safe',
      map: { '/srv/www': join(folder, 'copy') },
    });
    expect(await printed(folder, '--httpd', '/x/httpd')).toMatchObject({ httpd: '/x/httpd' });
    expect((await printed(folder, '--httpd', '/x/httpd'))['target']).toBeUndefined();
  });

  test('does what it says: a rule that is skipped makes no change', () => {
    const folder = withSettings({ skip: ['rename-max-clients'] });
    expect(runProgram(['conf'], { folder }).stdout).not.toContain('MaxRequestWorkers');
    expect(runProgram(['conf', '--no-config'], { folder }).stdout).toContain('MaxRequestWorkers');
  });

  test('says how the tree is read to the other commands, too', () => {
    const folder = tempTree({
      'conf/httpd.conf': 'ServerRoot /etc/httpd\n<IfDefine SSL>\nInclude ssl.conf\n</IfDefine>\n',
      'conf/ssl.conf': 'Listen 443\n',
      [NAME]: '{ "D": ["SSL"] }',
    });
    expect(runProgram(['tree', 'conf/httpd.conf'], { folder }).stdout).toContain('defined     SSL');
    expect(runProgram(['tree', 'conf/httpd.conf', '--no-config'], { folder }).stdout).not.toContain(
      'defined     SSL',
    );
  });

  test('says to the other commands, too, whose tags are in the files, and what stands for them', async () => {
    const folder = tempTree({
      'site.conf.j2': '<Location /x>\nOrder deny,allow\nDeny from all\nAllow from {{ nets }}\n</Location>\n',
      [NAME]: '{ "template": "jinja", "assume": { "nets": "all" } }',
    });
    const { stdout } = await runHere(['who', '/x', '--tree', 'site.conf.j2'], { folder });
    expect(stdout).toContain('Answer    200 OK');
  });

  test('--config names another one', async () => {
    const folder = withSettings({ apply: 'review' }, { 'other.json': '{ "dual": true }' });
    expect(await printed(folder, '--config', 'other.json')).toMatchObject({ apply: 'safe', dual: true });
  });

  test('what --print-config prints is a settings file that says the same', async () => {
    const folder = withSettings({ target: 'debian12', D: ['SSL'] });
    const first = await printed(folder);
    expect(await printed(withSettings(first))).toEqual(first);
  });
});

describe('a bad settings file ends with a sentence, and exit code 2', () => {
  test.each<[string, string]>([
    ['{ "targt": "debian12" }', ':1:3: no setting "targt"; did you mean target?'],
    ['{\n  "dual": true,\n  "target": 12\n}', ':3:3: target must be a string, not 12'],
    ['{ "apply": "all" }', ':1:3: apply can be safe, review, not "all"'],
    ['{ "skip": "x" }', ':1:3: skip must be a list of strings, not "x"'],
    ['{ "dual": "yes" }', ':1:3: dual must be true or false, not "yes"'],
    [
      '{ "env": ["A=1"] }',
      ':1:3: env must be an object of strings, such as { "NAME": "VALUE" }, not ["A=1"]',
    ],
    [
      '{ "target": "debian1" }',
      ':1:3: target names what is not there: no target debian1; did you mean debian8?',
    ],
    [
      '{ "skip": ["rename-max-client"] }',
      ':1:3: skip names what is not there: no transform rename-max-client; did you mean rename-max-clients?',
    ],
    ['{ "write": true }', ":1:3: write can't be set in a file: type it each time (--write)"],
    ['[]', ':1:1: it must be an object, such as { "target": "debian12" }'],
  ])('%s', (text, message) => {
    const folder = tempTree({ ...SMALL_SERVER, [NAME]: text });
    const { exitCode, stderr } = runProgram(['conf'], { folder });
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: `httpd-codemod: ${join(folder, NAME)}${message}`,
    });
  });

  test.each([
    ['{ target', ':1:3: not JSON: this is no name or text in double quotes'],
    ['{\n  "target": "debian12"\n  "dual": true\n}', ':3:3: not JSON: a comma is missing here'],
    ['{\n  "target": "debian12",\n}', ':3:1: not JSON: a name in double quotes is missing here (a comma'],
    ['{ "skip": ["a" "b"] }', ':1:16: not JSON: a comma is missing here'],
    ['{ "skip": ["a"', ':1:15: not JSON: a ] is missing here'],
    ['{ "skip" "b" }', ':1:10: not JSON: a colon is missing here'],
    ['{ "access": compat }', ':1:13: not JSON: this is no name or text in double quotes'],
    ['{ "access": }', ':1:13: not JSON: a value is missing here'],
    ['{ "skip": [] } {}', ':1:16: not JSON: there is more after the last }'],
    ['', ':1:1: not JSON: a value is missing here'],
    ['{ "env": {} ', ':1:13: not JSON: a } is missing here'],
    ['{ } // mine', ':1:5: not JSON: JSON has no comments'],
    ['{ "httpd": "C:\\Apache\\httpd" }', ':1:12: not JSON: a backslash in text is written as two'],
    ['{ "httpd": "/usr }', ':1:12: not JSON: the double quote at the end of this text is missing'],
    ['{ "httpd": "\\u12" }', ':1:12: not JSON: after \\u in this text there must be four digits'],
    ['{ "httpd": "a\tb" }', ':1:12: not JSON: there is a control character in this text'],
    ['{ "jobs": 1. }', ':1:11: not JSON: this is no number'],
  ])('the place where %j stops being JSON', (text, said) => {
    const folder = tempTree({ ...SMALL_SERVER, [NAME]: text });
    expect(runProgram(['conf'], { folder }).stderr).toContain(`${join(folder, NAME)}${said}`);
  });

  test('text that is no JSON; a folder of that name; a file that is not there', () => {
    const folder = tempTree({ ...SMALL_SERVER, [NAME]: '{ target' });
    expect(runProgram(['conf'], { folder }).stderr).toContain('not JSON: ');
    const other = tempTree(SMALL_SERVER);
    mkdirSync(join(other, NAME));
    expect(runProgram(['conf'], { folder: other })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('not a file'),
    });
    expect(runProgram(['conf', '--config', 'no.json'], { folder: other })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--config no.json: no such file or folder'),
    });
  });

  const asRoot = process.geteuid?.() === 0 ? test : test.skip;
  asRoot('one of another user is not obeyed by root', () => {
    const folder = withSettings({ apply: 'review' });
    chownSync(join(folder, NAME), 65534, 65534);
    const { exitCode, stderr } = runProgram(['conf'], { folder });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('belongs to another user'),
    });
    expect(runProgram(['conf', '--config', NAME], { folder }).exitCode).toBe(0);
  });
});
