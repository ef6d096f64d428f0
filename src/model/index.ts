// model: the configuration as the server sees it, each fact pointing back to its node and file. Reads through a TreeReader only;
// createDiskReader is the one place of this room that touches the file system. Promise: no input makes it throw; what can't be
// read, decided or followed is a problem, a `maybe` or a ModelFailure.
export type * from './types.ts';
export { ASSUMED_KINDS, DEFINED_VALUE, type AssumedKind, type Assumptions } from './unknown.ts';
export type { Unknown, UnknownKind } from './unknown.ts';
export type { ModelFailure, ModelRequest } from './request.ts';
export type {
  EntryKind,
  FileContent,
  FileRead,
  FileStat,
  FolderEntry,
  ReadFailure,
  Permissions,
  TreeReader,
} from './reader/index.ts';
export {
  compareNames,
  createDiskReader,
  createMemoryReader,
  ListedKinds,
  patchedReader,
} from './reader/index.ts';
export { createParseCache, type ParseCache } from './parse-cache.ts';
export { buildModel, isModelFailure } from './build/build-model.ts';
export { keepWhole, takeApart } from './build/take-apart.ts';
export type { Remains } from './build/take-apart.ts';
export { findParts, findServerBeside } from './build/find-parts.ts';
export type { Parts, ServerBeside } from './build/find-parts.ts';
export type { TreeSurvey } from './build/survey-tree.ts';
export { mainFileOf } from './entry/find-entry.ts';
export { startFileOf } from './entry/layouts.ts';
export { lostBytes } from './entry/read-failure.ts';
export { surveyTree } from './build/survey-tree.ts';
export { isFilledIn, placeholdersIn } from './placeholders.ts';
export {
  isInHtaccess,
  itemsGuarded,
  itemsWanted,
  linesNamed,
  occurrencesOf,
  rootScopes,
  scopeHolding,
  scopesAround,
  scopesOf,
  sectionsNamed,
  walkItems,
  walkOccurrences,
  walkScopes,
} from './walk.ts';
export { byReach, coverage, covers, ignoringModule, uncovered, type Coverage } from './covers.ts';
export { userFolders } from './htaccess/home-folders.ts';
export { namesNoHostFolder } from './htaccess/served-folders.ts';
export { type FileNames, fileNamesOf } from './htaccess/access-file-names.ts';
export { overrideNone } from './htaccess/override-none.ts';
export { isHtaccessName } from './entry/sort-of-file.ts';
export { readEnvironmentFile } from './entry/shell-settings.ts';
export { isStaticIn24, mayLoadModules } from './guards/server-modules.ts';
export { GUARD_NAMES, isNegated, moduleAsked, nameAsked } from './guards/guard-test.ts';
export { decideTemplate } from './guards/decide-template.ts';
export { isRequireContainer, isRequireOf24 } from './guards/version-choices.ts';
export { includesByFile, isReadFirst } from './include/includes-by-file.ts';
export { isLimit, outOfLimits } from './limits.ts';
export { isForRequests } from './read/section-scope.ts';
export { isUnread } from './read/include-problem.ts';
export { conditionedRules, type ConditionedLine, withConditions } from './conditioned-rules.ts';
export { isUrl, readRewriteFlags, ruleStatus, withoutNewVariables } from './rewrite-flags.ts';
export { sslRequirePieces, sslRequireVariables } from './ssl-require.ts';
export { fnmatch, hasWildcard } from './fnmatch.ts';
export type { FnmatchOptions } from './fnmatch.ts';
export { isLeftover } from './paths/leftover.ts';
export { absoluteOnWindows, decodePath, isUnder, onDrive, resolvePath } from './paths/config-path.ts';
export { nameOfItem, lineText, quotedLine } from './item-text.ts';
