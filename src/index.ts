// The library: read a configuration into its tree, print it back, migrate a whole server and show the diff. Nothing here
// writes a file; only createDiskReader reads any.
export { parse, print } from './syntax/index.ts';
export { migrate } from './migrate/index.ts';
export { createDiskReader, createMemoryReader } from './model/index.ts';
export { targetProfile } from './target/index.ts';
export { renderDiff } from './output/index.ts';
export type * from './text/index.ts';
export type * from './syntax/index.ts';
export type * from './model/index.ts';
export type * from './target/index.ts';
export type {
  Applicability,
  FileChange,
  FileEdit,
  Fix,
  FixCandidate,
  Level,
  Place,
  PlacedReport,
  Report,
  Stage,
  Transform,
  TransformContext,
  TransformDocs,
  TransformOptions,
} from './transform/index.ts';
export type * from './patch/index.ts';
export type * from './migrate/index.ts';
