// node bench/rewrite.mjs [FILES [FOLDERS]]   What it costs to rewrite many files in place so that it can be undone, against a bare
// program that writes the same bytes beside and renames, without and with a sync of each file. README.md says what it prints.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [files = 10_000, folders = 100] = process.argv.slice(2).map(Number);
const BEFORE = 'Order allow,deny\nAllow from all\n'.padEnd(3000, '# a comment\n');
const AFTER = 'Require all granted\n'.padEnd(3000, '# a comment\n');

const scratch = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'httpd-codemod-bench-'));
try {
  const { openLedger, runToUndo, undoRun, writeInPlace } = await loadOutput();
  const ledger = { ...openLedger(), folder: join(scratch, 'state') };
  const tree = join(scratch, 'ours');
  const rows = [
    ['bare', measure('bare', (paths) => paths.forEach((path) => replace(path, false)))],
    ['bare, each file synced', measure('synced', (paths) => paths.forEach((path) => replace(path, true)))],
    [
      'writeInPlace',
      measure('ours', (paths) => expectDone(writeInPlace(patchSetOf(paths), { ledger, paths: [tree] }))),
    ],
    ['undo', time(() => expectDone(undoRun(ledger, runToUndo(ledger, [tree]))))],
  ];
  const [[, bare]] = rows;
  for (const [name, seconds] of rows) {
    console.log(`${name.padEnd(24)}${seconds.toFixed(2).padStart(7)} s  ${(seconds / bare).toFixed(2)}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The room as the program has it; what it exports is no part of the library. */
async function loadOutput() {
  const outfile = join(scratch, 'output.mjs');
  const entry = fileURLToPath(new URL('../src/output/index.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  return import(pathToFileURL(outfile).href);
}

/** Seconds that the work takes on a tree of its own, which nobody has touched for long. */
function measure(name, work) {
  const paths = Array.from({ length: files }, (_, at) =>
    join(scratch, name, String(at % folders), `${at}.conf`),
  );
  for (let at = 0; at < folders; at++) mkdirSync(join(scratch, name, String(at)), { recursive: true });
  for (const path of paths) {
    writeFileSync(path, BEFORE);
    utimesSync(path, 1_000_000, 1_000_000);
  }
  spawnSync('sync');
  return time(() => work(paths));
}

function time(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function replace(path, isSynced) {
  const fd = openSync(`${path}.new`, 'w');
  writeSync(fd, AFTER);
  if (isSynced) fsyncSync(fd);
  closeSync(fd);
  renameSync(`${path}.new`, path);
}

function patchSetOf(paths) {
  const one = { before: BEFORE, after: AFTER, pieces: [], stat: null };
  return { files: paths.map((path) => ({ ...one, path, newPath: path })), links: [] };
}

function expectDone(result) {
  if (result.type !== 'written') throw new Error(JSON.stringify(result.problems.slice(0, 3)));
}
