// What mutated sources ask: which mutant is active, and, where coverage is taken, which ones are passed.
export let active = -1;
export let passed = null;
let calls = 0;

/** An endless loop that a mutant made comes this often at it. */
const MOST_CALLS = 20_000_000;

/** @param id of the mutant that counts from now on; -1 for none */
export function activate(id) {
  active = id;
  calls = 0;
}

/** @param set the ids of the mutants that are passed from now on go into it; null ends it */
export function collect(set) {
  passed = set;
}

export function pass(...ids) {
  for (const id of ids) passed.add(id);
}

/** @throws Error instead of looping without end */
export function hit() {
  calls++;
  if (calls > MOST_CALLS) throw new Error('an endless loop');
  return true;
}
