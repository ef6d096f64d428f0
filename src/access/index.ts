// access: who gets in. Reads the sections of a tree, rewrites 2.2's three channels as 2.4's one, and proves that both
// answer every request alike. Promise: no request that 2.2 refused is let in by what was proven.
export type { AccessLine, AccessSection, Matcher } from './sections/types.ts';
export type { Semantics } from './states/intended-state.ts';
export { missingFolders } from './missing-folders.ts';
export { hasRulesForFiles } from './ruled-files.ts';
export { stricterWithGet } from './stricter-with-get.ts';
export { droppedWords, oddHostNames } from './rewrite/unit-notes.ts';
export { defaultOverrideUsers } from './default-override.ts';
export { refusedHtaccessFiles } from './refused/refused-htaccess.ts';
export { halfRefusedFiles, type HalfRefused } from './refused/half-refused.ts';
export type { MisspeltLine } from './sections/misspelt-line.ts';
export { describeDifference } from './proof/describe-difference.ts';
export { hasEndAnchor, killEndAnchors } from './chains/index.ts';
export { planRewrite } from './rewrite/plan-rewrite.ts';
export { prove, type ProofDifference, type ProofResult } from './proof/prove.ts';
export { hasAccessRules, readSections } from './sections/read-sections.ts';
export { planRepairs, type RepairPlan } from './compat/plan-repairs.ts';
export { repairEdits } from './compat/repair-edits.ts';
export { refusedTexts, repairReasons } from './compat/repair-reasons.ts';
export { isByCases } from './rewrite/candidate.ts';
export { writeCopies, type WrittenCopies } from './rewrite/copy-edits.ts';
export type { Refusal, RewritePlan, UnitPlan, WantedRules } from './rewrite/plan.ts';
export { flagLine } from './conditions/host-flags.ts';
export { planEdits, type EditedUnit } from './rewrite/plan-edits.ts';
export * from './request/index.ts';
export * from './verify/index.ts';
export type { Version } from './sections/worlds.ts';
export type { Answer } from './policy/index.ts';
