// syntax: the lossless concrete syntax tree. Knows no directive names but those of raw bodies.
// Promise: print(parse(bytes)) is the same bytes, for any bytes; parsing never throws; edits touch only what they own.
export type * from './nodes.ts';
export { logicalLines, type Dialect } from './logical-line.ts';
export {
  argumentUnits,
  choiceTags,
  endsInTrimmingTag,
  essentialTags,
  findMacrosInAddress,
  findTags,
  isLongChoice,
  joinedTests,
  hasOnlyValues,
  isChoice,
  isHeldBlock,
  lastAssignment,
  nameOfBlock,
  placeholderNames,
  plainTags,
  shadowTags,
  unshadowWords,
  renderTemplate,
  tagsOfFile,
  templateParts,
  trimmingsOf,
  useOfBlock,
  withoutSaid,
  TEMPLATE_ENGINES,
} from './template/index.ts';
export type {
  TemplateAsker,
  TemplateBlock,
  TemplateChoice,
  TemplateDecisions,
  TemplateEngine,
  TemplatePart,
  JoinedLines,
  Trimming,
  TemplateQuestion,
  TemplateTag,
} from './template/index.ts';
export { findPlaceholders, hasPlaceholder, type Placeholder } from './placeholders.ts';
export { argumentValues, lowerName, nameValue, textFromName, wordsSpan } from './compact-lines.ts';
export { parse, type ParseOptions } from './parse.ts';
export { print, leaves } from './print.ts';
export { SKIP, visit, type Visitor } from './visit.ts';
export { parentOf, nodeAtOffset, placeOf } from './parents.ts';
export { splitWords, wordRulesOf } from './words.ts';
export type { WordRules } from './words.ts';
export { commentedDirective, leadingComments, uncomment } from './comments.ts';
export { unwrapBeside, unwrapEach } from './unwrap.ts';
export { longLines, lineBreaksOf22, endLineAlike } from './line-ends.ts';
export { indentationAt, indentUnit, lineEndingAt } from './layout.ts';
export {
  appendArgument,
  removeArgument,
  renameDirective,
  replaceArguments,
  rewriteArgument,
  setArgument,
  quoteWord,
} from './edit-words.ts';
export {
  appendChild,
  appendToDocument,
  insertAfter,
  insertBefore,
  prependChild,
  removeNode,
  replaceLines,
  wrap,
  insertBehind,
} from './edit-lines.ts';
