// npm run test:fast: the tests that start no other program (no build, no server, no root) and are not long: for the inner loop. Words behind
// `--` go to jest: `npm run test:fast -- -t convert-access-control`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fromRoot, installDependencies, runJest } from './set-up.mjs';

installDependencies();

const root = fromRoot('.');
const tests = fromRoot('__tests__');

const texts = new Map();

function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'));
  return texts.get(file);
}

/** The files below __tests__ that a test is made of: itself and what it imports. */
function partsOf(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, path] of textOf(file).matchAll(/from '(\.[^']*\.ts)'/g)) {
    const imported = join(dirname(file), path);
    if (imported.startsWith(tests)) partsOf(imported, known);
  }
  return known;
}

/** Random and exhaustive tests that take longer than the rest together, and one that waits for scripts. */
const LONG = [
  'access/proof-mutations',
  'access/random-trees',
  'access/shared-results',
  'access/verify/counts',
  'access/verify/fixtures',
  'access/work',
  'configtest/ask-server',
  'fleet/equal-trees',
  'fuzz/',
  'hostile/',
  'model/search-memory',
  'needs/properties',
  'output/power-failure',
  'output/write-faults',
  'syntax/edit-properties',
  'templates/many-questions',
  'templates/placeholders',
  'transforms/releases',
];

function isLong(file) {
  return LONG.some((name) => relative(tests, file).startsWith(name));
}

function startsPrograms(file) {
  return [...partsOf(file)].some((part) => /'(?:node:child_process|playwright-core)'/.test(textOf(part)));
}

const all = readdirSync(tests, { recursive: true })
  .map((name) => join(tests, name))
  .filter((name) => name.endsWith('.test.ts'));
const fast = all.filter((file) => !isLong(file) && !startsPrograms(file)).map((file) => relative(root, file));
console.log(`${fast.length} of ${all.length} test files; npm test runs all of them.`);
process.exitCode = runJest(['--runTestsByPath', ...fast, ...process.argv.slice(2)]);
