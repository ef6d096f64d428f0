// text: bytes as Latin-1 strings, spans, positions, edits, likeness of words, patterns, groups, chunks, quotes, words for a shell; what is asked once, and whether memory suffices, and where time goes. Knows nothing of Apache.
// Promise: one character is one byte, so an offset here is an offset in the file on disk.
export { checkMemory, NotEnoughMemory } from './memory.ts';
export type { SourceFile } from './source-file.ts';
export type { LineIndex, Position } from './line-index.ts';
export { lineIndex, risingPositions, BOM, positionAt } from './line-index.ts';
export type { TextEdit, Span } from './text-edit.ts';
export { applyEdits, sortEdits } from './text-edit.ts';
export { append, distinct, flatMap, groupBy, inChunks, joined, trimmed, untilEmpty } from './lists.ts';
export {
  type Advance,
  advanced,
  count,
  listenToWork,
  startTimer,
  takeTimings,
  timed,
  type Timings,
} from './timings.ts';
export { lazy, numbering, ownCopy, remember, rememberSome, rememberWeakly } from './remember.ts';
export { isLossy } from './source-file.ts';
export { didYouMean, nearestName, editDistance } from './nearest-name.ts';
export {
  laterEscape,
  portablePattern,
  LONGEST_PATTERN,
  groupNames,
  withoutGroupNames,
} from './portable-pattern.ts';
export { makeVisible, UNSEEN, visible, inPart, shellWords } from './visible.ts';
