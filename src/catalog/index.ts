// catalog: facts about httpd 2.2.34 and 2.4.71 as data: directives, modules, fates, contract rows, made by tools/make-catalog.mjs.
// Promise: every directive of 2.2 has a fate; names are looked up in any case and in constant time; no table is parsed before it is asked for.
export type * from './types.ts';
export { namesOfOtherClass } from './other-class.ts';
export { directive22, directive24, directives22, directives24, isDirective } from './directives.ts';
export type { DirectiveBefore22 } from './directives-before-22.ts';
export { directiveBefore22, wasEverDirective } from './directives-before-22.ts';
export type { ThirdPartyModule } from './third-party.ts';
export { thirdPartyAdvice } from './third-party-advice.ts';
export { thirdPartyModuleLoaded, thirdPartyModuleOf } from './third-party.ts';
export { overrideClasses, permittedPlaces } from './placement.ts';
export { fateOf, fates } from './fates.ts';
export { isMpm, moduleFacts, moduleIdentifier, modules, modulesProviding24 } from './modules.ts';
export { moduleFateOf, moduleRenamedTo } from './module-fates.ts';
export { modulesNeededBy24 } from './requirements.ts';
export type { ProviderKind } from './providers.ts';
export { modulesProvidingName24, providerNames24 } from './providers.ts';
export { staticIn22 } from './static-modules.ts';
export { nearestDirectiveName } from './nearest-name.ts';
export type { LateName } from './releases.ts';
export { directiveSince, lastNews, lateNames, mayBeLate, moduleSince, patchRelease } from './releases.ts';
export type { PackagedModuleFile } from './red-hat.ts';
export { packagedModuleFiles } from './red-hat.ts';
export { CUPS_DIRECTIVES, PROFTPD_DIRECTIVES } from './other-programs.ts';
export { OPTION, OPTION_WORDS, OPTIONS_ALL, readPermitted } from './option-words.ts';
export { contractRow, contractRows } from './contract.ts';
