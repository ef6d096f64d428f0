import { beforeAll, describe, expect, test } from '@jest/globals';
import { transforms } from '../../transforms/index.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const folder = tempTree(SMALL_SERVER);
const run = (...words: string[]) => runProgram(words, { folder });

describe('rules', () => {
  test('lists every transform, with how far its edits can be trusted', () => {
    const { exitCode, stdout, stderr } = run('rules');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const { id, applicability, title } of transforms) {
      expect(stdout).toMatch(new RegExp(`^${id} +${applicability}  .*$`, 'm'));
      expect(stdout).toContain(title);
    }
  });

  test('prints all that is known about them as JSON', () => {
    const rules = JSON.parse(run('rules', '--format', 'json').stdout) as Record<string, unknown>[];
    expect(rules.map(({ id }) => id)).toEqual(transforms.map(({ id }) => id));
    for (const rule of rules) {
      expect(Object.keys(rule)).toEqual(
        'id title stage applicability rows directives docs messages'.split(' '),
      );
    }
  });
});

describe('explain', () => {
  test('a transform: its documentation under fixed headings', () => {
    const { exitCode, stdout } = run('explain', 'rename-max-clients');
    expect(exitCode).toBe(0);
    const headings = [
      'What it does',
      'Why',
      'Before and after',
      'Edits',
      'Undo',
      'Limits',
      'Messages',
      'Directives',
      'Rows of the upgrade guide',
      'Stage',
      'Read more',
    ];
    expect(stdout.split('\n').filter((line) => headings.includes(line))).toEqual(headings);
  });

  test('a directive, in any case, and a row of the upgrade guide', () => {
    expect(run('explain', 'maxclients').stdout).toMatch(
      /^MaxClients, from 2\.2 to 2\.4\n[^]*MaxRequestWorkers/,
    );
    expect(run('explain', 'eq-deny-all').stdout).toMatch(/^eq-deny-all: /);
    expect(run('explain', 'eq-deny-all').stdout).toContain('convert-access-control');
  });

  test('a change is shown as a diff', () => {
    expect(run('explain', 'rename-max-clients').stdout).toContain(
      '\nBefore and after\n  - MaxClients 150\n  + MaxRequestWorkers 150\n',
    );
  });

  test('a line of an error log, in quotes or as several words, and its number alone', () => {
    const line = 'AH01797: client denied by server configuration: /srv/www/a/';
    const { stdout } = run('explain', line);
    expect(stdout).toMatch(/^access-403-message: /);
    expect(run('explain', ...line.split(' ')).stdout).toBe(stdout);
    expect(run('explain', 'ah01797').stdout).toBe(stdout);
  });

  test('each line of standard input, the same message once, with a line that led to it', () => {
    const input =
      '[x] AH01797: client denied by server configuration: /srv/a\n[x] AH01797: client denied by server configuration: /srv/b\n[x] AH99999: \u001b[31mwhatever\n';
    const { exitCode, stdout, stderr } = runProgram(['explain', '-'], { folder, input });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^> \[x\] AH01797: .*\/srv\/a\n\naccess-403-message: /);
    expect(stdout.match(/^> /gm)).toHaveLength(1);
    expect(stdout).toMatch(/\nNothing is known about 1 other line\.\n$/);
  });

  test.each([
    ['', 'standard input is empty; explain - wants lines of an error log'],
    ['one\nother\n', 'nothing is known about any of the 2 lines of standard input'],
  ])('standard input that leads to nothing: %j', (input, message) => {
    expect(runProgram(['explain', '-'], { folder, input })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `httpd-codemod: ${message}\nTry: httpd-codemod --help\n`,
    });
  });
});

describe('tree', () => {
  test('shows what is read in which order, hosts, modules and problems', () => {
    const tree = tempTree({
      'conf/httpd.conf':
        'ServerRoot "/etc/httpd"\nListen 80\nLoadModule dir_module modules/mod_dir.so\n#LoadModule info_module modules/mod_info.so\nInclude conf.d/*.conf\nInclude none/*.conf\n',
      'conf.d/a.conf': '<VirtualHost *:80>\nServerName www.example.test\n</VirtualHost>\n',
    });
    const { exitCode, stdout, stderr } = runProgram(['tree', '.'], { folder: tree });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(
      '  conf/httpd.conf\n    5: Include conf.d/*.conf\n      conf.d/a.conf\n    6: Include none/*.conf (missing)\n',
    );
    expect(stdout).toMatch(/Virtual hosts \(1\)\n {2}\*:80 +www\.example\.test +conf\.d\/a\.conf:1\n/);
    expect(stdout).toContain('Modules loaded (1)\n  dir_module\n');
    expect(stdout).toContain('Modules commented out (1)\n  info_module\n');
  });

  test('says what is wrong with a tree that is broken', () => {
    const tree = tempTree({
      'httpd.conf': 'ServerRoot "."\nListen 80\nInclude b.conf\n',
      'b.conf': 'Include httpd.conf\n',
    });
    const { exitCode, stdout } = runProgram(['tree', '.'], { folder: tree });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('1: Include httpd.conf (is being read already: a cycle)');
    expect(stdout).toMatch(/Problems \(1\)\n {2}b\.conf:1 error: /);
    expect(run('tree', 'none')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
