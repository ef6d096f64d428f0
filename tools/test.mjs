// npm test: makes a fresh clone ready, then runs every check there is. Words behind `--` go to jest.
// All checks run, whatever fails; the last line is `N passed, N failed`, jest's numbers.
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot, installDependencies, runJest, runNode } from './set-up.mjs';

installDependencies();

const tool = (path, ...args) => runNode([fromRoot(`node_modules/${path}`), ...args]);
const scratch = mkdtempSync(join(tmpdir(), 'httpd-codemod-test-'));
const jestReport = join(scratch, 'jest.json');

/** In this order: the tests of the command line run what was built. */
const CHECKS = [
  ['lint', () => tool('oxlint/bin/oxlint', '--deny-warnings')],
  ['types', () => tool('typescript/bin/tsc', '--noEmit')],
  ['build', () => runNode([fromRoot('tools/build.mjs')])],
  ['tests', runTests],
];

/** Reads each file that has changed since the last time, or all on one processor, half a minute long: beside the others, and is told at the end. */
function startFormatCheck() {
  const output = join(scratch, 'format.txt');
  const told = openSync(output, 'w');
  const flags = ['--check', '--cache', '--cache-strategy=content', '--log-level=warn'];
  const words = [fromRoot('node_modules/prettier/bin/prettier.cjs'), ...flags, '.'];
  const child = spawn(process.execPath, words, { cwd: fromRoot('.'), stdio: ['ignore', told, told] });
  const ended = new Promise((resolve) => child.on('error', resolve).on('exit', resolve));
  return async () => {
    const status = await ended;
    process.stdout.write(readFileSync(output, 'utf8'));
    return status;
  };
}

function runTests() {
  return runJest(['--json', `--outputFile=${jestReport}`, ...process.argv.slice(2)]);
}

/** A suite that could not run has no tests to count: it counts as one that failed. */
function countTests() {
  try {
    const report = JSON.parse(readFileSync(jestReport, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const formatCheck = startFormatCheck();
const results = CHECKS.map(([name, check]) => {
  console.log(`\n== ${name}`);
  return [name, check() === 0];
});
console.log('\n== format');
results.push(['format', (await formatCheck()) === 0]);
const { passed, failed } = countTests();
rmSync(scratch, { recursive: true, force: true });
if (process.env.CI !== 'true' && process.env.EFFORT === undefined)
  console.log(
    '\nOf what takes long a sample was tried; CI=true npm test tries all of it, in a quarter of an hour.',
  );
console.log(`\n${results.map(([name, isGood]) => `${name} ${isGood ? 'ok' : 'FAILED'}`).join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = results.every(([, isGood]) => isGood) ? 0 : 1;
