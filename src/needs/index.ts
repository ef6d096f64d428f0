// needs: which 2.4 modules a tree needs beyond those it loads, and where and how this tree loads modules.
// Promise: what 2.2 ran without is not asked for, but for what is new in 2.4, was split off or took over; pure functions of the model.
export type { LoadPlan } from './plan-loading.ts';
export type { Needs } from './compute-needs.ts';
export type { Need, ReadingPlace, UnsureUse, UseSite } from './types.ts';
export { givenMpm } from './tree-modules.ts';
export { computeNeeds } from './compute-needs.ts';
export type { ModuleFile, ModuleLink } from './module-link.ts';
export { debianName } from './debian-module-file.ts';
export { enabledLinksOf, includeOfLinks, isLinkedFolder } from './module-link.ts';
export { linesServedBy } from './module-uses.ts';
export { planLoading } from './plan-loading.ts';
export { hasModulesOf24, linesBehindOwnGuard, liveModuleLines, showsItsModules } from './tree-modules.ts';
