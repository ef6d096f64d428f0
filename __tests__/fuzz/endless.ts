import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { fuzzedTree } from './arbitrary-tree.ts';
import type { Wishes } from './check-tree.ts';
import { checkTree } from './check-tree.ts';
import { seedTexts } from './seeds.ts';
import { wishes } from './wishes.ts';
import type { FuzzedTree } from './arbitrary-tree.ts';

// The watched process of tools/fuzz.mjs: tells in a file what it is at, so that the one who kills it knows.

/** Inputs of one process: a fresh one begins with an empty heap, and with another seed. */
const MOST_RUNS = 20_000;

const [fixtures = '', state = '', seed = '', until = ''] = process.argv.slice(2);
// One input again: FUZZ_INPUT=FILE, as the list of failures has it.
const again = process.env['FUZZ_INPUT'];
if (again !== undefined) {
  checkTree(...(JSON.parse(readFileSync(again, 'utf8')) as [FuzzedTree, Wishes]));
  process.exit(0);
}
const arbitrary = fc.tuple(fuzzedTree(seedTexts(fixtures)), wishes);
let largest = 0;
let run = 0;

function note(more: { readonly input?: [FuzzedTree, Wishes]; readonly error?: string }): void {
  largest = Math.max(largest, Math.round(process.memoryUsage.rss() / 1048576));
  writeFileSync(state, JSON.stringify({ run, rss: largest, ...more }));
}

const values = fc.sample(arbitrary, { seed: Number(seed), numRuns: 1 });
note({ input: values[0]! });
for (let round = 0; run < MOST_RUNS && Date.now() < Number(until); round++) {
  // Drawn in small lots: a lot is in memory whole.
  for (const input of fc.sample(arbitrary, { seed: Number(seed) * 1000 + round, numRuns: 20 })) {
    run++;
    note({ input });
    try {
      checkTree(...input);
    } catch (error) {
      note({ input, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      process.exit(3);
    }
  }
}
note({});
