import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import packageJson from '../package.json' with { type: 'json' };
import { PROJECT, rejectStaleBuild } from './cli/run-program.ts';
import { tempTree } from './cli/temp-tree.ts';
import { describeInCI } from './effort.ts';

const BUNDLED = join(PROJECT, '__fixtures__/trees/bundled-2.2');
const folder = join(PROJECT, 'dist/standalone');

/** The executable needs no Node; the module is given to one. */
const PROGRAMS = {
  executable: [join(folder, 'httpd-codemod')],
  module: [process.execPath, join(folder, 'httpd-codemod.mjs')],
} as const;

function runAlone([command = '', ...first]: readonly string[], words: readonly string[], state: string) {
  const environment = { XDG_STATE_HOME: state };
  return spawnSync(command, [...first, ...words], { encoding: 'latin1', env: environment });
}

// A hundred megabytes are put together: not for a sample.
describeInCI('the program as one file', () => {
  beforeAll(() => {
    rejectStaleBuild();
    const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'tools/build-standalone.mjs')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  });

  // Older than the next build.
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(Object.entries(PROGRAMS))('%s', (_, program) => {
    test('prints the version and the help', () => {
      const state = tempTree({});
      expect(runAlone(program, ['--version'], state).stdout).toBe(`${packageJson.version}\n`);
      const help = readFileSync(join(PROJECT, 'dist/help.txt'), 'latin1');
      expect(runAlone(program, ['--help'], state).stdout).toBe(help);
    });

    test('migrates the bundled tree in an empty environment as the package does, and undoes it', () => {
      const state = tempTree({});
      const tree = join(tempTree({}), 'httpd');
      cpSync(BUNDLED, tree, { recursive: true });
      const shown = spawnSync(process.execPath, [join(PROJECT, 'bin/httpd-codemod.js'), tree], {
        encoding: 'latin1',
      });
      const alone = runAlone(program, [tree], state);
      expect(alone.stdout).toBe(shown.stdout);
      expect(alone.stderr).toBe(shown.stderr);
      expect(runAlone(program, [tree, '--write', '--quiet'], state).status).toBe(0);
      const main = () => readFileSync(join(tree, 'conf/httpd.conf'), 'latin1');
      expect(main()).toContain('MaxRequestWorkers');
      expect(runAlone(program, ['undo', tree], state).status).toBe(0);
      expect(main()).toBe(readFileSync(join(BUNDLED, 'conf/httpd.conf'), 'latin1'));
    });

    test('says what is wrong with what was typed', () => {
      const { status, stderr } = runAlone(program, ['--wrong'], tempTree({}));
      expect(status).toBe(2);
      expect(stderr).toContain('unknown option --wrong');
    });
  });
});
