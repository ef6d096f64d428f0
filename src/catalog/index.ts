// catalog: facts about httpd 2.2.34 and 2.4.71 as data: directives, modules, fates, contract rows, made by tools/make-catalog.mjs.
// Promise: every directive of 2.2 has a fate; names are looked up in any case and in constant time; no table is parsed before it is asked for.
export type * from './types.ts';
export {
  directive22,
  directive24,
  directives22,
  directives24,
  isDirective,
  isForHtaccess,
  overrideClasses,
  permittedPlaces,
  namesOfOtherClass,
  nearestDirectiveName,
} from './directives.ts';
export type { DirectiveBefore22 } from './directives-before-22.ts';
export { directiveBefore22, wasEverDirective } from './directives-before-22.ts';
export type { ThirdPartyModule } from './third-party.ts';
export { thirdPartyModuleLoaded, thirdPartyModuleOf, thirdPartyAdvice } from './third-party.ts';
export { fateOf, fates, moduleFateOf, moduleRenamedTo } from './fates.ts';
export {
  isMpm,
  UNIX_MPMS,
  moduleFacts,
  moduleIdentifier,
  modules,
  modulesProviding22,
  modulesProviding24,
  modulesNeededBy24,
} from './modules.ts';
export type { ProviderKind } from './providers.ts';
export { modulesProvidingName24, providerNames24 } from './providers.ts';
export { staticIn22, packagedModuleFiles } from './packaged-modules.ts';
export type { LateName } from './releases.ts';
export { directiveSince, lastNews, lateNames, mayBeLate, moduleSince, patchRelease } from './releases.ts';
export type { PackagedModuleFile } from './packaged-modules.ts';
export { CUPS_DIRECTIVES, PROFTPD_DIRECTIVES } from './other-programs.ts';
export { OPTION, OPTION_WORDS, OPTIONS_ALL, readPermitted } from './option-words.ts';
export { headerWords, PATTERN_DIRECTIVES, patternWords } from './pattern-words.ts';
export { EXPRESSION_TEXTS } from './expression-texts.ts';
export { contractRow, contractRows } from './contract.ts';
