import { beforeAll, describe, expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };
import { runHere } from './run-here.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const folder = tempTree(SMALL_SERVER);
const wordsOf = (line: string) => line.split(' ').filter((word) => word !== '');
const run = (line: string) => runProgram(wordsOf(line), { folder });
const ask = (line: string) => runHere(wordsOf(line), { folder });

test.each([
  ['-q undo conf', 'undo conf'],
  ['--no-color -v status conf', 'status conf -v'],
])('switches may stand before the command: %s', async (line, same) => {
  expect(await ask(line)).toEqual(await ask(same));
});

test.each([
  ['nosuch', 'no such file or folder (ENOENT)'],
  ['conf', 'it is a folder (EISDIR)'],
])('why a list is not read is said: %s', async (list, why) => {
  const { exitCode, stderr } = await ask(`--list ${list}`);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `httpd-codemod: ${list}: the list can't be read: ${why}\n`,
  });
});

describe('wrong usage: exit code 2, one sentence on stderr, nothing on stdout', () => {
  test.each([
    ['', 'which configuration? Give a PATH, such as /etc/httpd'],
    ['--wirte conf', 'unknown option --wirte; did you mean --write?'],
    ['--frobnicate conf', 'unknown option --frobnicate'],
    ['-z conf', 'unknown option -z'],
    ['--target debain12 conf', 'no target debain12; did you mean debian12?'],
    ['conf --out', '--out needs a value'],
    ['conf --out=', '--out needs a value'],
    ['conf --out --write', '--out needs a value'],
    ['conf -D', '-D needs a value'],
    [
      'conf -D !',
      '-D ! names nothing: -D NAME for a name that httpd is started with, -D !NAME for one that it is not',
    ],
    ['conf -D SSL -D !SSL', '-D SSL and -D !SSL contradict each other: use one of them'],
    ['who /x --tree conf -DSSL -D!SSL', '-D SSL and -D !SSL contradict each other: use one of them'],
    ['conf --write --check', '--check only looks, --write changes files: use one of them'],
    ['conf -n --write', '--dry-run changes nothing, --write changes files: use one of them'],
    ['conf --dry-run --out x', '--dry-run writes nothing, --out writes a copy: use one of them'],
    ['conf --write --out x', '--write changes the tree, --out makes a changed copy: use one of them'],
    ['conf --out x --check', '--check only looks, --out writes a copy: use one of them'],
    [
      'conf --target rhel --httpd /x',
      '--httpd asks the server itself what --target would assume: use one of them',
    ],
    [
      'conf --dual --access compat',
      '--dual writes the rules of both versions, --access compat has 2.4 read those of 2.2: use one of them',
    ],
    ['conf --quiet --verbose', '--quiet and --verbose contradict each other: use one of them'],
    ['conf --check=yes', '--check takes no value: leave out =yes'],
    ['--color=always conf', '--color takes no value: leave out =always'],
    ['migrate undo', 'there is no path undo, and as a command it is typed first: httpd-codemod undo ...'],
    ['conf --out a --out b', '--out is given 2 times: once is enough'],
    ['conf conf --out a', '--out copies one tree: give one PATH'],
    ['- conf', '- (standard input) goes alone: give it as the only PATH'],
    ['- --write', '- (standard input) goes to standard output: leave out --write and --out'],
    ['tree', 'tree needs a PATH, such as /etc/httpd'],
    ['tree a b', 'tree takes one at a time, not a and b'],
    ['rules Order', 'rules lists all transforms; for one: httpd-codemod explain Order'],
    [
      'explain',
      'explain needs a transform (httpd-codemod rules lists them), a directive, a module, a row of the upgrade guide, a status, or a line of an error log',
    ],
    ['explain AH00558', 'AH00558 is not explained: only messages that come with the upgrade from 2.2 are'],
    [
      'explain nothing-like-it',
      'nothing is known by the name nothing-like-it; httpd-codemod rules lists the transforms',
    ],

    ['explain MaxClient', 'nothing is known by the name MaxClient; did you mean MaxClients?'],
  ])('%s', async (line, message) => {
    expect(await ask(line)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `httpd-codemod: ${message}\nTry: httpd-codemod --help\n`,
    });
  });

  test.each([
    ['conf --only rename-max-client', 'no transform rename-max-client; did you mean rename-max-clients?'],
    ['conf --only max-clients', 'no transform max-clients; did you mean rename-max-clients?'],
    ['conf --only default', 'no transform default; httpd-codemod rules lists them'],
    [
      'conf --only rename-max',
      'no transform rename-max; did you mean rename-max-clients or rename-max-requests-per-child?',
    ],
    ['conf -D=SSL', '-D takes a NAME, as httpd does, such as -D SSL: not -D=SSL\nTry: httpd-codemod --help'],
    ['conf --only convert-acces', 'no transform convert-acces; did you mean convert-access-control?'],
    [
      'conf --skip rename-max-clients,nothing-like-it',
      'no transform nothing-like-it; httpd-codemod rules lists them',
    ],
    ['conf --httpd ./none', './none: no such program; --httpd wants the path of a 2.4 httpd or apache2'],
    ['conf --output no/such/x', '--output no/such/x: no such file or folder (ENOENT)'],
    [
      'conf --output conf/httpd.conf',
      '--output conf/httpd.conf: this is a file of the configuration; to change it in place use --write',
    ],
  ])('%s', async (line, message) => {
    expect(await ask(line)).toEqual({ exitCode: 2, stdout: '', stderr: `httpd-codemod: ${message}\n` });
    expect(readTree(folder)).toEqual(SMALL_SERVER);
  });
});

describe('help and version', () => {
  test('--version prints the version alone', () => {
    expect(run('--version')).toEqual({ exitCode: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  test.each(['--help', '-h', '--help --verbose'])(
    '%s names each option in its group, examples and exit codes',
    (line) => {
      const { exitCode, stdout, stderr } = run(line);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const options =
        'write out check format output target httpd access semantics server-root apply only skip color quiet verbose help version';
      for (const option of options.split(' ')) expect(stdout).toContain(`--${option} `);
      expect(stdout).toContain('Examples:');
      expect(stdout).toContain('Exit codes:');
      expect(stdout.split('\n').every((text) => text.length <= 100)).toBe(true);
    },
  );

  test('each command has help of its own', () => {
    for (const command of ['rules', 'tree', 'explain']) {
      expect(run(`${command} --help`).stdout).toMatch(new RegExp(`^httpd-codemod ${command}`));
    }
  });
});

describe('the same wish in other words', () => {
  test.each([
    'conf',
    'migrate conf',
    'conf/httpd.conf',
    './conf',
    '-DSSL conf',
    '-D SSL -D TLS conf',
    'conf --',
    '-- conf',
  ])('%s', async (line) => {
    const { exitCode, stdout } = await ask(line);
    expect(exitCode).toBe(0);
    expect(stdout).toBe((await ask('conf')).stdout);
    expect(stdout).toContain('+MaxRequestWorkers   150');
  });

  test('--only and --skip take lists and may be repeated', async () => {
    const both = 'rename-max-clients,rename-max-requests-per-child';
    const only = (await ask(`conf --only ${both}`)).stdout;
    expect(only).toContain('+MaxRequestWorkers');
    expect(only).toContain('+MaxConnectionsPerChild');
    expect((await ask(`conf --only ${both.replace(',', ' --only ')}`)).stdout).toBe(only);
    expect((await ask(`conf --only ${both} --skip rename-max-clients`)).stdout).not.toContain(
      'MaxRequestWorkers',
    );
  });
});
