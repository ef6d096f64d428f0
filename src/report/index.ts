// report: what a migration found and did, as text for people and as JSON for programs.
// Promise: pure; the same migration gives the same bytes; nothing of a file's content reaches a terminal unescaped.
export type * from './json-report.ts';
export { JSON_REPORT_VERSION } from './json-report.ts';
export { checkAsJson, migrationAsJson, migrationInPieces, renderJson } from './render-json.ts';
export { ItemByItem, jsonPieces } from './json-pieces.ts';
export type { InPieces } from './json-pieces.ts';
export type { TextStyle } from './text-style.ts';
export { renderText } from './render-text.ts';
export { proofLines } from './render-summary.ts';
export { provenText } from './proven-text.ts';
export { renderFindings } from './render-findings.ts';
export { printable, showableJson, showableJsonText } from './printable.ts';
export type { Paint } from './paint.ts';
export { painter } from './paint.ts';
export type { FindingCounts } from './count-findings.ts';
export { countFindings, isHeldBack } from './count-findings.ts';
export { changeFacts } from './render-changes.ts';
export type { ChangeFacts } from './render-changes.ts';
export { countEdits } from './count-edits.ts';
export { sortFindings } from './sort-findings.ts';
export type { Task } from './group-findings.ts';
export { countOffered, taskOf } from './group-findings.ts';
export { grouped, plural } from './plural.ts';
export { wrapLines } from './wrap-lines.ts';
export { wrapWords } from './wrap-words.ts';
