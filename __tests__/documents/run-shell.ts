import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, PROJECT, runProgram } from '../cli/run-program.ts';
import { tempTree } from '../cli/temp-tree.ts';

/** What the documents call the folder that their commands run in. */
const SHOWN_FOLDER = '/srv/config';
/** When they ran, to the minute. */
const TIME = /\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g;
const SHOWN_TIME = '2026-11-20 22:15';
const BUNDLED = '__fixtures__/trees/bundled-2.2';

/** Runs a command line in bash; both streams, as a terminal would show them, without spaces at the ends of lines. */
export type RunShell = (command: string) => string;

/** A folder with these files, a copy of the bundled tree and the library in it, where `httpd-codemod` is a command. */
export function openShell(files: Readonly<Record<string, string>>): RunShell {
  const folder = tempTree(files);
  cpSync(join(PROJECT, BUNDLED), join(folder, BUNDLED), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PROJECT, join(folder, 'node_modules/httpd-codemod'));
  const programs = tempTree({ 'httpd-codemod': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n` });
  chmodSync(join(programs, 'httpd-codemod'), 0o755);
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, LC_ALL: 'C', XDG_STATE_HOME: tempTree({}) };
  return (command) => {
    const output = PLAIN.test(command) ? runPlain(command) : runInShell(command);
    const shown = output.replaceAll(folder, SHOWN_FOLDER).replaceAll(TIME, SHOWN_TIME);
    return alignSteps(shown).replace(/ +$/gm, '');
  };

  function runPlain(command: string): string {
    const [, ...words] = command.trim().split(/ +/);
    const { stdout, stderr } = runProgram(words, { folder, env });
    return stdout + Buffer.from(stderr, 'utf8').toString('latin1');
  }

  function runInShell(command: string): string {
    return spawnSync('bash', ['-c', `exec 2>&1\n${command}`], { cwd: folder, env }).stdout.toString('latin1');
  }
}

/** In which the shell has nothing to do but to tell words apart: it need not be started, nor the program. */
const PLAIN = /^httpd-codemod(?: +[\w./:=,+@-]+)*\s*$/;

/** The list of what to type next is in columns, which another path has made too wide. */
function alignSteps(output: string): string {
  return output.replace(/(?<=^Next:\n)(?: {2}.+\n)+/gm, (list) => {
    const steps = list.match(/\S.*/g)!.map((line) => line.split(/ {2,}/));
    const width = Math.max(...steps.map(([command = '']) => command.length));
    return steps
      .map(([command = '', ...purpose]) => `  ${command.padEnd(width)}  ${purpose.join('  ')}\n`)
      .join('');
  });
}
