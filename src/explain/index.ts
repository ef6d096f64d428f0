// explain: what there is to say about transforms, directives, modules, rows of the upgrade guide, messages and symptoms.
// Promise: pure; each row, each directive of 2.2 and each message that is listed here has an article, and every article says what to do.
export type { Article, ArticlePart, Change, Explanation, MessageShape, Name, Symptom } from './types.ts';
export { explanations, symptoms } from './entries/index.ts';
export { explanationsOfDirective, explanationsOfRow } from './find-explanation.ts';
export { actingTransforms } from './acting-transforms.ts';
export { explanationArticle } from './articles/explanation-article.ts';
export { symptomArticle } from './articles/symptom-article.ts';
export { transformArticle } from './articles/transform-article.ts';
export { showChange } from './show-change.ts';
export type { DiffLine, ShownChange } from './show-change.ts';
export { explainTopic, nearestTopic } from './explain-topic.ts';
export { explainLog } from './explain-log.ts';
export type { ExplainedLog } from './explain-log.ts';
export { requestInLine } from './request-in-line.ts';
export type { LoggedRequest } from './request-in-line.ts';
