// access/conditions: tests of the file, the address or the virtual host of a request, as `Require expr` says them.
// Promise: a text means what its clause means, on the real server; what is said of it in a situation holds for every request there.
export type { Clause } from './clause.ts';
export { clausesIn, readCondition } from './condition.ts';
export {
  conditionText,
  sectionsNamedIn as sectionsToldBy,
  tellsFilesApart,
  wildcardsOfFiles,
} from './condition-text.ts';
export { evaluateExpression, type ExpressionValue } from './evaluate-expression.ts';
export { parseExpression } from './expression-tree.ts';
export { linesAsking, mayTellFile } from './asks-request.ts';
export {
  clauseTruth,
  FlowSituation,
  hasConditions,
  settleConditions,
  type Situation,
} from './settle-conditions.ts';
