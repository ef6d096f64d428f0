// Property tests draw the same cases in every run, so that a red run is about the change at hand. FC_SEED=random looks
// for new ones; FC_SEED=NUMBER repeats a run.
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

const { FC_SEED = '20261121' } = process.env;
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED) });

// What is written by tests is kept for `undo` beside other caches, not where the user's own runs are.
process.env['XDG_STATE_HOME'] = fileURLToPath(
  new URL('../../node_modules/.cache/test-state', import.meta.url),
);
