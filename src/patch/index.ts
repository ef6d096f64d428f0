// patch: what a migration changes, as data: old bytes, new bytes, and which transform made each stretch.
export type * from './types.ts';
