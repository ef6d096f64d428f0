export type {
  EntryKind,
  FileContent,
  FileOrigin,
  FileRead,
  FileStat,
  FolderEntry,
  ReadFailure,
  Permissions,
  TreeReader,
} from './tree-reader.ts';
export { createDiskReader } from './disk/disk-reader.ts';
export { ListedKinds, compareNames } from './tree-reader.ts';
export { createMemoryReader } from './memory-reader.ts';
export { namesOf, patchedReader } from './patched-reader.ts';
