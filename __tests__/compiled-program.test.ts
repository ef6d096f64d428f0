import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { ENGINE_FLAGS, flagsFor, longRunFlags } from '../src/cli/tune-engine.ts';
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

test('what V8 compiled is for the Node alone that built it: another one of the same V8 crashes on it', () => {
  const compiled = readdirSync(join(PROJECT, 'dist/chunks')).filter((name) => name.endsWith('.compiled'));
  const { version, platform, arch } = process;
  expect(compiled.length).toBeGreaterThan(0);
  for (const name of compiled) expect(name).toContain(`.${version}-${platform}-${arch}.`);
});

test('V8 gets no flag that it does not know', () => {
  expect(flagsFor('11.3.244.8-node.38')).toContain('--interrupt-budget=500000');
  for (const later of ['12.4.254.21-node.56', '13.6.233.17-node.41']) {
    expect(flagsFor(later)).toEqual([
      '--max-inlined-bytecode-size-cumulative=0',
      '--heap-growing-percent=40',
    ]);
  }
  expect(flagsFor('15.0.1')).toEqual([]);
  expect(longRunFlags('11.3.244.8-node.38', 2)).toEqual([
    '--interrupt-budget=150000',
    '--no-parallel-scavenge',
  ]);
  expect(longRunFlags('11.3.244.8-node.38', 8)).toEqual(['--interrupt-budget=150000']);
  expect(longRunFlags('13.6.233.17-node.41', 2)).toEqual(['--no-parallel-scavenge']);
  expect(longRunFlags('15.0.1', 2)).toEqual([]);
  const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
  for (const flag of longRunFlags(process.versions.v8, 2))
    expect(known).toContain(`  ${flag.replace(/=.*|(?<=^--)no-/g, '')} `);
});

test('the tests are run with no flag that their V8 does not know: Node would not start', () => {
  const flags = (v8: string): string => {
    const script = `import { engineFlags } from './tools/set-up.mjs'; console.log(...engineFlags('${v8}'));`;
    const words = ['--input-type=module', '--eval', script];
    return spawnSync(process.execPath, words, { cwd: PROJECT, encoding: 'utf8' }).stdout.trim();
  };
  const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
  const [name] = flags(process.versions.v8).split('=');
  expect(known).toContain(`  ${name} `);
  expect(flags('11.3.244.8-node.38')).toBe('--interrupt-budget=1000000');
  expect(flags('13.6.233.17-node.41')).toBe('--invocation-count-for-turbofan=30000');
  expect(flags('15.0.1')).toBe('');
});
