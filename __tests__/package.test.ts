import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import packageJson from '../package.json' with { type: 'json' };
import { PROJECT, rejectStaleBuild } from './cli/run-program.ts';
import { tempTree } from './cli/temp-tree.ts';
import { testInCI } from './effort.ts';

beforeAll(rejectStaleBuild);

/** npm in an environment without the wishes of the npm that runs these tests. */
function npm(words: readonly string[], folder: string) {
  const { PATH = '', HOME = '' } = process.env;
  return spawnSync('npm', [...words, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME, npm_config_update_notifier: 'false' },
    shell: process.platform === 'win32',
  });
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The package as it would be published, made of what was built last. */
function pack(folder: string): Packed {
  const words = ['pack', PROJECT, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout, stderr, status } = npm(words, folder);
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as Packed[])[0]!;
}

const WANTED = [
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^bin\/httpd-codemod\.js$/,
  /^dist\/(?:cli\.js|index\.js|help\.txt|httpd-codemod\.1|THIRD-PARTY-LICENSES\.txt)$/,
  /^schema\/[\w-]+\.json$/,
  /^dist\/chunks\/[\w-]+\.js$/,
  /^dist\/chunks\/program-\w+\.cjs(?:\.v[\d.]+-\w+-\w+\.compiled)?$/,
  /^dist\/types\/src\/.+\.d\.ts$/,
];

describe('the package', () => {
  const folder = tempTree({});
  const packed = pack(folder);

  test('holds what is needed, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !WANTED.some((one) => one.test(path)))).toEqual([]);
    expect(WANTED.filter((one) => !paths.some((path) => one.test(path)))).toEqual([]);
  });

  test('has declarations that ask for no other package', () => {
    const declarations = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
    expect(declarations.length).toBeGreaterThan(0);
    const foreign = declarations.flatMap((path) => {
      const text = readFileSync(join(PROJECT, path), 'utf8');
      return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'((?!node:)[^.'][^']*)'/g)].map(
        ([, name]) => `${path}: ${name}`,
      );
    });
    expect(foreign).toEqual([]);
  });

  // npm packs it and unpacks it: not for a sample.
  testInCI('installs into an empty folder without a network, runs, and is a library', () => {
    const empty = tempTree({ 'httpd.conf': 'MaxClients 5\n' });
    writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }');
    const install = npm(
      ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)],
      empty,
    );
    expect({ status: install.status, stderr: install.stderr }).toEqual({ status: 0, stderr: '' });
    const run = (command: string, words: readonly string[]) =>
      spawnSync(command, words, {
        cwd: empty,
        encoding: 'utf8',
        env: { ...process.env, XDG_STATE_HOME: folder },
        shell: process.platform === 'win32',
      });
    const program = join(empty, 'node_modules/.bin/httpd-codemod');
    expect(run(program, ['--version']).stdout).toBe(`${packageJson.version}\n`);
    expect(run(program, ['--help']).stdout).toContain('httpd-codemod [migrate] PATH...');
    expect(run(program, ['httpd.conf', '-q']).stdout).toContain('+MaxRequestWorkers 5\n');
    expect(run(program, ['httpd.conf', '--write', '-q']).status).toBe(0);
    expect(readFileSync(join(empty, 'httpd.conf'), 'latin1')).toBe('MaxRequestWorkers 5\n');
    const use =
      "import { parse, print } from 'httpd-codemod'; console.log(print(parse({ path: '/x', text: 'Listen 80' })))";
    expect(run(process.execPath, ['--input-type=module', '--eval', use]).stdout).toBe('Listen 80\n');
  });

  test('brings nothing else with it', () => {
    expect(Object.keys(packageJson).filter((key) => /dependencies/i.test(key))).toEqual(['devDependencies']);
  });
});

test('each package that is used is in ARCHITECTURE.md, with why', () => {
  const rows = readFileSync(join(PROJECT, 'ARCHITECTURE.md'), 'utf8').match(/^\| `.+$/gm) ?? [];
  const unlisted = Object.keys(packageJson.devDependencies).filter(
    (name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)),
  );
  expect(unlisted).toEqual([]);
});

test.each([
  ['not built', null, /^httpd-codemod is not built yet\. Type: /],
  [
    'built from other sources',
    'export const main = 1;\n',
    /^httpd-codemod was built from other sources than these\. Type: /,
  ],
])('a program that is %s says so in a sentence', (_, built, said) => {
  const bin = readFileSync(join(PROJECT, 'bin/httpd-codemod.js'), 'utf8');
  const folder = tempTree({
    'bin/httpd-codemod.js': bin,
    'package.json': '{ "type": "module" }',
    ...(built === null ? {} : { 'dist/cli.js': built }),
  });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/httpd-codemod.js')], {
    encoding: 'utf8',
  });
  expect({ status, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, lines: 1 });
  expect(stderr).toMatch(said);
});
