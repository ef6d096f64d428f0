// transform: the contract between one piece of migration knowledge and the pipeline that runs all of them.
export type * from './types.ts';
export { defineTransform } from './types.ts';
export { ACCESS_OF_22, accessSignOf24, oldAccessLine, signOf24, writtenFor } from './written-for.ts';
export { lateNamesAdded } from './beyond-target.ts';
export { chooseTransforms, runPipeline } from './pipeline.ts';
export type { PipelineRequest, PipelineResult, PlacedReport } from './pipeline.ts';
export { findDirectives, findScopes, groupByNode } from './find.ts';
export {
  appendArgument,
  appendChild,
  appendToFile,
  inFile,
  insertAfter,
  insertBefore,
  prependChild,
  removeArgument,
  removeNode,
  renameDirective,
  replaceArguments,
  replaceNode,
  rewriteArgument,
  setArgument,
} from './edits.ts';
export { openingSpan, placeOf, placeOfScope } from './place.ts';
export { isForSomeMpm24, mpmOfGuard, mpmOf } from './mpm.ts';
