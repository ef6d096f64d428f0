// node bench/run.mjs [--rounds=N] [SHAPE[=COUNT]]...   (npm run build first; README.md says what the columns mean)
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHAPES } from './shapes.mjs';

const PROGRAM = fileURLToPath(new URL('../bin/httpd-codemod.js', import.meta.url));
const HTTPD = process.env.HTTPD ?? '/usr/sbin/apache2';
const MODULES = process.env.HTTPD_MODULES ?? '/usr/lib/apache2/modules';

const [options, words] = [true, false].map((is) =>
  process.argv.slice(2).filter((word) => word.startsWith('--') === is),
);
const rounds = Number(options.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 1);
const asked = (words.length > 0 ? words : Object.keys(SHAPES)).map((word) => word.split('='));
const scratch = mkdtempSync(join(tmpdir(), 'httpd-codemod-bench-'));

const COLUMNS = ['shape', 'count', 'KB', 'diff KB', 'exit', 'wall s', 'cpu s', 'MB'];
const SERVER_COLUMNS = ['-t wall s', '-t cpu s', '-t MB', 'wall ratio', 'cpu ratio', 'MB ratio', 'growth'];

try {
  print([...COLUMNS, ...SERVER_COLUMNS]);
  for (const [name, count] of asked) {
    let last = null;
    for (const each of count === undefined ? SHAPES[name].counts : [Number(count)]) {
      const { cells, cpu } = measure(name, each);
      // What ten times as many took, in times as much.
      print([...cells, last === null ? '' : (cpu / last).toFixed(1)]);
      last = cpu;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measure(name, count) {
  const root = join(scratch, name);
  mkdirSync(root);
  symlinkSync(MODULES, join(root, 'modules'));
  SHAPES[name].write(root, count);
  const main = join(root, 'httpd.conf');
  const command = [process.execPath, PROGRAM, main, '--semantics', 'exact', '--httpd', HTTPD];
  const kilobytes = configurationSize(root) / 1024;
  const own = median(command);
  run([...command, '--write']);
  const server = median([HTTPD, '-t', '-f', main]);
  if (server.status !== 0) process.stderr.write(`${name}: ${HTTPD} -t: ${server.errors.slice(-500)}\n`);
  rmSync(root, { recursive: true });
  const cells = [
    name,
    count,
    kilobytes.toFixed(0),
    (own.written / 1024).toFixed(0),
    own.status,
    own.wall.toFixed(2),
    own.cpu.toFixed(2),
    own.megabytes.toFixed(0),
    server.wall.toFixed(2),
    server.cpu.toFixed(2),
    server.megabytes.toFixed(0),
    (own.wall / server.wall).toFixed(1),
    // time(1) counts hundredths.
    server.cpu < 0.05 ? '-' : (own.cpu / server.cpu).toFixed(1),
    (own.megabytes / server.megabytes).toFixed(1),
  ];
  return { cells, cpu: own.cpu };
}

/** The run that took the middle of the processor's time. */
function median(command) {
  const runs = Array.from({ length: rounds }, () => run(command));
  return runs.toSorted((a, b) => a.cpu - b.cpu)[rounds >> 1];
}

function configurationSize(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Runs a command under time(1), which knows what it took: seconds, and the most memory it held. */
function run(command) {
  const output = join(scratch, 'output');
  const usage = join(scratch, 'usage');
  const out = openSync(output, 'w');
  const format = ['--quiet', '-o', usage, '-f', '%e %U %S %M'];
  const { status, stderr } = spawnSync('/usr/bin/time', [...format, ...command], {
    stdio: ['ignore', out, 'pipe'],
    maxBuffer: 2 ** 30,
    encoding: 'latin1',
  });
  closeSync(out);
  const [wall, user, system, kilobytes] = readFileSync(usage, 'utf8').trim().split(' ').map(Number);
  const megabytes = kilobytes / 1024;
  return { status, errors: stderr, written: statSync(output).size, wall, cpu: user + system, megabytes };
}

function print(cells) {
  console.log(
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(11) : String(cell).padStart(11))).join(''),
  );
}
