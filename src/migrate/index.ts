// migrate: one whole migration as a function: a tree goes in, a patch set and findings come out; nothing is written.
export type * from './types.ts';
export { migrate } from './migrate.ts';
export type { AccessProof, MigrateRequest } from './migrate-tree.ts';
