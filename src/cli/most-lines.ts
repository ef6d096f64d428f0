import { getHeapStatistics } from 'node:v8';

/** What a line costs while a tree is migrated, with its findings and edits: measured, the costly ones. */
const BYTES_PER_LINE = 4096;

/** As many lines as there is memory for, so that too large a tree ends with a sentence and not with a crash. */
export function mostLines(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_PER_LINE);
}
