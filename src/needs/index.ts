// needs: which 2.4 modules a tree needs beyond those it loads, and where and how this tree loads modules.
// Promise: what 2.2 ran without is not asked for, but for what is new in 2.4, was split off or took over; pure functions of the model.
export type { LoadLimits } from './load-limits.ts';
export type { LoadPlan } from './plan-loading.ts';
export type { ReadingPlace } from './module-slot.ts';
export type { Needs } from './compute-needs.ts';
export type { Need, UnsureUse, UseSite } from './types.ts';
export { computeNeeds } from './compute-needs.ts';
export { loadLimits } from './load-limits.ts';
export { planLoading } from './plan-loading.ts';
export { hasModulesOf24, isGoneIn24, liveModuleLines } from './tree-modules.ts';
