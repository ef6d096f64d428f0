// template: tags of template engines in a text. Knows nothing of directives.
export { endsInTrimmingTag, EXPRESSIONS, findTags, joinedLineStart } from './tags.ts';
export { isHeldBlock, nameOfBlock, useOfBlock } from './held-blocks.ts';
export { findMacros, findMacrosInAddress } from './macros.ts';
export { essentialTags, isChoice, type TemplateTag } from './template-tag.ts';
export { choiceTags, type ChoiceTags } from './choice-tags.ts';
export { plainTags, shadowTags, unshadow, unshadowWords } from './shadow.ts';
export { isBeforeLineEnding, linePieces, type LinePiece } from './line-pieces.ts';
export { controlLineAt, isRestOfLine, type ControlLine } from './control-line.ts';
export {
  firstBranch,
  isLongChoice,
  joinedTests,
  nextBranch,
  type AskingTag,
  type TemplateAsker,
  type TemplateBlock,
  type TemplateQuestion,
} from './branches.ts';
export { templateParts, type TemplatePart } from './blocks.ts';
export { renderTemplate, type TemplateChoice, type TemplateDecisions } from './render-template.ts';
export { hasOnlyValues, trimmingsOf, type JoinedLines, type Trimming } from './trimming.ts';
export { lastAssignment } from './template-names.ts';
export { placeholderNames, withoutAssumed as withoutSaid } from './expression.ts';
export { argumentUnits, type ArgumentUnit } from './argument-units.ts';
export { TEMPLATE_ENGINES, type TemplateEngine } from './engine.ts';
export { tagsOfFile, type FoundTags } from './find-engine.ts';
