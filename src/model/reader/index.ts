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
export { compareNames } from './compare-names.ts';
export { createDiskReader } from './disk/disk-reader.ts';
export { ListedKinds } from './listed-kinds.ts';
export { createMemoryReader } from './memory-reader.ts';
export { namesOf, patchedReader } from './patched-reader.ts';
