// Property tests draw the same cases in every run, so that a red run is about the change at hand. FC_SEED=random looks
// for new ones; FC_SEED=NUMBER repeats a run.
import fc from 'fast-check';

const { FC_SEED = '20261121' } = process.env;
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED) });
