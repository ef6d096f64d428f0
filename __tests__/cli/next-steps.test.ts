// What is printed under "Next:" is copied and run: it must ask for the migration that was shown.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const MAIN = `${SMALL_SERVER['conf/httpd.conf']!}<Location /x>\nOrder deny,allow\nDeny from all\nAllow from \${OFFICE}\n</Location>\n`;
const server = (name: string) =>
  Object.fromEntries(
    Object.entries({ ...SMALL_SERVER, 'conf/httpd.conf': MAIN }).map(([file, text]) => [
      `${name}/${file}`,
      text,
    ]),
  );

const folder = tempTree({
  ...server('a'),
  ...server('b'),
  'parts/x.conf': 'MaxClients 5\n',
  'parts/y.conf': 'MaxClients 6\n',
  env: 'OFFICE=10.0.0.0/8\n',
  modules: 'Compiled in modules:\n  core.c\n  prefork.c\n  mod_so.c\n',
  list: 'a\trhel8\nb\n',
});
const run = (...words: string[]) => runProgram(words, { folder, env: { XDG_STATE_HOME: tempTree({}) } });
const nextOf = (...words: string[]) => {
  const { stderr } = run(...words);
  return (stderr.split('Next:')[1] ?? '').split('\n').map((line) => line.trim().replace(/ {2,}.*/, ''));
};

describe('the next steps of one server', () => {
  const given = ['--env', 'OFFICE=10.0.0.0/8', '--env-file', 'env', '--modules', 'modules'];

  test('have the files that were given, and of variables the names alone: this is no terminal', () => {
    const options = '--env-file env --modules modules --env OFFICE';
    expect(nextOf('a', '--target', 'rhel9', ...given)).toContain(
      `httpd-codemod a --target rhel9 ${options} --write`,
    );
    expect(run('a', ...given).stderr).not.toContain('10.0.0.0');
    expect(run('a', '--env', 'OFFICE', '--write')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--env OFFICE lacks its value: --env OFFICE=VALUE'),
    });
  });
});

describe('the next steps of many servers', () => {
  const options = ['--target', 'debian12', '--semantics', 'exact', '-D', 'SSL', '--env-file', 'env'];

  test('have all options', () => {
    const again = options.join(' ');
    expect(nextOf('a', 'b', ...options)).toEqual(
      expect.arrayContaining([
        `httpd-codemod a ${again}`,
        `httpd-codemod a b ${again} --format jsonl`,
        `httpd-codemod a b ${again} --write`,
      ]),
    );
  });

  test('have of variables the names alone', () => {
    const { stderr } = run('a', 'b', '--env', 'OFFICE=10.0.0.0/8');
    expect(stderr).toContain('httpd-codemod a b --env OFFICE --write');
    expect(stderr).not.toContain('10.0.0.0');
  });

  test('say --each where files are servers only for it', () => {
    expect(nextOf('parts/x.conf', 'parts/y.conf', '--each')).toContain(
      'httpd-codemod parts/x.conf parts/y.conf --each --write',
    );
  });

  test('have the target that the list names, and all that the list is', () => {
    expect(nextOf('--list', 'list', '--env-file', 'env')).toEqual(
      expect.arrayContaining([
        'httpd-codemod a --target rhel8 --env-file env',
        'httpd-codemod --env-file env --list list --write',
      ]),
    );
  });

  test('name no server as one to write where none can be read', () => {
    expect(nextOf('absent', 'gone', '--each').join('\n')).not.toContain('--write');
  });
});
