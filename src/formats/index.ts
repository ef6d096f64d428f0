// formats: a migration as a document: HTML, Markdown, SARIF, JUnit. Each is made of one plain type, ReportData.
// Promise: pure; the same data give the same bytes; nothing of a file's content acts where it is shown.
export type * from './report-data.ts';
export { gatherTree, type TreeToReport } from './gather/gather-report.ts';
export { verdictOf } from './gather/verdict.ts';
export { renderJunit } from './junit.ts';
export { renderMarkdown } from './markdown.ts';
export { renderSarif } from './sarif.ts';
export { renderHtml } from './html/html.ts';
