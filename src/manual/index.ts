// manual: the pages of docs/ that are made from what the program knows: docs/rules and docs/coverage.md.
// Promise: pure; the same transforms, explanations and fixtures give the same bytes.
import { coveragePage } from './coverage-page.ts';
import type { Material } from './coverage-page.ts';
import { rulePages } from './rule-pages.ts';
import type { Page } from './rule-pages.ts';

export type { FixtureFacts } from './fixture-facts.ts';
export { fixturesOfDirective, fixturesOfRow } from './fixture-facts.ts';
export type { Material } from './coverage-page.ts';
export type { Page } from './rule-pages.ts';

/** All pages, by their paths in the project. */
export function manualPages(material: Material): readonly Page[] {
  return [...rulePages(material.transforms), coveragePage(material)];
}
export type { ServerCheck } from './server-checks.ts';
export { serverChecks, serverChecksOf } from './server-checks.ts';
