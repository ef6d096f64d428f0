/* oxlint-disable no-await-in-loop -- one after the other: each has the folder and the environment of the process */
import { describe, expect, test } from '@jest/globals';
import { COMMANDS } from '../../src/cli/arguments/commands.ts';
import type { OptionFacts } from '../../src/cli/arguments/commands.ts';
import { runHere } from './run-here.ts';
import { tempTree } from './temp-tree.ts';

// Of the table that makes the help, the completion and the man page: whatever an option is, a bad value of it gets one sentence and
// exit code 2, and changes nothing.

/** What each command needs besides. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  migrate: ['.'],
  undo: ['.'],
  status: ['.'],
  collect: ['.'],
  tree: ['.'],
  verify: ['.', '.'],
  who: ['/', '--tree', '.'],
  requests: ['.'],
  explain: ['MaxClients'],
};

/** Values that are none, for options whose value is neither a word of a list nor any text; a file that is not there for the others. */
const BAD: Readonly<Record<string, string>> = {
  env: '=',
  map: 'x',
  jobs: 'many',
  most: 'none',
  assume: 'X=Y',
  target: 'beos4',
  configtest: 'wrong',
  client: 'x.example',
  header: 'no colon',
  method: 'GET it',
  only: 'no-such-transform',
  skip: 'no-such-transform',
};

/** Any text is a value of these: names of users, groups, hosts, -D. */
const ANY = new Set([
  // Node before 22 reads this one itself, and says so if it can't (exit code 9).
  'env-file',
  // Is made, with the folders above it.
  'out',

  'D',
  'user',
  'group',
  'host',
  'client-name',
  'log-host',
  'stdin-filename',
  'cache',
  'settle',
  'server-root',
]);

function isBad(name: string, command: string): boolean {
  return !ANY.has(name) && !(command === 'who' && (name === 'env' || name === 'tree'));
}

const folder = tempTree({ 'httpd.conf': 'ServerRoot "."\nListen 8080\n' });
const flag = (name: string) => (name.length === 1 ? `-${name}` : `--${name}`);

async function complaintOf(command: string, ...words: readonly string[]): Promise<string> {
  const { exitCode, stderr, stdout } = await runHere([command, ...(WORDS[command] ?? []), ...words], {
    folder,
  });
  expect({ words, exitCode, stdout }).toEqual({ words, exitCode: 2, stdout: '' });
  const [sentence = '', next = '', ...more] = stderr.trimEnd().split('\n');
  expect(sentence).toMatch(/^httpd-codemod: \S.{8,}/);
  expect(next === '' || next.startsWith('Try: ')).toBe(true);
  expect(more).toEqual([]);
  return sentence;
}

describe.each(
  COMMANDS.map(({ name, options }) => [name, options as Readonly<Record<string, OptionFacts>>] as const),
)('%s', (command, options) => {
  const all = Object.entries(options);
  const valued = all.filter(
    ([name, { type }]) => type !== 'boolean' && name !== 'configtest' && name !== 'cache',
  );

  if (valued.length > 0) {
    test('an option without its value', async () => {
      for (const [name] of valued) expect(await complaintOf(command, flag(name))).toContain(flag(name));
    });

    test('a word that is none of the choices', async () => {
      for (const [name, { choices }] of valued) {
        if (choices === undefined) continue;
        const said = await complaintOf(command, flag(name), 'no-such-choice');
        for (const part of [flag(name), 'no-such-choice', ...choices]) expect(said).toContain(part);
      }
    });

    test('a value that is none, a file that is not there', async () => {
      for (const [name, { choices }] of all) {
        if (choices !== undefined || options[name]?.type === 'boolean' || !isBad(name, command)) continue;
        const value = BAD[name] ?? '/no/such/place/file';
        await complaintOf(command, `${flag(name)}=${value}`);
      }
    });
  }

  test('an option that there is none of', async () => {
    expect(await complaintOf(command, '--no-such-thing-as-this')).toContain('--no-such-thing-as-this');
  });
});
