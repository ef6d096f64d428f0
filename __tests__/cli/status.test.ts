import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import type { Ran } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** The folder that is served is not here: what its .htaccess files say is for a person to find out. */
const HTTPD = `ServerRoot "."
Listen 80
DocumentRoot /srv/not-here
DefaultType text/plain
<Directory />
    AllowOverride All
    Order deny,allow
    Deny from all
</Directory>
`;

/** What is said of defaults, in one line. */
const DEFAULTS = /^\d+ defaults? changed that this tree does not set.*$/m;

function written(): { folder: string; told: string; run: (...words: string[]) => Ran } {
  const folder = tempTree({ 'conf/httpd.conf': HTTPD });
  const env = { XDG_STATE_HOME: tempTree({}) };
  const run = (...words: string[]) => runProgram(words, { folder, env });
  const { exitCode, stderr: told } = run('.', '--write', '--target', 'stock');
  expect(exitCode).toBe(3);
  return { folder, told, run };
}

test('what was left for a person can be asked for after --write, until it is undone', () => {
  const { run, told } = written();
  const { exitCode, stdout } = run('status', '.');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('For you to decide: 1\nconf/httpd.conf:7:1 error ');
  expect(stdout).toContain(
    'Changes worth knowing: 1 (--verbose says more)\nconf/httpd.conf:8:1 warning remove-default-type: ',
  );
  expect(DEFAULTS.exec(stdout)?.[0]).toBe(DEFAULTS.exec(told)?.[0]);
  expect(run('status', '.', '--quiet').stdout).toMatch(/^conf\/httpd\.conf:7:1 error [^\n]*\n$/);
  expect(run('undo', '.').exitCode).toBe(0);
  const after = run('status', '.');
  expect(after.exitCode).toBe(2);
  expect(after.stderr).toContain('no run has written .');
});

test('exit 3 stays in the next run as long as the cause stands, and is found where it went', () => {
  const { folder, run } = written();
  const second = run('.');
  expect(second.exitCode).toBe(3);
  expect(second.stderr).toContain('Nothing to change');
  expect(second.stderr).toMatch(
    /Left open by the run of .*: \d+ findings, 1 error among them; httpd-codemod status \. lists them/,
  );
  expect(second.stderr).toContain('conf/httpd.conf:7:1 error ');
  const path = join(folder, 'conf/httpd.conf');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `# one more line\n${text}`);
  expect(run('.', '--check').stderr).toContain('conf/httpd.conf:8:1 error ');
  writeFileSync(path, text.replace('DocumentRoot /srv/not-here\n', ''));
  expect(run('.').exitCode).toBe(0);
  expect(run('status', '.').exitCode).toBe(0);
});

test('what is settled is gone from the list, and from the exit code', () => {
  const { run } = written();
  const wrong = run('status', '.', '--settle', 'no-such-rule');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain(
    'nothing that is open is named no-such-rule: give a rule, FILE:LINE, or all',
  );
  const one = run('status', '.', '--settle', 'conf/httpd.conf:7');
  expect(one.exitCode).toBe(0);
  expect(one.stdout).toContain('Settled: 1.');
  expect(one.stdout).not.toContain('not-here');
  expect(run('.').exitCode).toBe(0);
  expect(run('status', '.', '--settle', 'remove-default-type').stdout).not.toContain('DefaultType has');
  expect(run('status', '.', '--settle', 'all').stdout).toContain('nothing is open');
});

test('the list is JSON for programs', () => {
  const { run } = written();
  const { runs } = JSON.parse(run('status', '.', '--format', 'json').stdout);
  expect(runs).toHaveLength(1);
  expect(runs[0].open).toContainEqual(
    expect.objectContaining({ level: 'error', line: 7, text: 'DocumentRoot /srv/not-here' }),
  );
});

describe('--apply review works on a tree that was written', () => {
  const review = ['.', '--target', 'stock', '--apply', 'review'];

  test('what it adds is what a first run with it would have written', () => {
    const { folder, run } = written();
    const shown = run(...review);
    expect(shown.exitCode).toBe(3);
    expect(shown.stdout).toContain('+LimitRequestBody 0\n');
    expect(shown.stdout).not.toMatch(/^[-+] *(Order|Require|Deny)/m);
    expect(run(...review, '--write').exitCode).toBe(3);
    const other = tempTree({ 'conf/httpd.conf': HTTPD });
    runProgram([...review, '--write'], { folder: other, env: { XDG_STATE_HOME: tempTree({}) } });
    expect(readTree(folder)).toEqual(readTree(other));
    // Once more changes nothing, and what was held back is no longer open.
    expect(run(...review).stdout).toBe('');
    expect(run('status', '.').stdout).not.toContain('defaults changed');
  });

  test.each([
    [
      'modules moved to conf.modules.d',
      'rhel9',
      {
        'conf/httpd.conf':
          'ServerRoot /etc/httpd\nListen 80\nLoadModule alias_module modules/mod_alias.so\nInclude conf.d/*.conf\nDocumentRoot /var/www/html\n',
        'conf.d/x.conf': '<Location /x>\nOrder allow,deny\n</Location>\n',
      },
    ],
    [
      'files moved out of conf.d',
      'debian12',
      {
        'apache2.conf':
          'ServerRoot /etc/apache2\nInclude conf.d/\nInclude sites-enabled/\nInclude ports.conf\nDocumentRoot /var/www\n',
        'ports.conf': 'Listen 80\n',
        'conf.d/charset': 'AddDefaultCharset UTF-8\n',
        'sites-enabled/a.conf': '<Location /x>\nOrder allow,deny\n</Location>\n',
      },
    ],
  ])('also where a run made folders and new names: %s', (_, target, files) => {
    const [first, other] = [tempTree(files), tempTree(files)];
    const words = ['.', '--target', target, '--write'];
    const env = { XDG_STATE_HOME: tempTree({}) };
    runProgram(words, { folder: first, env });
    expect(readTree(first)).not.toEqual(readTree(other));
    const again = runProgram([...words, '--apply', 'review'], { folder: first, env });
    const once = runProgram([...words, '--apply', 'review'], { folder: other, env });
    expect(again.exitCode).toBe(once.exitCode);
    expect(readTree(first)).toEqual(readTree(other));
  });

  test('each run is undone by itself', () => {
    const { folder, run } = written();
    const first = readTree(folder);
    run(...review, '--write');
    const { exitCode, stdout } = run('undo', '.');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\nStill written: the run of .*\. To take that back, too: httpd-codemod undo \.\n$/,
    );
    expect(readTree(folder)).toEqual(first);
    expect(run('status', '.').stdout).toContain('defaults changed');
    expect(run('undo', '.').exitCode).toBe(0);
    expect(readTree(folder)).toEqual({ 'conf/httpd.conf': HTTPD });
  });

  test('not where a file was edited since: its sentence says what to do', () => {
    const { folder, run } = written();
    appendFileSync(join(folder, 'conf/httpd.conf'), '# mine\n');
    const { exitCode, stderr } = run(...review);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('conf/httpd.conf was changed since it was written');
  });
});

test('a history that is odd is no reason to fail', () => {
  const { run, folder } = written();
  appendFileSync(join(folder, 'conf/httpd.conf'), '# end\n');
  expect(run('status', 'conf/httpd.conf').exitCode).toBe(3);
  expect(run('status', '/nowhere').exitCode).toBe(2);
  expect(run('status').stderr).toContain('status needs a PATH');
});

test('a file that gets a new name is counted once, by the run, by status, by the history and by undo', () => {
  const folder = tempTree({});
  cpSync(join(PROJECT, '__fixtures__/trees/debian-7'), join(folder, 'debian-7'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const options = { folder, env: { XDG_STATE_HOME: tempTree({}) } };
  const counted = (...words: string[]) => {
    const { stdout, stderr } = runProgram(words, options);
    return (
      /(\d+) files(?: written| are as before|  \/)/.exec(stdout + stderr)?.[1] ??
      /Written: (\d+) files/.exec(stderr)?.[1]
    );
  };
  const counts = [
    ['debian-7', '--write'],
    ['status', 'debian-7'],
    ['undo', '--list', 'debian-7'],
    ['undo', 'debian-7'],
  ];
  expect(counts.map((words) => counted(...words))).toEqual(['24', '24', '24', '24']);
});

test.each([
  ['status', 'no run has written'],
  ['undo', 'nothing to undo: no known run has changed'],
])('%s of a path behind a link in a circle', (command, said) => {
  const folder = tempTree({});
  symlinkSync('circle', join(folder, 'circle'));
  const { exitCode, stderr } = runProgram([command, 'circle/httpd.conf'], { folder });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(said) });
});
