// What the tools share: where the project is, how its sources are bundled, and how a fresh clone becomes ready.
// Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The absolute path of a file of the project. */
export function fromRoot(path) {
  return join(ROOT, path);
}

/** How esbuild makes one module for Node of the sources: what every tool that bundles them starts from. */
export const BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  // jsonc-parser's main file asks for its parts in a way that can't be bundled.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};

/** Runs a command, in the project's folder unless told otherwise; returns its exit status. Quiet: output only if it fails. */
export function run(command, args, { quiet = false, env = {}, folder = ROOT } = {}) {
  const result = spawnSync(command, args, {
    cwd: folder,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (quiet && result.status !== 0) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  if (result.error) console.error(`${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/** Runs Node with the arguments; returns its exit status. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** Runs jest with the words; returns its exit status. */
export function runJest(words) {
  const flags = [
    ...engineFlags(process.versions.v8),
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
  ];
  return runNode([...flags, fromRoot('node_modules/jest/bin/jest.js'), ...words]);
}

/**
 * Most of what tests run is run a few times only: machine code is made of what runs a million of V8's units, and not of all that is
 * warm, which took a fifth of the processor's time. Node does not start with a flag that its V8 does not know: Node 22 and 24 count
 * calls, and none of them is asked of a later one.
 */
export function engineFlags(v8) {
  if (v8.startsWith('11.3.')) return ['--interrupt-budget=1000000'];
  return /^1[23]\./.test(v8) ? ['--invocation-count-for-turbofan=30000'] : [];
}

/** `npm ci`, unless what the lockfile wants is there. Ends the program if that fails. */
export function installDependencies() {
  if (isInstalled()) return;
  console.error('Installing dependencies (npm ci), once ...');
  const status = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status === 0) return;
  console.error(
    'npm ci failed; its messages are above. It needs a network, or a filled npm cache, this once.',
  );
  process.exit(status);
}

function isInstalled() {
  const wanted = packagesOf('package-lock.json') ?? {};
  const present = packagesOf('node_modules/.package-lock.json');
  if (present === null) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(fromRoot(lockfile), 'utf8')).packages;
  } catch {
    return null;
  }
}
