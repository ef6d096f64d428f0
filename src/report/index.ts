// report: what a migration found and did, as text for people and as JSON for programs.
// Promise: pure; the same migration gives the same bytes; nothing of a file's content reaches a terminal unescaped.
export type * from './json-report.ts';
export { JSON_REPORT_VERSION } from './json-report.ts';
export { checkAsJson, migrationAsJson, migrationInPieces, renderJson } from './render-json.ts';
export { ItemByItem, jsonPieces } from './json-pieces.ts';
export type { InPieces } from './json-pieces.ts';
export type { TextStyle, Paint } from './text-style.ts';
export { renderText } from './render-text.ts';
export { proofLines, provenText } from './render-summary.ts';
export { renderFindings } from './render-findings.ts';
export { printable, showableJson, showableJsonText } from './printable.ts';
export { painter } from './text-style.ts';
export { changeFacts } from './render-changes.ts';
export type { ChangeFacts } from './render-changes.ts';
export { countEdits } from './count-edits.ts';
export type { Task, FindingCounts } from './group-findings.ts';
export { countOffered, taskOf, countFindings, isHeldBack, sortFindings } from './group-findings.ts';
export { grouped, plural } from './phrases.ts';
export { wrapWords, wrapLines } from './wrap-words.ts';
