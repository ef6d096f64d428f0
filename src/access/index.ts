// access: who gets in. Reads the sections of a tree, rewrites 2.2's three channels as 2.4's one, and proves that both
// answer every request alike. Promise: no request that 2.2 refused is let in by what was proven.
export { flatLines, type AccessLine, type AccessSection, type Matcher } from './sections/types.ts';
export type { Semantics } from './states/intended-state.ts';
export { conditionsOf, lineAskingWithin, linesTellingFiles } from './conditions/asked-within.ts';
export { sectionsToldBy, tellsFilesApart } from './conditions/index.ts';
export { loginsWithoutUsers } from './questions/logins-without-users.ts';
export { balancerPosts } from './questions/balancer-posts.ts';
export { certificateUsers } from './questions/certificate-users.ts';
export { handlerSetBy, isOfAddress } from './questions/folder-handlers.ts';
export { guardsBesideSatisfy } from './questions/guards-beside-satisfy.ts';
export { hiddenProviders } from './questions/hidden-providers.ts';
export { authnAliases } from './sections/authn-aliases.ts';
export { mayMeet, mayMeetAnyOf } from './sections/may-meet.ts';
export { missingFolders, rootedSections, sectionsOfFiles } from './questions/missing-folders.ts';
export { missingGroupFiles, missingGroups, missingPasswordFiles } from './unknowns/missing-groups.ts';
export { groupFiles, overlongLoginFiles, type OverlongLoginFile } from './questions/overlong-login-lines.ts';
export { type HostEdit, planHosts } from './hosts/host-plan.ts';
export { hasRulesForFiles } from './questions/ruled-files.ts';
export {
  expandedRules,
  groupSource,
  hasFlag,
  isRedirect,
  makesPath,
  mapSources,
  ownPath,
  readRedirection,
  serversWithRewriting,
  startLookup,
  startOfRule,
  type ExpandedRule,
  type Expansion,
} from './addresses/index.ts';
export { internalMaps, rootlessBeginning, rootlessRules } from './questions/rootless-rules.ts';
export { sectionsInheritingByPattern } from './slashes/inheriting-sections.ts';
export { locationPassedBy } from './slashes/doubling-rules.ts';
export { openedByMerging, type OpenedByMerging } from './slashes/merged-slashes.ts';
export { linesOfStoppedWalks, mayStopWalks } from './questions/stopped-walks.ts';
export { stricterInside } from './questions/stricter-inside.ts';
export { withheldPages } from './questions/withheld-pages.ts';
export { commentsOfHosts, droppedWords, lineOfDropped, oddHostNames } from './rewrite/unit-notes.ts';
export { defaultOverrideUsers } from './questions/default-override.ts';
export {
  filesOfNewWords,
  refusedByVersions,
  refusedHtaccessFiles,
  type NewWords,
} from './refused/refused-htaccess.ts';
export { halfRefusedFiles, type HalfRefused } from './refused/half-refused.ts';
export { isRefusedBy22, linesOfOddWords, rulesRefusedAtStart } from './refused/refused-at-start.ts';
export { methodsOfTheirOwn, unregisteredLimits } from './refused/unregistered-limits.ts';
export { calledHost, namesOf, serverNameOf } from './hosts/host-names.ts';
export type { RefusingLine } from './sections/refusing-lines.ts';
export { writtenName } from './sections/written-line.ts';
export { describeDifference, describeHalfDifference, describeLine } from './proof/describe-difference.ts';
export type { LineDifference } from './routes/compare-routes.ts';
export { hasEndAnchor, killEndAnchors } from './chains/index.ts';
export { rulesTakenOut } from './rewrite/removals.ts';
export { planRewrite, undecidedTests } from './rewrite/plan-rewrite.ts';
export { originalHosts, originalPath } from './hosts/edited-tree.ts';
export { proveMigration } from './proof/prove-migration.ts';
export type { ProvenMigration } from './proof/prove-migration.ts';
export { proveParts } from './proof/prove-parts.ts';
export { newGuardsMet, prove, type ProofDifference, type ProofResult } from './proof/prove.ts';
export {
  guardNodes,
  guardsAround,
  newBranches,
  newGuardsAround,
  type NewBranch,
} from './unread/new-branches.ts';
export { dormantGuards, newGuardsBeside, oldGuards, type OldGuard } from './unread/old-guards.ts';
export { linesThatRefuse } from './routes/refusing-lines.ts';
export { linesLostWithModules, linesOfOneVersion, loginsOf22 } from './routes/lines-of-one-version.ts';
export { turnedGuards, type TurnedGuard } from './routes/turned-guards.ts';
export { unreadConditions, unreadRules } from './unread/unread-rules.ts';
export { isConversion } from './compat/conversion.ts';
export { planRepairs, type RepairPlan, type RepairPlans } from './compat/plan-repairs.ts';
export { repairEdits } from './compat/repair-edits.ts';
export { refusedTexts, repairReasons } from './compat/repair-reasons.ts';
export { isByCases, isMerged } from './rewrite/candidate.ts';
export { writeCopies, type WrittenCopies } from './rewrite/copy-edits.ts';
export { REFUSAL_REASONS } from './rewrite/plan.ts';
export type { Refusal, RewritePlan, UnitPlan, WantedRules } from './rewrite/plan.ts';
export { flagLine } from './conditions/host-flags.ts';
export { planEdits, type EditedUnit } from './rewrite/plan-edits.ts';
export * from './request/index.ts';
export * from './verify/index.ts';
export { pathValues, type PathValues } from './unknowns/open-paths.ts';
export { withoutDrivePath } from './folders/paths.ts';
export { undecidedRules } from './unknowns/open-rules.ts';
export { isControlWord } from './unread/strange-lines.ts';
export { maySayWhoGetsIn } from './unread/whole-lines.ts';
export { findUnknowns, findUnreadFiles } from './unknowns/find-unknowns.ts';
export { lostLinks } from './unknowns/lost-links.ts';
export { unknownContexts } from './unknowns/part-of-server.ts';
export { DECIDING_FACTS, type Version } from './sections/worlds.ts';
export type { Answer } from './policy/index.ts';
export { classifyAllowWord, parseRequireIp } from './policy/index.ts';
export { evaluateString, isExpression } from './policy/index.ts';
export {
  type PlacesOfRule,
  type RuleInForce,
  type RulePlace,
  whoGetsIn,
  type WhoGetsIn,
  mergedSections,
  type MergedSection,
  type MergeWalk,
} from './words/who-gets-in.ts';
