// text: bytes as Latin-1 strings, spans, positions, edits, likeness of words, patterns, groups, chunks, quotes, words for a shell; what is asked once, and whether memory suffices, and where time goes. Knows nothing of Apache.
// Promise: one character is one byte, so an offset here is an offset in the file on disk.
export { checkMemory, NotEnoughMemory } from './memory.ts';
export type { SourceFile } from './source-file.ts';
export type { Span } from './span.ts';
export type { Position } from './position.ts';
export { BOM, positionAt } from './position.ts';
export type { LineIndex } from './line-index.ts';
export { lineIndex, risingPositions } from './line-index.ts';
export type { TextEdit } from './text-edit.ts';
export { applyEdits, sortEdits } from './text-edit.ts';
export { flatMap } from './flat-map.ts';
export { joined } from './joined.ts';
export { groupBy } from './group-by.ts';
export { distinct } from './distinct.ts';
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
export { inChunks } from './in-chunks.ts';
export { inPart } from './in-part.ts';
export { rememberSome } from './remember-some.ts';
export { rememberWeakly } from './remember-weakly.ts';
export { isLossy } from './lossy-name.ts';
export { ownCopy } from './own-copy.ts';
export { trimmed } from './trimmed.ts';
export { untilEmpty } from './until-empty.ts';
export { editDistance } from './edit-distance.ts';
export { LONGEST_PATTERN } from './longest-pattern.ts';
export { didYouMean, nearestName } from './nearest-name.ts';
export { shellWords } from './shell-words.ts';
export { groupNames, withoutGroupNames } from './group-names.ts';
export { laterEscape, portablePattern } from './portable-pattern.ts';
export { makeVisible, UNSEEN, visible } from './visible.ts';
