// Feeds broken configurations to the parser, the model, whole migrations, verify and who, without end or for `--minutes N`, in a
// process of its own that is watched: it must not throw, not take more than `--seconds N` for one input, not grow beyond `--mib N`.
//   node tools/fuzz.mjs --minutes 60          FC_SEED=NUMBER repeats a run
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { BUNDLE, fromRoot } from './set-up.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '20' },
    mib: { type: 'string', default: '1536' },
    keep: { type: 'string', default: 'fuzz-failure.json' },
  },
});
const seed = Number(process.env.FC_SEED ?? Date.now() % 0x7fffffff);
const workshop = mkdtempSync(join(tmpdir(), 'httpd-codemod-fuzz-'));
const program = join(workshop, 'fuzz.mjs');
const state = join(workshop, 'state.json');

await build({
  ...BUNDLE,
  entryPoints: ['__tests__/fuzz/endless.ts'],
  outfile: program,
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});

/** One process; ends when it has failed, hangs or has taken its time. */
function watch(from, until) {
  // That of the process before would be too old.
  rmSync(state, { force: true });
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${values.mib}`,
      program,
      fromRoot('__fixtures__'),
      state,
      String(from),
      String(until),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const timer = setInterval(() => {
    const age = Date.now() - (statSync(state, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > Number(values.seconds) * 1000) child.kill('SIGKILL');
  }, 1000);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearInterval(timer);
      resolve(signal ?? code);
    });
  });
}

console.log(`seed ${seed}`);
const until = Date.now() + Number(values.minutes) * 60_000;
const failures = [];
let runs = 0;
// One after the other: the next one begins where a process has ended.
for (let from = seed; Date.now() < until; from++) {
  // oxlint-disable-next-line no-await-in-loop
  const end = await watch(from, until);
  const { run, rss, input, error } = JSON.parse(readFileSync(state, 'utf8'));
  runs += run;
  if (end === 0) console.log(`${runs} inputs, ${failures.length} failures, largest ${rss} MiB`);
  else {
    failures.push({ end, seed: from, run, rss, error, input });
    console.log(
      `FAILED (${end}) at input ${run} of seed ${from}: ${error ?? 'hangs, or grew beyond the bound'}`,
    );
    writeFileSync(values.keep, JSON.stringify(failures, null, 1));
  }
}
rmSync(workshop, { recursive: true, force: true });
console.log(`${runs} inputs in ${values.minutes} minutes, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
