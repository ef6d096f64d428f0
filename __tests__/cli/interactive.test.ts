import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BINARY, copyBundledTree, hasServer } from '../migrate/bundled-server.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';
import { someOf } from '../effort.ts';

beforeAll(rejectStaleBuild);

const PATH = 'conf/httpd.conf';
const HTTPD = `ServerRoot "."
Listen 80
KeepAlive 5
MaxClients 20
NameVirtualHost *:80
<Directory />
    AllowOverride None
    Order deny,allow
    Deny from all
</Directory>
`;

interface Session {
  readonly folder: string;
  readonly ask: (...answers: (string | null)[]) => { exitCode: number | null; screen: string };
  readonly text: () => string;
}

function session(env: Readonly<Record<string, string>> = {}): Session {
  const folder = tempTree({ [PATH]: HTTPD });
  const state = { XDG_STATE_HOME: tempTree({}), NO_COLOR: '1', ...env };
  return {
    folder,
    ask: (...answers) =>
      runOnTerminal(['.', '--interactive', '--target', 'stock'], { folder, answers, env: state }),
    text: () => readFileSync(join(folder, PATH), 'utf8'),
  };
}

test('a accepts all that is left, and nothing is written before the last answer', () => {
  const { ask, text, folder } = session();
  const { exitCode, screen } = ask('a', 'n');
  expect({ exitCode, text: text() }).toEqual({ exitCode: 0, text: HTTPD });
  expect(screen).toContain('Nothing was written. What you decided is kept');
  const written = ask('y', 'y');
  expect(written.exitCode).toBe(0);
  expect(written.screen).toContain('Written: 1 file.');
  const other = tempTree({ [PATH]: HTTPD });
  runProgram(['.', '--write', '--apply', 'review', '--target', 'stock'], { folder: other });
  expect(readTree(folder)).toEqual(readTree(other));
});

test('? tells of the letters that are offered, and of no others', () => {
  const { screen } = session().ask('?', 'y', '?', 'q');
  const told = screen
    .split(/^Make this change\?/m)
    .map((part) => part.match(/^[a-zA-Z](?= {2}\w)/gm)?.join(','));
  const offered = [...screen.matchAll(/^Make this change\?.*\[(.*),\?\]/gm)].map(([, letters]) => letters);
  expect([told[1], told[3]]).toEqual([offered[0], offered[2]]);
  expect(offered[0]).not.toBe(offered[2]);
});

test('each change is shown with its place, reason and lines; access rules with what the proof says', () => {
  const { screen } = session().ask('y', 'y', 'y', 'q');
  expect(screen).toMatch(
    /\[1 of \d+\] the access rules of the tree \(one decision: they stand or fall\n {3}together, safe\)/,
  );
  expect(screen).toContain('Proven: 2.4 lets in the same people as 2.2.');
  expect(screen).toContain('-    Deny from all\n+    Require all denied\n');
  expect(screen).toMatch(/\[4 of \d+\] conf\/httpd.conf:3 keepalive-on-off \(needed by 2.4, safe\)/);
  expect(screen).toContain('-KeepAlive 5\n+KeepAlive On\n');
});

test('what 2.4 needs can not be left out alone; what it does not need can', () => {
  const { ask, text } = session();
  // The rules, KeepAlive (no, then yes), the module lines, MaxClients: no; the other rule: no to all of it; then all the defaults: no.
  const { screen } = ask('y', 'n', 'r', 'r', 'n', 'R', 'F', 'y');
  expect(screen).toContain(
    "This one can't be left out: without it 2.4 does not start, or answers\n  differently. q ends, and nothing is written.",
  );
  expect(text()).toContain('MaxClients 20\nNameVirtualHost *:80\n');
  expect(text()).toContain('KeepAlive On\n');
  expect(text()).not.toContain('LimitRequestBody');
});

test('access rules that are left as they are go to mod_access_compat', () => {
  const { ask, text } = session();
  ask('n', 'a', 'y');
  expect(text()).toContain('    Order deny,allow\n    Deny from all\n');
  expect(text()).toContain('LoadModule access_compat_module');
  expect(text()).not.toContain('Require');
});

test('back, quit, and go on where it ended; Ctrl-D ends like q', () => {
  const { ask, text } = session();
  const first = ask('y', 'y', 'b', null);
  expect(first.screen).toContain('Make this change? (so far: yes)');
  expect(first.screen).toMatch(/\] \nNothing was written\./);
  const { screen } = ask('y', 'q');
  expect(screen).toMatch(/2 decisions of an earlier session: go on from there\?/);
  expect(screen).toMatch(/\[3 of \d+\]/);
  expect(screen).not.toMatch(/\[1 of \d+\]/);
  const ended = ask('what', 'q').screen;
  expect(ended.match(/go on from there/g)).toHaveLength(2);
  expect(ended).not.toMatch(/\[3 of \d+\]/);
  expect(ask('', 'q').screen).toMatch(/\[3 of \d+\]/);
  expect(ask('n', 'q').screen).toMatch(/\[1 of \d+\]/);
  expect(text()).toBe(HTTPD);
});

test('edited by hand: read and proven like all else', () => {
  const editor = tempTree({ editor: '#!/bin/sh\nsed -i "s/On/Off/" "$1"\n' });
  chmodSync(join(editor, 'editor'), 0o755);
  const { ask, text } = session({ EDITOR: join(editor, 'editor') });
  const { screen } = ask('y', 'y', 'y', 'e', 'y', 'a', 'y');
  expect(screen).toContain('Taken as you wrote it.');
  expect(text()).toContain('KeepAlive Off\n');
});

test('an edit that would open what was closed is not taken', () => {
  const editor = tempTree({
    editor: '#!/bin/sh\nprintf "<Location />\\nRequire all granted\\n</Location>\\n" >> "$1"\n',
  });
  chmodSync(join(editor, 'editor'), 0o755);
  const { ask, text } = session({ EDITOR: join(editor, 'editor') });
  expect(ask('y', 'y', 'e', 'q').screen).toContain('Not taken: with it 2.4 would answer differently.');
  expect(text()).toBe(HTTPD);
});

describe('what can not be meant', () => {
  test.each([
    [['.', '-i', '--dry-run'], '--interactive asks, then writes, --dry-run changes nothing: use one of them'],
    [['.', '-i', '--check'], '--check only looks'],
    [['.', '-i', '--format', 'json'], '--format is for programs'],
    [['.', 'conf', '-i'], 'give one PATH'],
    [['.', '-i', '--access', 'compat'], 'leave out --access compat'],
    [['.', '-i'], '--interactive asks change by change, and so needs a terminal'],
  ])('%j', (words, said) => {
    const folder = tempTree({ [PATH]: HTTPD });
    const { exitCode, stderr } = runProgram(words, { folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(said);
    expect(readTree(folder)).toEqual({ [PATH]: HTTPD });
  });
});

describe('no choice gives a tree that 2.4 refuses', () => {
  const isThere = hasServer();
  const choices: [string, string[]][] = [
    ['all', ['a']],
    ['no to all that can be left out', ['n', ...Array.from({ length: 60 }, () => ['F', 'f']).flat()]],
    ['every other one', ['y', ...Array.from({ length: 60 }, () => ['n', 'y']).flat()]],
  ];
  test.each(someOf(choices, 3))('%s', (_name, answers) => {
    if (!isThere) return;
    const root = copyBundledTree(8642);
    const env = { XDG_STATE_HOME: tempTree({}), NO_COLOR: '1' };
    const asked = ['.', '-i', '--httpd', BINARY];
    // Answers to the last question, too: n and f are none that write, so a second session says y.
    runOnTerminal(asked, { folder: root, answers, env });
    runOnTerminal(asked, { folder: root, answers: ['y', 'y'], env });
    const read = spawnSync(BINARY, ['-t', '-f', join(root, 'conf/httpd.conf')], { encoding: 'utf8' });
    expect({ status: read.status, said: read.status === 0 ? '' : read.stderr }).toEqual({
      status: 0,
      said: '',
    });
    expect(runProgram(['status', '.'], { folder: root, env }).exitCode).not.toBe(2);
  });
});
