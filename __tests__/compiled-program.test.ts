import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { ENGINE_FLAGS } from '../src/cli/tune-engine.ts';
import { PROJECT, rejectStaleBuild } from './cli/run-program.ts';

beforeAll(rejectStaleBuild);

/** Whether V8 refuses what was compiled of each program of the build. */
function refusals(): string {
  const chunks = join(PROJECT, 'dist/chunks');
  const files = readdirSync(chunks).filter((name) => name.endsWith('.cjs'));
  const script = [
    "import { programScript } from './tools/load-program.mjs';",
    `const scripts = ${JSON.stringify(files.map((name) => join(chunks, name)))}.map(programScript);`,
    "console.log(scripts.map(({ cachedDataRejected }) => cachedDataRejected).join(' '));",
  ];
  const words = [...ENGINE_FLAGS, '--input-type=module', '--eval', script.join('\n')];
  return spawnSync(process.execPath, words, { cwd: PROJECT, encoding: 'utf8' }).stdout;
}

test('the program is loaded as V8 compiled it, under the flags that it starts with', () => {
  expect(refusals()).toMatch(/^false( false)*\n$/);
});
