// configtest: asks the target's own server what it thinks of a migrated tree, before it is written and where it lies.
// Promise: the tree is never changed; no program that the configuration names is run, and what a started server makes stays in a
// private folder; folder and server are gone afterwards, whatever happens; each message is led back to the original's line.
export type * from './types.ts';
export { checkStaged, whyNot } from './check-staged.ts';
export type { CheckRequest } from './check-staged.ts';
export { checkWritten } from './check-written.ts';
