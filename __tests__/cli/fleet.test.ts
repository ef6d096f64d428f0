import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonServer } from '../../src/fleet/index.ts';
import type { JsonReport } from '../../src/report/index.ts';
import { killWhileWriting } from './kill-while-writing.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { readTree, SMALL_SERVER, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

let folder: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = tempTree({});
  env = { XDG_STATE_HOME: tempTree({}) };
});

/** By one process, unless it says by how many: each takes its time to start. */
const run = (...words: string[]) => {
  const jobs = words[0] === 'undo' || words.some((word) => word.startsWith('-j')) ? [] : ['-j1'];
  return runProgram([...words, ...jobs], { folder, env });
};
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonServer);

const server = (name: string, main = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(SMALL_SERVER).map(([file, text]) => [
      `hosts/${name}/${file}`,
      file === 'conf/httpd.conf' ? text + main : text,
    ]),
  );
const hosts = () => readdirSync(join(folder, 'hosts')).map((name) => `hosts/${name}`);

/** Two that are equal, one that differs in a value, one that is refused, one that can't be read. */
function writeFleet(): void {
  const allow = (net: string) =>
    `<Location /x>\nOrder deny,allow\nDeny from all\nAllow from ${net}\n</Location>\n`;
  writeFiles(folder, {
    ...server('a1', allow('10.0.0.1')),
    ...server('a2', allow('10.0.0.1')),
    ...server('b', allow('10.0.0.2')),
    // A variable without a value decides who gets in.
    ...server('refused', allow('${WHO}')),
    'hosts/unreadable/httpd.conf': 'ServerRoot /x\nInclude httpd.conf\n',
  });
}

describe('several servers', () => {
  beforeEach(writeFleet);

  test('are told of in lines as wide as the terminal, but for their diffs and what is to be copied', () => {
    const { screen } = runOnTerminal(hosts(), { folder, env: { ...env, NO_COLOR: '1' }, columns: 60 });
    // Behind what told of the progress.
    const rows = screen.split('\n').map((row) => stripVTControlCharacters(row.trimEnd().split('\r').at(-1)!));
    const told = rows.filter((row) => !/^(?:[-+@ ]|diff )|httpd-codemod hosts/.test(row));
    expect(told.filter((row) => row.length > 60)).toEqual([]);
    expect(told).toContainEqual(expect.stringMatching(/^3\. 3 servers to change/));
  });

  test('are for a release alone where nothing shows whose 2.4 they are for', () => {
    const names = ['hosts/a1', 'hosts/x', 'hosts/y'];
    const text = 'ServerRoot "/opt/x"\nListen 80\n';
    writeFiles(folder, { 'hosts/x/conf/httpd.conf': text, 'hosts/y/conf/httpd.conf': text });
    expect(run(...names).stdout).toContain(
      '\nTargets: 1 for rhel10, httpd 2.4.63; 2 for httpd 2.4.71 (nothing shows which server it is for).\n',
    );
    const [first, , last] = lines(run(...names, '--format', 'jsonl').stdout);
    expect([first?.target.name, last?.target.name]).toEqual(['rhel10', '2.4.71']);
    const named = run(...names, '--target', 'stock').stdout;
    expect(named).toContain('\nTargets: 3 for stock, httpd 2.4.71.\n');
  });

  test('are parts of one report, equal ones together for people and apart for programs', () => {
    const names = ['r.html', 'r.md', 'r.sarif', 'r.xml'];
    const { exitCode } = run(...hosts(), ...names.flatMap((name) => ['--output', name]));
    expect(exitCode).toBe(2);
    const [html = '', markdown = '', sarif = '', junit = ''] = names.map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    for (const text of [html, markdown])
      expect(text).toContain('2 of 5 servers not migrated: hosts/refused, hosts/unreadable.');
    expect(html.match(/<option value="\d+">[^<]+/g)).toEqual([
      '<option value="0">hosts/a1, hosts/a2',
      '<option value="1">hosts/b',
      '<option value="2">hosts/refused',
      '<option value="3">hosts/unreadable',
    ]);
    expect(markdown.match(/^## .*/gm)?.slice(0, 2)).toEqual(['## `hosts/a1, hosts/a2`', '## `hosts/b`']);
    expect(junit.match(/<testsuite name="[^"]+/g)?.map((each) => each.split('"')[1])).toEqual(hosts());
    const { runs } = JSON.parse(sarif) as { runs: { results: { locations: unknown[] }[] }[] };
    const places = JSON.stringify(runs[0]!.results.map(({ locations }) => locations));
    for (const name of ['a1', 'a2', 'b', 'refused'])
      expect(places).toContain(`"hosts/${name}/conf/httpd.conf"`);
  });

  test('say in JSON what the 2.4 server said of each', () => {
    const check = '--configtest=grep -q 10.0.0.1 {}';
    const asked = run('hosts/a1', 'hosts/b', check, '--format', 'json');
    const { configtest } = JSON.parse(asked.stdout) as JsonReport;
    expect(configtest.map(({ path, type }) => [path, type])).toEqual([
      ['hosts/a1', 'accepted'],
      ['hosts/b', 'refused'],
    ]);
    const [first, second] = lines(run('hosts/a1', 'hosts/b', check, '--format', 'jsonl').stdout);
    expect([first!.configtest, second!.configtest]).toEqual([[configtest[0]], [configtest[1]]]);
  });

  test('are reported the same when they are known from before', () => {
    const report = () => run('hosts/a1', 'hosts/b', '--format', 'markdown').stdout;
    expect(run('hosts/a1', 'hosts/b').exitCode).toBe(0);
    const first = report();
    expect(first).toContain('## `hosts/b`');
    expect(report()).toBe(first);
  });

  test('are told of in groups, on standard output, and the exit code is the worst', () => {
    const { exitCode, stdout } = run(...hosts());
    expect(exitCode).toBe(2);
    expect(stdout).toContain(`5 servers in ${folder}/hosts: `);
    expect(stdout).toMatch(/3 servers to change, change \S+: .* \(2 variants/);
    expect(stdout).toContain('   a1 a2 b\n');
    expect(stdout).toMatch(/1 server \(refused\) refused/);
  });

  test('have a line of JSON each, with what each has alone', () => {
    const all = lines(run(...hosts(), '--format', 'jsonl', '--verbose').stdout);
    expect(all.map(({ path }) => path)).toEqual(hosts());
    for (const line of all) {
      const alone = run(line.path, '--format', 'json');
      const { migrations, exitCode } = JSON.parse(alone.stdout) as JsonReport;
      expect(line.exitCode).toBe(exitCode);
      expect(line).toMatchObject(JSON.parse(JSON.stringify({ ...migrations[0], path: line.path })) as object);
    }
  });

  test('are the same for any number of jobs, with and without a cache', () => {
    const first = run(...hosts(), '--format', 'jsonl', '-j1', '--no-cache');
    const second = run(...hosts(), '--format', 'jsonl', '-j3');
    const third = run(...hosts(), '--format', 'jsonl', '-j2');
    expect(second.stdout).toBe(first.stdout);
    expect(third.stdout).toBe(first.stdout);
    expect(readdirSync(env['XDG_STATE_HOME']!)).toEqual(['httpd-codemod']);
  });

  test('are one by their first name where the folder itself is a link to another', () => {
    symlinkSync('a1', join(folder, 'hosts/link'));
    const paths = lines(run(...hosts(), '--format', 'jsonl').stdout).map(({ path }) => path);
    expect(paths).toContain('hosts/a1');
    expect(paths).not.toContain('hosts/link');
  });

  test('of which one can’t be read tell why, and only that', () => {
    writeFiles(folder, server('open', '<Location /y>\n'));
    const { stdout } = run(...hosts(), '--format', 'jsonl');
    expect(lines(stdout).find(({ path }) => path === 'hosts/open')).toMatchObject({
      exitCode: 2,
      failure: expect.stringMatching(/hosts\/open\/conf\/httpd\.conf:\d+:1: <Location> is not closed/),
    });
    const report = run(...hosts()).stdout;
    expect(report).toMatch(
      /1 server \(open\) can't be read.*\n(?: {3}\d.*\n)? {3}error conf\/httpd\.conf:\d+ syntax: .*\n\n/,
    );
  });

  test('one of which is a single file, is told of by its name', () => {
    writeFiles(folder, { 'hosts/notes': 'x\n' });
    expect(run(...hosts()).stdout).toContain('   error notes:1 report-unknown-directives');
  });

  test('may be indented, and have spaces at its ends', () => {
    writeFiles(folder, { list: '\thosts/a1\n  hosts/a2  \nhosts/b \t rhel8 \r\n  # hosts/refused\n' });
    const all = lines(run('--list', 'list', '--format', 'jsonl').stdout);
    expect(all.map(({ path, target }) => [path, target.name])).toEqual([
      ['hosts/a1', expect.anything()],
      ['hosts/a2', expect.anything()],
      ['hosts/b', 'rhel8'],
    ]);
  });

  test('come from a list, each with its target', () => {
    writeFileSync(join(folder, 'list'), '\uFEFF# a comment\nhosts/a1\trhel8\n\nhosts/b\tdebian12\r\n');
    const all = lines(run('--list', 'list', '--format', 'jsonl').stdout);
    expect(all.map(({ path, target }) => [path, target.name])).toEqual([
      ['hosts/a1', 'rhel8'],
      ['hosts/b', 'debian12'],
    ]);
    writeFileSync(join(folder, 'list'), 'hosts/a1\tnosuch\n');
    expect(run('--list', 'list').stderr).toMatch(/list:\d+: no target nosuch \(hosts\/a1\)/);
  });

  test.each([
    [
      'hosts/a1\trhel8\nhosts/b\nhosts/a1/\tdebian12\n',
      'list:3: hosts/a1/ is for debian12 here, and for rhel8 in line 1',
    ],
    [
      'hosts/a1\nhosts/a1\trhel8\n',
      'list:2: hosts/a1 is for rhel8 here, and for the target of the command in line 1',
    ],
    [
      'hosts/b\trhel8\n',
      'list:1: hosts/b is for rhel8 here, and for the target of the command as a PATH of the command',
    ],
  ])('none is done if a list has two targets for one: %j', (list, message) => {
    writeFileSync(join(folder, 'list'), list);
    const { exitCode, stderr } = run('hosts/b', '--list', 'list', '--format', 'jsonl');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `httpd-codemod: --list ${message}\n` });
  });

  test('twice in a list for the same target are one', () => {
    writeFileSync(join(folder, 'list'), 'hosts/a1\trhel8\nhosts/a1\nhosts/a1\tauto\n');
    const all = lines(run('--list', 'list', '--target', 'rhel8', '--format', 'jsonl').stdout);
    expect(all.map(({ path }) => path)).toEqual(['hosts/a1']);
  });

  test('are found in a git repository', () => {
    writeFiles(folder, { 'hosts/.git/HEAD': 'ref: refs/heads/main\n' });
    const all = lines(run('hosts', '--format', 'jsonl').stdout);
    expect(all.map(({ path }) => path)).toEqual(hosts().slice(1));
  });

  test('are written each by itself, as alone, and undone together', () => {
    const before = readTree(folder);
    cpSync(join(folder, 'hosts'), join(folder, 'alone'), { recursive: true });
    const { exitCode, stdout } = run(...hosts(), '--write');
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/3 servers written/);
    for (const name of ['a1', 'a2', 'b', 'refused']) run(`alone/${name}`, '--write');
    expect(readTree(join(folder, 'hosts'))).toEqual(readTree(join(folder, 'alone')));
    expect(run('undo', '--list').stdout.match(/done/g)).toHaveLength(6);
    rmSync(join(folder, 'alone'), { recursive: true });
    expect(run('undo', 'hosts/a1', 'hosts/a2', 'hosts/b').stdout).toBe('Undone: 3 trees of 3.\n');
    expect(readTree(folder)).toEqual(before);
  });

  test('are not written with --all-or-none if one cannot be', () => {
    const before = readTree(folder);
    expect(run(...hosts(), '--write', '--all-or-none').exitCode).toBe(2);
    expect(readTree(folder)).toEqual(before);
    expect(run('hosts/a1', 'hosts/b', '--write', '--all-or-none').exitCode).toBe(0);
    expect(readTree(folder)).not.toEqual(before);
  });

  test('are checked for CI', () => {
    expect(run('hosts/a1', 'hosts/b', '--check', '--quiet')).toEqual({ exitCode: 1, stdout: '', stderr: '' });
    run('hosts/a1', 'hosts/b', '--write');
    expect(run('hosts/a1', 'hosts/b', '--check', '--quiet').exitCode).toBe(0);
  });
});

test('several files are parts of one server, as one PATH is', () => {
  writeFiles(folder, { 'a.conf': 'MaxClients 5\n', 'b.conf': 'MaxClients 6\n' });
  const { stdout } = run('a.conf', 'b.conf');
  expect(stdout).toContain('--- a/a.conf');
  expect(stdout).toContain('--- a/b.conf');
  expect(lines(run('a.conf', 'b.conf', '--each', '--format', 'jsonl').stdout)).toHaveLength(2);
});

test('a file that two servers share is written once, or not at all if they differ about it', () => {
  writeFiles(folder, { ...server('a'), ...server('b'), 'common.conf': 'MaxRequestsPerChild 10\n' });
  for (const name of ['a', 'b']) {
    rmSync(join(folder, `hosts/${name}/conf.d/limits.conf`));
    symlinkSync('../../../common.conf', join(folder, `hosts/${name}/conf.d/limits.conf`));
    writeFiles(folder, {
      [`hosts/${name}/conf/httpd.conf`]: `ServerRoot "${folder}/hosts/${name}"\nInclude conf.d/*.conf\nMaxClients 5\n`,
    });
  }
  expect(run('hosts/a', 'hosts/b', '--write').exitCode).toBe(0);
  expect(readTree(folder)['common.conf']).toContain('MaxConnectionsPerChild 10');
  expect(readTree(folder)['hosts/b/conf/httpd.conf']).toContain('MaxRequestWorkers 5');
});

test('a run that was killed while it wrote is taken up by the same command, with the same report', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `h${at}`);
  writeFiles(
    folder,
    Object.assign({}, ...names.map((name, at) => server(name, `Timeout ${at % 3}\n`))) as Record<
      string,
      string
    >,
  );
  cpSync(join(folder, 'hosts'), join(folder, 'kept'), { recursive: true });
  const whole = run(...hosts(), '--write');
  const after = readTree(join(folder, 'hosts'));
  rmSync(join(folder, 'hosts'), { recursive: true });
  rmSync(env['XDG_STATE_HOME']!, { recursive: true });
  renameSync(join(folder, 'kept'), join(folder, 'hosts'));
  await killWhileWriting([...hosts(), '--write'], { folder, env });
  const rest = run(...hosts(), '--write');
  expect(rest.stdout).toBe(whole.stdout);
  expect(rest.exitCode).toBe(whole.exitCode);
  expect(readTree(join(folder, 'hosts'))).toEqual(after);
});
