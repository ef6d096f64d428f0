import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PROGRAM, PROJECT, rejectStaleBuild, runProgram } from './cli/run-program.ts';
import { SMALL_SERVER, tempTree, writeFiles } from './cli/temp-tree.ts';
import { testInCI } from './effort.ts';

beforeAll(rejectStaleBuild);

const textOf = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');

let folder: string;
let env: Record<string, string>;

const inFolder = (name: string) =>
  Object.fromEntries(Object.entries(SMALL_SERVER).map(([file, text]) => [`${name}/${file}`, text]));

beforeEach(() => {
  folder = tempTree({ ...inFolder('hosts/a'), ...inFolder('hosts/b'), 'notes.txt': 'MaxClients 5\n' });
  env = { XDG_STATE_HOME: tempTree({}) };
});

describe('action.yml', () => {
  /** The text of the step's `run: |`, as bash gets it. */
  function stepOf(name: string): string {
    const [, step = ''] = textOf('action.yml').split(`- name: ${name}\n`);
    const [, text = ''] = /^ +run: \|\n((?: {8}.*\n?)+)/m.exec(step) ?? [];
    return text.replaceAll(/^ {8}/gm, '');
  }

  function runCheck(inputs: Readonly<Record<string, string>>) {
    const temp = tempTree({ output: '', summary: '' });
    const { status, stdout } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', stepOf('Check')],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          ...env,
          GITHUB_ACTION_PATH: PROJECT,
          GITHUB_WORKSPACE: folder,
          GITHUB_OUTPUT: join(temp, 'output'),
          GITHUB_STEP_SUMMARY: join(temp, 'summary'),
          RUNNER_TEMP: temp,
          INPUT_FAIL_ON: '1 3 4',
          ...inputs,
        },
      },
    );
    const outputs = Object.fromEntries(
      readFileSync(join(temp, 'output'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ) as Record<string, string>;
    return { status, stdout, outputs, summary: readFileSync(join(temp, 'summary'), 'utf8') };
  }

  test('fails with annotations, a summary and a report as long as something is to be changed', () => {
    const { status, stdout, outputs, summary } = runCheck({ INPUT_PATHS: 'hosts/*' });
    expect(status).toBe(1);
    expect(stdout).toContain('::warning file=hosts/a/conf/httpd.conf,line=6::This file is to be changed');
    expect(summary).toContain('2 servers');
    expect(summary).toContain('+MaxRequestWorkers   150');
    expect(outputs['exit-code']).toBe('1');
    expect(readFileSync(outputs['report']!, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('passes when all is changed, or when changes are no reason to fail', () => {
    expect(runCheck({ INPUT_PATHS: 'hosts/*', INPUT_FAIL_ON: '3 4' }).status).toBe(0);
    runProgram(['hosts/a', 'hosts/b', '--write'], { folder, env });
    expect(runCheck({ INPUT_PATHS: 'hosts/a\nhosts/b' }).status).toBe(0);
  });

  test('fails on what cannot be read, whatever is asked for', () => {
    expect(runCheck({ INPUT_PATHS: 'absent', INPUT_FAIL_ON: '' }).status).toBe(2);
  });

  test('fails where no path is matched, and says so', () => {
    const { status, stdout } = runCheck({ INPUT_PATHS: 'none/*', INPUT_FAIL_ON: '' });
    expect([status, stdout]).toEqual([
      2,
      '::error::httpd-codemod: nothing matches the input paths: none/*\n',
    ]);
  });

  test('tells of the repository itself without the name of a file', () => {
    writeFiles(folder, { '.htaccess': 'Deny from all\n' });
    const { stdout } = runCheck({ INPUT_PATHS: '.' });
    expect(stdout).toContain('::warning::Nothing but .htaccess files was read.');
    expect(stdout).not.toContain('file=::');
  });

  test('hands every input on', () => {
    const names = [...textOf('action.yml').matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default:/gm)];
    for (const [, name = ''] of names) expect(textOf('action.yml')).toContain(`\${{ inputs.${name} }}`);
    expect(names).toHaveLength(4);
  });
});

describe('.pre-commit-hooks.yaml', () => {
  const hooks = textOf('.pre-commit-hooks.yaml')
    .split(/^- /m)
    .slice(1)
    .map((hook) =>
      Object.fromEntries([...hook.matchAll(/^ *([\w_]+): (.*)$/gm)].map(([, key, value]) => [key, value])),
    )
    .map((fields) => ({
      entry: String(fields['entry']),
      files: new RegExp(String(fields['files'] ?? '').replaceAll(/^'|'$/g, '')),
      args: /\['(.*)'\]/.exec(String(fields['args']))?.[1],
    }));

  /** As pre-commit does: the entry, its args, and the changed files that it is for. */
  function runHook({ entry, files, args }: (typeof hooks)[number], changed: readonly string[]) {
    const programs = tempTree({
      'httpd-codemod': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
    });
    chmodSync(join(programs, 'httpd-codemod'), 0o755);
    const words = [
      ...entry.split(' '),
      ...(args === undefined ? changed.filter((file) => files.test(file)) : [args]),
    ];
    return spawnSync(words[0]!, words.slice(1), {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, ...env },
    });
  }

  test('has a hook for changed files, which takes those of Apache', () => {
    const [changed] = hooks;
    for (const file of [
      'hosts/a/conf/httpd.conf',
      'x/.htaccess',
      'etc/apache2/sites-available/shop',
      'etc/httpd/conf.d/a.conf',
    ]) {
      expect(file).toMatch(changed!.files);
    }
    for (const file of ['notes.txt', 'etc/nginx/nginx.conf', 'src/apache.ts'])
      expect(file).not.toMatch(changed!.files);
    expect(runHook(changed!, ['hosts/a/conf/httpd.conf', 'notes.txt']).status).toBe(1);
    runProgram(['hosts/a', '--write'], { folder, env });
    expect(runHook(changed!, ['hosts/a/conf/httpd.conf']).status).toBe(0);
  });

  test('has one for all servers of the repository', () => {
    writeFiles(folder, { '.git/HEAD': '' });
    const [, whole] = hooks;
    const { status, stdout } = runHook(whole!, []);
    expect(status).toBe(1);
    expect(stdout).toContain('2 servers in');
  });
});

// npm installs all that builds it: not for a sample.
testInCI('what npm installs from git, for pre-commit, is built', () => {
  // A checkout, with what npm puts beside it.
  const clone = tempTree({});
  for (const name of ['bin', 'schema', 'src', 'tools', 'transforms', 'package.json', 'LICENSE'])
    cpSync(join(PROJECT, name), join(clone, name), { recursive: true });
  for (const name of ['package-lock.json', 'tsconfig.json', 'tsconfig.types.json', 'node_modules'])
    symlinkSync(join(PROJECT, name), join(clone, name));
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  // pacote runs this one script, and no other (its dir.js).
  const built = spawnSync('sh', ['-c', scripts['prepare'] ?? 'false'], { cwd: clone, encoding: 'utf8' });
  expect(built).toMatchObject({ status: 0 });
  const { status } = spawnSync(process.execPath, [join(clone, 'bin/httpd-codemod.js'), '--version']);
  expect(status).toBe(0);
});

describe('Containerfile', () => {
  const lines = textOf('Containerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));

  test('copies what is there, or what its first stage makes', () => {
    const made = ['dist/standalone/httpd-codemod', 'dist/THIRD-PARTY-LICENSES.txt'];
    const sources = lines.flatMap((line) => {
      if (!line.startsWith('COPY ')) return [];
      const words = line
        .split(' ')
        .slice(1)
        .filter((word) => !word.startsWith('--'));
      return words.slice(0, -1).map((word) => word.replace(/^\/src\//, ''));
    });
    expect(sources.filter((name) => !made.includes(name) && !existsSync(join(PROJECT, name)))).toEqual([]);
    expect(lines.at(-2)).toBe('ENTRYPOINT ["httpd-codemod"]');
  });
});
