// node bench/start-up.mjs [ROUNDS]   (npm run build first)
// What starting costs: Node by itself, `--version`, `--help`, and a file of one line. Interleaved, so that all meet the same load.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/httpd-codemod.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'httpd-codemod-bench-'));
const file = join(scratch, 'one-line.conf');
writeFileSync(file, 'MaxClients 10\n');

const commands = {
  'node -e 0': ['-e', '0'],
  '--version': [PROGRAM, '--version'],
  '--help': [PROGRAM, '--help'],
  'one line': [PROGRAM, file],
};
const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));

for (let round = 0; round < Number(process.argv[2] ?? 11); round++) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    spawnSync(process.execPath, args);
    taken[name].push(performance.now() - start);
  }
}
rmSync(scratch, { recursive: true });

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const floor = median(taken['node -e 0']);
for (const [name, times] of Object.entries(taken)) {
  console.log(
    `${name.padEnd(10)} ${median(times).toFixed(0).padStart(5)} ms  ${(median(times) / floor).toFixed(2)}`,
  );
}
