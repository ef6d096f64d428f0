// The order of the files of tests: the long ones first, so that none of them is begun when all others are done. What jest has learnt of
// their times is lost with its cache; a fresh clone has none.
const { default: Sequencer } = require('@jest/test-sequencer');

/** Below __tests__, some ten seconds or more on one processor. */
const LONGEST = [
  'fleet/roll-out',
  'documents/transcripts',
  'access/request/recorded-edges',
  'access/oracle/replay',
  'transforms/whole-tree',
  'hostile/configtest',
  'cli/exchanged-folders',
  'hostile/long-lines',
  'output/exchanged-folders',
  'access/verify/fixtures',
  'access/random-trees',
  'fuzz/fuzz',
  'access/work',
  'cli/killed',
  'cli/fleet-faults',
  'cli/bind-mounts',
  'transforms/releases',
  'output/write-faults',
  'access/request/recorded-answers',
  'hostile/tenant',
  'cli/interactive',
  'cli/configtest',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`__tests__/${name}.test.ts`));
    // oxlint-disable-next-line no-array-sort -- the method of jest makes a new list
    const sorted = super.sort(tests);
    const long = sorted.filter((test) => rankOf(test) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
    return [...long, ...sorted.filter((test) => rankOf(test) < 0)];
  }
};
