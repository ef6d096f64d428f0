import {
  contractRow,
  moduleFacts,
  thirdPartyModuleLoaded,
  thirdPartyModuleOf,
  contractRows,
  directives22,
  directives24,
  modules,
} from '../catalog/index.ts';
import { editDistance, nearestName } from '../text/index.ts';
import type { Transform } from '../transform/index.ts';
import {
  directiveArticle,
  foreignDirectiveArticle,
  olderDirectiveArticle,
} from './articles/directive-article.ts';
import { explanationArticle } from './articles/explanation-article.ts';
import { foreignModuleArticle, moduleArticle } from './articles/module-article.ts';
import { rowArticle } from './articles/row-article.ts';
import { symptomArticle } from './articles/symptom-article.ts';
import { transformArticle } from './articles/transform-article.ts';
import type { ExplainedLine } from './find-explanation.ts';
import { explanationNamed, explanationOfLine, explanationsOfRow, isPhrase } from './find-explanation.ts';
import type { Article } from './types.ts';
import { explanations, symptoms } from './entries/index.ts';

/** What comes later in a line says nothing more; and patterns take time that grows with the square of the length. */
const LONGEST = 2000;

/**
 * All there is to say about a name (a transform, a directive, a module in any spelling, a row of the upgrade guide), a number
 * of the error log, a line of it, a line of configuration, the status of an answer, or a symptom in words. [] if nothing is known.
 */
export function explainTopic(topic: string, transforms: readonly Transform[]): readonly Article[] {
  const words = topic.trim().slice(0, LONGEST).replaceAll(/\s+/g, ' ');
  const found = byName(words, transforms);
  if (found.length > 0) return found;
  const ofLine = byLine(words, transforms);
  if (ofLine.length > 0) return ofLine;
  const ofSymptom = bySymptom(words, transforms);
  if (ofSymptom.length > 0) return ofSymptom;
  const ofStatus = byStatusAmongWords(words, transforms);
  if (ofStatus.length > 0) return ofStatus;
  const ofConfiguration = byConfigurationLine(words, transforms);
  if (ofConfiguration.length > 0) return ofConfiguration;
  const ofModule = byForeignModule(words, transforms);
  return ofModule.length > 0 ? ofModule : byForeignDirective(words, transforms);
}

/** A name that a known third-party module's directives have, unless it is a misspelling of something else. */
function byForeignDirective(name: string, transforms: readonly Transform[]): readonly Article[] {
  const isForeign = /^\w+$/.test(name) && thirdPartyModuleOf(name) !== null;
  return isForeign && nearestTopic(name, transforms) === null
    ? [foreignDirectiveArticle(name, transforms)]
    : [];
}

/** `fcgid`, `mod_auth_kerb.so`, `auth_mysql_module`; but `php_value` is a directive. */
function isForeignModule(name: string): boolean {
  const bare = name.replace(/^(?:mod_|lib)|_module$|\.(?:so|c)$/g, '');
  return /^(?!php_)[a-z\d_]+$/.test(bare) && thirdPartyModuleLoaded(`${bare}_module`) !== null;
}

function byName(name: string, transforms: readonly Transform[]): readonly Article[] {
  const id = name.toLowerCase();
  const transform = transforms.find((each) => each.id === id);
  const articles = [
    ...(transform ? [transformArticle(transform)] : []),
    ...byExplanation(id, transforms),
    ...symptoms.filter((each) => each.id === id).map((each) => symptomArticle(each, transforms)),
    ...(transform ? [] : byRow(id, transforms)),
  ];
  const directive = directiveArticle(name, transforms) ?? olderDirectiveArticle(name, transforms);
  if (directive !== null) articles.push(directive);
  // `include` is a directive; that mod_include is called so, too, is not what is meant.
  const isBare = moduleFacts(name) === null && /^\w+$/.test(name);
  const module =
    moduleArticle(name, transforms) ?? (isBare ? moduleArticle(`mod_${name}`, transforms) : null);
  if (module !== null && (directive === null || !isBare)) articles.push(module);
  return unique(articles);
}

function byExplanation(id: string, transforms: readonly Transform[]): readonly Article[] {
  const explanation = explanationNamed(id);
  return explanation === null ? [] : [explanationArticle(explanation, transforms)];
}

function byRow(id: string, transforms: readonly Transform[]): readonly Article[] {
  const row = contractRow(id);
  if (row === null) return [];
  const found = explanationsOfRow(id);
  const serving = transforms.filter(({ rows }) => rows.includes(id));
  if (found.length > 0) {
    return found.map((explanation) => explanationArticle(explanation, transforms));
  }
  const [only, ...others] = serving;
  return only && others.length === 0 ? [transformArticle(only)] : [rowArticle(row, transforms)];
}

/** A line of a log, and what becomes of the directive or module that it names: first, if the line says nothing else. */
function byLine(line: string, transforms: readonly Transform[]): readonly Article[] {
  const explained = explanationOfLine(line);
  if (explained === null) return [];
  const about = aboutNames(explained, transforms);
  const article = explanationArticle(explained.explanation, transforms);
  return unique(explained.isGeneral ? [...about, article] : [article, ...about]);
}

function bySymptom(words: string, transforms: readonly Transform[]): readonly Article[] {
  const phrase = inWords(words);
  const matching = symptoms.filter(
    ({ shape, page }) =>
      (phrase !== null && shape.pattern.test(phrase)) || page?.pattern.test(words) === true,
  );
  return matching.map((symptom) => symptomArticle(symptom, transforms));
}

/** `Status: 403` is what people say, too. Null for lines of programs. */
function inWords(topic: string): string | null {
  const words = topic.replace(/^(status|error|code):\s*/i, '$1 ');
  return isPhrase(words) ? words : null;
}

/** `403 after the upgrade`, where nothing that is known has the other words. */
function byStatusAmongWords(words: string, transforms: readonly Transform[]): readonly Article[] {
  const status = /(?:^|\s)([45]\d\d)(?=\s|$)/.exec(inWords(words) ?? '')?.[1];
  const symptom = status === undefined ? undefined : symptoms.find(({ id }) => id === `status-${status}`);
  return symptom === undefined ? [] : [symptomArticle(symptom, transforms)];
}

function aboutNames(
  { directive, module }: ExplainedLine,
  transforms: readonly Transform[],
): readonly Article[] {
  const articles: Article[] = [];
  if (directive !== null) {
    articles.push(directiveArticle(directive, transforms) ?? foreignDirectiveArticle(directive, transforms));
  }
  if (module !== null) {
    articles.push(moduleArticle(module, transforms) ?? foreignModuleArticle(module, transforms));
  }
  return articles;
}

/** `Order deny,allow`, `<IfModule mod_x.c>`, `LoadModule x_module modules/mod_x.so`, with or without a # before it. */
function byConfigurationLine(line: string, transforms: readonly Transform[]): readonly Article[] {
  const [name = '', argument = ''] = line.replace(/^#\s*/, '').split(' ');
  const directive = directiveArticle(name, transforms);
  if (directive === null) return [];
  const namesModule = /^<?(?:LoadModule|IfModule)$/i.test(name);
  if (!namesModule) return [directive];
  const named = argument.replace(/^!|>$/g, '');
  const known = moduleArticle(named, transforms);
  const foreign = known === null && /^[\w./-]+$/.test(named) ? [foreignModuleArticle(named, transforms)] : [];
  return unique([...(known === null ? foreign : [known]), directive]);
}

/** A name that could be a module's, and that is no misspelling of a known one. */
function byForeignModule(name: string, transforms: readonly Transform[]): readonly Article[] {
  const looksLikeModule = /^(?:mod_\w+(?:\.c)?|mpm_\w+|\w+_module|[\w./-]+\.so)$/i.test(name);
  if (isForeignModule(name)) {
    return [foreignModuleArticle(looksLikeModule ? name : `mod_${name}`, transforms)];
  }
  const nearest = looksLikeModule ? nearestTopic(name, transforms) : null;
  if (!looksLikeModule || (nearest !== null && isTypo(name, nearest))) return [];
  return [foreignModuleArticle(name, transforms)];
}

/** Names of modules are alike by what all of them have: `php5_module` is not meant for `core_module`. */
function isTypo(name: string, nearest: string): boolean {
  const [own, other] = [name, nearest].map((each) =>
    each.toLowerCase().replace(/^mod_|_module$|\.(c|so)$/g, ''),
  );
  if (own === undefined || other === undefined) return true;
  return editDistance(own, other) <= Math.max(1, Math.floor(own.length / 3));
}

function unique(articles: readonly Article[]): readonly Article[] {
  return [...new Map(articles.map((article) => [article.key, article])).values()];
}

/** Every name that `explain` takes: transforms first, since ids are what findings show. */
function topicNames(transforms: readonly Transform[]): readonly string[] {
  return [
    ...transforms.map(({ id }) => id),
    ...explanations.map(({ id }) => id),
    ...symptoms.map(({ id }) => id),
    ...contractRows.map(({ id }) => id),
    ...directives22().map(({ name }) => name),
    ...directives24().map(({ name }) => name),
    ...modules().flatMap(({ name, identifier }) => [name, identifier]),
    ...explanations.flatMap(({ codes }) => codes),
  ];
}

/** The name that was probably meant; null if none is near. */
export function nearestTopic(typed: string, transforms: readonly Transform[]): string | null {
  return nearestName(typed, topicNames(transforms));
}
