// access/addresses: where the addresses of one server lead, as its lines say, and which of a set of addresses or folders a pattern matches.
// Promise: an address leads to one of the destinations given for it; text is put together as the server puts it together.
export {
  addressMaps,
  destinationsOf,
  folderBy,
  folderLines,
  mappedPrefixes,
  onlyLine,
  type AddressMap,
  type AddressMaps,
  type Destination,
  type FolderLine,
  type Mapping,
} from './address-map.ts';
export type { HostFacts } from './host-folder.ts';
export {
  fitsRedirection,
  redirectedStatus,
  leadAddress,
  mapsOf,
  type Led,
  type LeadSurroundings,
  type Target,
} from './lead-address.ts';
export { readComparison } from './comparison.ts';
export type { OpenRule } from './meets-rule.ts';
export { notRewritten, rewriteAddress } from './rewrite-address.ts';
export {
  mergeRewriteConfigs,
  mergeRules,
  readRewriteConfig,
  REWRITE_DIRECTIVES,
  type RewriteConfig,
  type RewriteRule,
} from './rewrite-config.ts';
export {
  expandedRules,
  groupSource,
  hasFlag,
  isRedirect,
  makesPath,
  mapSources,
  startOfRule,
  type ExpandedRule,
  type Expansion,
} from './expanded-rules.ts';
export {
  readAliasLine,
  readProxyLine,
  readRedirection,
  takesPathOff,
  type Redirection,
} from './read-line.ts';
export type { Kind, KnownFiles } from './user-folder.ts';
export { farReason, type FarReason } from './far-lines.ts';
export { moduleMapping } from './module-mappings.ts';
export { ownPath } from './rewrite-lines.ts';
export { fittingNear, fixedStart, type FolderTest } from './pattern-lines.ts';
export { ANY_ENDS, groupEnds, joinEnds, NO_TEXT, type Ends } from './group-slashes.ts';
export { tellsSlashesApart } from './slash-patterns.ts';
export { slashLines, slashPatternLines, tellsSlashes, isNegatedRule, type SlashLine } from './slash-lines.ts';
export { startLookup } from './start-index.ts';
export { sampleText, sampleWildcard, fillGroups, matchText } from './sample-text.ts';
export { prefixTable, type PrefixTable, isGlued, mappedText, type PrefixLine } from './prefix-table.ts';
export { guardsAround, serversWithRewriting, walkServerDirectives } from './mapping-lines.ts';
export {
  hasEndAnchor,
  killEndAnchors,
  matchDirectoryWildcard,
  matchesOnlyBelow,
  matchLocationWildcard,
  matchRegexBelow,
  type Region,
  addressEnds,
  addressStart,
  addressStarts,
  folderStarts,
  patternEnds,
  patternStarts,
  textAfterWild,
  textBeforeWild,
  wildcardStart,
  patternStart,
  matchRegexText,
  matchTextWildcard,
  mayMatchFromRoot,
  type Match,
} from './pattern-match.ts';
export { namedFolders, rootedPatterns, type RootedPatterns } from './rooted-pattern.ts';
export { BUILT_IN_ROOT } from './tried-lines.ts';
