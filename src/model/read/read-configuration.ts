import {
  argumentValues,
  findTags,
  isLongChoice,
  lowerName,
  shadowTags,
  splitWords,
  unshadowWords,
  wordRulesOf,
} from '../../syntax/index.ts';
import type {
  Comment,
  Directive,
  Node,
  OpenLine,
  Section,
  TemplateBlock,
  Word,
  WordRules,
} from '../../syntax/index.ts';
import { inPart, trimmed } from '../../text/index.ts';
import { isGuard } from '../guards/decide-guard.ts';
import { decideTemplate, whyTakenForVersion } from '../guards/decide-template.ts';
import { and } from '../guards/truth.ts';
import { expandVariables } from '../guards/defines.ts';
import type { Guard, ModelFile } from '../types.ts';
import { readCommentedModule } from './commented-module.ts';
import { decideHere, asksForValue, isValueDefined } from './reading.ts';
import { NO_GUARDS } from './drafts.ts';
import type { ModelFileDraft, ScopeDraft } from './drafts.ts';
import { takeEffect } from './effects.ts';
import { enterFile } from './follow-include.ts';
import type { Lines, Reading } from './reading.ts';
import { linesOf, MORE_MEMORY } from './tree-size.ts';
import type { PutIn } from './line-occurrence.ts';
import { FilledOccurrence, LineOccurrence } from './line-occurrence.ts';
import { endFile, startFile, takeOver } from './pieces.ts';
import { SectionScope, scopeKindOf } from './section-scope.ts';
import { Passage, PlainSurroundings, truthsOf } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** Reads a file, and all that it includes, into the scope. */
export function readInto(scope: ScopeDraft, file: ModelFile, reading: Reading): void {
  const passage = new Passage(file, null, [], scope, reading.seq);
  const around = new PlainSurroundings(passage, null, NO_GUARDS, truthsOf(scope.on22, scope.on24), 0);
  const { pending } = reading;
  pending.push(linesOfFile(file, around));
  for (let task = pending.at(-1); task !== undefined; task = pending.at(-1)) {
    if (task.type === 'nodes' && readNodes(task, reading)) continue;
    pending.pop();
    if (task.type === 'file') enterFile(task, reading);
    else if (task.type === 'opened') readLines(task.file, task.around, reading);
    else if (task.type === 'end') endFile(task.start, reading);
    else if (task.completes !== null) task.completes.items = trimmed(task.completes.items);
  }
}

function linesOfFile({ document }: ModelFile, around: Surroundings): Lines {
  return { type: 'nodes', nodes: document.children, next: 0, around, completes: null };
}

/** Reads on until something else is to be read first; false if there is nothing left. */
function readNodes(lines: Lines, reading: Reading): boolean {
  const { nodes, around } = lines;
  const { pending } = reading;
  const count = pending.length;
  while (pending.length === count && lines.next < nodes.length) {
    readNode(nodes[lines.next++]!, around, reading);
  }
  return pending.length > count;
}

function readLines(file: ModelFileDraft, around: Surroundings, reading: Reading): void {
  if (takeOver(file, around, reading)) return;
  reading.pending.push({ type: 'end', start: startFile(file, around, reading) });
  reading.pending.push(linesOfFile(file, around));
}

function readNode(node: Node, around: Surroundings, reading: Reading): void {
  if (node.type === 'directive') readDirective(node, around, reading);
  else if (node.type === 'section') readSection(node, around, reading);
  else if (node.type === 'comment') readComment(node, around, reading);
}

function readDirective(node: Directive, around: Surroundings, reading: Reading): void {
  const putIn = putInto(node, around, reading);
  const seq = reading.seq++;
  const occurrence =
    putIn === null ? new LineOccurrence(node, seq, around) : new FilledOccurrence(node, seq, around, putIn);
  around.innermost.items.push(occurrence);
  takeEffect(occurrence, around, reading);
}

/** Guards, and sections, in one another that are followed. No real file has ten; what goes through them may call itself for each. */
const DEEPEST = 250;

function readSection(node: Section, around: Surroundings, reading: Reading): void {
  const { open } = node;
  const name = lowerName(node);
  const written = argumentValues(open);
  const args = putInto(open, around, reading)?.args ?? written;
  if (around.guardsInside.length + around.depth >= DEEPEST) return tellTooDeep(node, around, reading);
  const inside =
    isGuard(name) || node.template !== undefined
      ? insideGuard(node, name, { written, args }, around, reading)
      : insideScope(node, name, args, around, reading);
  const completes = inside.innermost === around.innermost ? null : inside.innermost;
  reading.pending.push({ type: 'nodes', nodes: node.children, next: 0, around: inside, completes });
}

function tellTooDeep(node: Section, { passage: { file } }: Surroundings, { problems }: Reading): void {
  const message = `More than ${DEEPEST} sections in one another: what this one holds was not read.`;
  const offset = node.open.name.span.start;
  problems.push({ code: 'nesting-too-deep', level: 'error', message, path: file.path, offset });
}

function tellTooLarge({ passage: { file } }: Surroundings, { problems, reported }: Reading): void {
  if (reported.has('tree-too-large')) return;
  reported.add('tree-too-large');
  const message = `What variables stand for makes this tree too large: from here on they were not put in. ${MORE_MEMORY}`;
  problems.push({ code: 'tree-too-large', level: 'error', message, path: file.path, offset: null });
}

/** The arguments of an opening line: as they stand there, and with values in the place of variables. */
interface OpeningArgs {
  readonly written: readonly string[];
  readonly args: readonly string[];
}

function insideGuard(
  node: Section,
  kind: string,
  opening: OpeningArgs,
  around: Surroundings,
  reading: Reading,
): Surroundings {
  const made =
    node.template === undefined
      ? [serverGuard(node, kind, opening, around, reading)]
      : templateGuards(node, node.template, around);
  if (node.template !== undefined) tellVersionChoice(node, node.template, around, reading);
  const { truths } = around;
  const on22 = made.reduce((truth, each) => and(truth, each.on22), truths.on22);
  const on24 = made.reduce((truth, each) => and(truth, each.on24), truths.on24);
  return around.guarded(made, truthsOf(on22, on24));
}

function serverGuard(
  node: Section,
  kind: string,
  { written, args }: OpeningArgs,
  { passage: { file }, innermost, guardsInside }: Surroundings,
  reading: Reading,
): Guard {
  const [first = ''] = args;
  if (asksForValue(first)) reading.turns++;
  const valued =
    kind === 'ifdefine' ? isValueDefined(reading.valueNames, first, innermost, guardsInside) : null;
  const test = written.join(' ');
  const { engine } = file.document;
  const decided = decideHere(kind, args, engine, reading);
  reading.asked.push({ type: 'guard', kind, args, engine, on22: decided.on22, on24: decided.on24 });
  const { on22, on24 } = valued === null ? decided : { on22: valued, on24: valued };
  return { file, node, kind, test, on22, on24 };
}

const VERSION_CHOICES = {
  unrelated: (tag: string) =>
    `${tag} is taken to ask for the version of httpd: one of its branches has Require lines that only 2.4 knows, the other Order, Allow or Deny. Both stay as they are. If a 2.4 server may come to the branch with the old lines, ask for the version instead, or write Require there, too.`,
  'open on 2.4': (tag: string) =>
    `${tag} holds for some 2.4 and not for others, by how the version is given (2.4, or 2.4.62). It is taken to tell 2.4 from 2.2, as its branches do, which stay as they are. Compare with \`>= 2.4\` or \`< 2.4\`, which are right for both.`,
  'open on 2.2': (tag: string) =>
    `${tag} holds for some 2.2 and not for others, by how the version is given (2.2, or 2.2.34). It is taken to tell 2.4 from 2.2, as its branches do, which stay as they are. Compare with \`>= 2.4\` or \`< 2.4\`, which are right for both.`,
  'two numbers': (tag: string) =>
    `${tag} is taken to compare a version of two numbers. If it may have three (2.4.62), a 2.4 server comes to the branch with the lines for 2.2, which stay as they are: compare with \`>= 2.4\` or \`< 2.4\`, which are right for both.`,
  unread: (tag: string) =>
    `How ${tag} asks for the version of httpd is not known here: 2.2 and 2.4 are taken to answer it alike, and the access rules in it are for both. If they are for one of them, compare with \`>= 2.4\` or \`< 2.4\`, then run again.`,
} as const;

function tellVersionChoice(
  section: Section,
  block: TemplateBlock,
  { passage: { file } }: Surroundings,
  { problems, reported }: Reading,
): void {
  const key = `version-choice ${file.path} ${block.test}`;
  const why = block.isFurther || reported.has(key) ? null : whyTakenForVersion(block, section, file.document);
  if (why === null) return;
  reported.add(key);
  const { name } = section.open;
  const tag = `\`${inPart(name.value)}\``;
  const message = VERSION_CHOICES[why](tag);
  problems.push({
    code: 'version-choice',
    level: why === 'two numbers' ? 'info' : 'warning',
    message,
    path: file.path,
    offset: name.span.start,
  });
}

/** A branch of a template is kept where all before it are not. */
function templateGuards(
  node: Section,
  block: TemplateBlock,
  { passage: { file }, innermost, guardsInside }: Surroundings,
): Guard[] {
  if (isLongChoice(block)) {
    // A question of its own, that no tag asks.
    const test = `${block.test} at ${node.span.start}`;
    return [{ file, node, kind: 'template', test, on22: 'maybe', on24: 'maybe' }];
  }
  const made: Guard[] = [];
  for (const question of [...block.asked, block]) {
    const test = (question.isNegated ? '!' : '') + question.test;
    const within = [...innermost.guards, ...guardsInside, ...made];
    const { asker } = question;
    made.push({
      file,
      node,
      kind: 'template',
      test,
      asker,
      within,
      ...decideTemplate(question, file.document),
    });
  }
  return made;
}

function insideScope(
  node: Section,
  name: string,
  written: readonly string[],
  around: Surroundings,
  reading: Reading,
): Surroundings {
  const scope = new SectionScope(node, scopeKindOf(name, written), around, reading.seq++);
  noteScope(scope, reading);
  around.innermost.items.push(scope);
  return scope;
}

/** What is kept of sections besides their place. */
function noteScope(scope: SectionScope, { virtualHosts, served }: Reading): void {
  if (scope.kind === 'virtualhost') virtualHosts.push(scope);
  if (scope.kind === 'directory') served.push(scope);
}

function readComment(
  comment: Comment,
  { passage: { file }, truths: { on24 } }: Surroundings,
  reading: Reading,
): void {
  const found = readCommentedModule(comment, file);
  if (found !== null) reading.commentedModules.push({ ...found, file, comment, on24, seq: reading.seq++ });
}

/**
 * The server puts variables into the line before it splits it (ap_build_config_sub, server/config.c): a value with spaces becomes
 * several words. Null where nothing was put in.
 */
function putInto(node: Directive | OpenLine, around: Surroundings, reading: Reading): PutIn | null {
  if (!around.passage.mayHoldVariables) return null;
  const { args, argsSpan } = node;
  if (!args.some(({ value }) => value.includes('${'))) return null;
  const { document, source } = around.passage.file;
  const written = source.text.slice(argsSpan.start, argsSpan.end).replace(/\\\r?\n/g, '');
  const expanded = expandArguments(written, argsSpan.start, around, reading);
  reading.expandable -= linesOf(expanded);
  if (reading.expandable >= 0) {
    const rules = wordRulesOf(lowerName(node));
    if (expanded === written) return null;
    // A tag is one word, whatever is in it.
    const tags = document.tags.length === 0 ? [] : findTags(expanded, document.engine);
    const words = splitWords(shadowTags(expanded, tags), rules);
    return {
      args: unshadowWords(words, expanded, tags),
      expanded: { text: expanded, words: expandedWords(args, rules, around, reading) },
    };
  }
  tellTooLarge(around, reading);
  return null;
}

function expandedWords(
  args: readonly Word[],
  rules: WordRules,
  { passage: { file } }: Surroundings,
  { defines }: Reading,
): { readonly written: string; readonly values: readonly string[] }[] {
  return args.flatMap(({ span: { start, end } }) => {
    const written = file.source.text.slice(start, end).replace(/\\\r?\n/g, '');
    const text = expandVariables(written, defines.valueOf);
    return text === written ? [] : [{ written, values: splitWords(text, rules) }];
  });
}

function expandArguments(
  written: string,
  offset: number,
  { passage: { file }, truths: { on22, on24 } }: Surroundings,
  reading: Reading,
): string {
  const { reported, problems, defines, asked } = reading;
  const valueOf = (name: string): string | undefined => {
    const value = defines.valueOf(name);
    asked.push({ type: 'variable', name, value });
    return value;
  };
  return expandVariables(written, valueOf, (name) => {
    // `${map:key}` is mod_rewrite's; a line that neither server reads needs no value.
    const isVariable = /^[A-Za-z_][\w.-]*$/.test(name) && (on22 !== 'no' || on24 !== 'no');
    if (!isVariable) return;
    // Whether it is told here depends on the files before this one.
    reading.turns++;
    if (reported.has(name)) return;
    reported.add(name);
    const message =
      `\${${name}} has no value here: neither this tree nor --env gives one, and this program's own environment is not asked. ` +
      'It stays as it is written; if it stands for a path or an address, what depends on it is not known.';
    problems.push({ code: 'undefined-variable', level: 'info', message, path: file.path, offset });
  });
}
