import { isFilledIn } from '../../model/index.ts';
import type { AssumedKind, Occurrence, ServerModel, Unknown } from '../../model/index.ts';
import { inPart, shellWords } from '../../text/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { findTags, isHeldBlock, placeholderNames } from '../../syntax/index.ts';
import { writtenText } from '../sections/require-text.ts';
import { hostLineError } from '../sections/misspelt-line.ts';
import { titleOf } from '../request/contributions.ts';
import type { OpenLine } from '../states/open-lines.ts';
import { openLines } from '../states/open-lines.ts';
import { blockCalledBy } from '../unread/called-blocks.ts';
import { holdsRules, wholeLines } from '../unread/whole-lines.ts';
import { isControlWord, isHashLine, isMacro, isStrangeSection } from '../unread/strange-lines.ts';

/** Values and templates on which the access rules hang. */
export function openRules(model: ServerModel): Unknown[] {
  return [...openLines(model), ...strangeSections(model)].map(unknownOf);
}

/** Sections that no server knows, with rules in them that affect none of those that it does. */
function strangeSections(model: ServerModel): OpenLine[] {
  const reported = new Set(openLines(model).map(({ line }) => line));
  const made = wholeLines(model).filter(({ line }) => line.type === 'scope' && !reported.has(line));
  return made.map(({ line, placeholder }) => ({ line, placeholder, role: 'rule' }));
}

/** Those for which no Require lines are right: all but names of variables and parts of addresses. */
export function undecidedRules(model: ServerModel): Unknown[] {
  const rules = openLines(model).filter(({ role }) => role === 'rule');
  return rules.map(unknownOf);
}

function unknownOf(open: OpenLine): Unknown {
  const { line, placeholder } = open;
  const { start } =
    line.type === 'occurrence' ? line.node.name.span : (line.node?.open.name.span ?? { start: 0 });
  const { kind, text } = placeholder;
  const message = messageOf(open);
  const place = { path: line.file.path, offset: start, below: null };
  return { kind, ...place, subject: text, message, bearing: 'access' };
}

function messageOf({ line, placeholder, role, joins, isOf24, guard }: OpenLine): string {
  if (guard !== undefined) return guardMessage(guard, placeholder);
  if (isOf24 === true) return branchMessage(line, placeholder);
  if (joins === true) return joinedMessage(line, placeholder);
  if (role === 'name') return nameMessage(line, placeholder);
  if (role === 'address') return addressMessage(line, placeholder);
  const isWhole =
    line.type === 'occurrence' &&
    (holdsRules(line) || isMacro(line) || (isFilledIn(line.node.name.value, line) && !isHashLine(line)));
  if (isWhole) return linesMessage(line, placeholder);
  const isStrange = line.type === 'occurrence' ? isControlWord(line) : isStrangeSection(line);
  if (isStrange) return strangeMessage(line);
  const refusal = line.type === 'occurrence' ? hostLineError(line, '2.2') : null;
  return refusal === null ? ruleMessage(line, placeholder) : refusedMessage(line, refusal);
}

function branchMessage(line: OpenLine['line'], { text }: Placeholder): string {
  return `Only 2.4 knows \`${textOf(line)}\`, and ${text} does not say that 2.2 never reads it: the access rules of this section are left as they are. Let the tag ask for the version of httpd, or write both in one choice, the Require lines in one branch and Order, Allow and Deny in the other.`;
}

function guardMessage(guard: string, { kind, text }: Placeholder): string {
  const lines = `What ${text} stands for in \`${guard}\` is not known, so one version alone may read the lines in it: the access rules of this section are left as they are.`;
  return `${lines} ${kind === 'value' ? giveValue(text) : 'Migrate what the template makes, or write the line without a value.'}`;
}

function refusedMessage(line: OpenLine['line'], refusal: string): string {
  return `2.2 does not start with \`${textOf(line)}\` ("${refusal}"), so nobody was let in or kept out by it, and what it should say is not known: the access rules of this section are left as they are. Correct the line, or give the file that is made of this one, then run again.`;
}

function strangeMessage(line: OpenLine['line']): string {
  if (line.type === 'occurrence' && isHashLine(line))
    return `\`${textOf(line)}\` is a comment to httpd. A template engine may put other lines in its place, or leave out some around it, so the access rules that it could affect are left as they are. Migrate what it makes; if it is a comment, put a blank behind the #, then run again.`;
  return `\`${textOf(line)}\` is nothing that httpd reads. What makes the file of it (a template engine, a shell) may leave out the lines around it, or write them many times, so the access rules that it could affect are left as they are. Migrate what it makes; if nothing reads the line, remove it, then run again.`;
}

/** Of a line that a placeholder stands for, name and all, or of a block that is one tag. */
export function linesMessage(line: Occurrence, { kind, text }: Placeholder): string {
  if (holdsRules(line))
    return `What becomes of the access rules between ${text} and its end is not known: they stay as they are, and so do those that they could affect. Write them without this tag, then run again; or migrate what the template makes.`;
  const called = blockCalledBy(text, line.file);
  if (called !== undefined)
    return `${text} puts in the access rules of ${called.tag}. They stay as they are, for mod_access_compat, and so do those that they could affect. Write them here instead of the tag, then run again; or migrate what the template makes.`;
  const loop = loopWithin(line);
  if (loop !== null)
    return `${loop} begins and ends in one line, so what it repeats comes out as one line, and the access rules that it could affect stay as they are. Let what it repeats end in a line ending, then run again; or migrate what the template makes.`;
  if (isControl(text, line))
    return `${text} stands in one line with other text, so which lines it is about can't be told: the access rules that it could affect stay as they are. Write it in a line of its own, then run again; or migrate what the template makes.`;
  if (LEAVING.test(text))
    return `Which of the lines behind ${text} are left out can't be told: the access rules that it could affect stay as they are. Put tags around these lines instead, then run again; or migrate what the template makes.`;
  if (line.node.name.value.startsWith(`<${text}`))
    return `${text} is the name of a section, so which requests it is for is not known: the access rules that it could affect stay as they are. Write a section for each name, each in a choice of its own, then run again; or migrate what the template makes.`;
  const value = placeholderNames(text).at(-1) ?? text;
  const lines = `${inShort(text)} stands for whole lines, or for the name of a directive. Access rules of 2.2 in it would not work beside Require lines, so those that it could affect stay as they are.`;
  const known = kind === 'value' ? ` ${giveValue(text)}` : '';
  // Nobody gives a whole program as a name.
  if (value.includes('\n')) return `${lines} Migrate what it becomes.`;
  return `${lines}${known} If it holds no access rules, say so (${assume(value, 'lines')}); else migrate what it becomes.`;
}

function ruleMessage(line: OpenLine['line'], { kind, text }: Placeholder): string {
  if (kind === 'value')
    return `${text} has no value here, so what \`${textOf(line)}\` says is not known: the rules of this section can't be written as Require. ${giveValue(text)}${orKind(line, text)}`;
  const value = `What ${text} stands for in \`${textOf(line)}\` is not known`;
  return line.type === 'occurrence' && line.on24 === 'no'
    ? `${value}, nor whether 2.4 lets in the same people, by the lines that it reads instead: all stay as they are. ${sayKind(line, text)}igrate what the template makes, or compare the branches by hand.`
    : `${value}: the access rules of this section stay as they are, for mod_access_compat, which merges sections differently than 2.2. ${sayKind(line, text)}igrate what the template makes, or write these lines by hand.`;
}

function joinedMessage(line: OpenLine['line'], { text }: Placeholder): string {
  return `${text} takes away what parts it from the text behind it, which so belongs to \`${textOf(line)}\`: the access rules of this section stay as they are, for mod_access_compat, which merges sections differently than 2.2. Part them, with a blank line or a tag without a dash, migrate what the template makes, or write these lines by hand.`;
}

function nameMessage(line: OpenLine['line'], { text }: Placeholder): string {
  return `${text} has no value here. \`${textOf(line)}\` is converted as if it were the name of one variable; with blanks or a ! in it the result lets in others than before. ${giveValue(text)}`;
}

function addressMessage(line: OpenLine['line'], { text }: Placeholder): string {
  return `${text} has no value here. \`${textOf(line)}\` is converted as an address: if the server has no value either, 2.2 took the word for a host name that matches nobody, and 2.4 does not start with it. ${giveValue(text)}`;
}

function sayKind(line: OpenLine['line'], text: string): string {
  const { file } = line;
  const value = placeholderNames(tagPuttingIn(line, text)).at(-1) ?? text;
  if (file.document.engine === 'auto' && chooses(text))
    return "If the template is Jinja2's, say so (--template jinja), else m";
  return isListed(line) && /^[\w.:@$-][^\s]*$/.test(value)
    ? `Say what it holds (${isPartOfName(text, textOf(line)) ? assume(value, 'hosts') : `${assume(value, 'addresses')}, hosts or addresses-or-all`}), m`
    : 'M';
}

/** Whether it stands for names and addresses, and not for the `from` before them. */
function isListed(line: OpenLine['line']): boolean {
  return line.type === 'occurrence' && /^(?:allow|deny)\s+from\s/i.test(wholeText(line));
}

/** Of a tag that begins a loop within the line the first one in it that puts something in. */
function tagPuttingIn(line: OpenLine['line'], text: string): string {
  const { engine } = line.file.document;
  if (line.type !== 'occurrence' || findTags(text, engine)[0]?.effect.type !== 'open') return text;
  const [, behind = ''] = wholeText(line).split(text);
  const tag = findTags(behind, engine).find(({ effect }) => effect.type === 'value');
  return tag === undefined ? text : behind.slice(tag.span.start, tag.span.end);
}

/** `{{ host }}.example.com`, `.{{ domain }}`. */
function isPartOfName(text: string, line: string): boolean {
  const [before = '', behind = ''] = line.split(text);
  return /^\.[a-z]/i.test(behind) || /(?:^|[\sa-z_-])\.$/i.test(before);
}

/** The tag of a loop with which the line begins, and which it ends. */
function loopWithin(line: Occurrence): string | null {
  const text = wholeText(line);
  const [first, ...more] = findTags(text, line.file.document.engine);
  if (first?.span.start !== 0 || first.effect.type !== 'open' || first.effect.kind !== 'loop') return null;
  return more.some(({ effect }) => effect.type === 'close') ? text.slice(0, first.span.end) : null;
}

/** Whether it is a tag that begins or ends something, and puts nothing out. */
function isControl(text: string, { file, node }: Occurrence): boolean {
  if (isHeldBlock(node.name.value)) return false;
  const [tag] = findTags(text, file.document.engine);
  return tag !== undefined && tag.effect.type !== 'value';
}

/** Code that leaves a loop, or the text. */
const LEAVING =
  /^(?:<[%?](?:php\b)?|\{%)[-_\s]*(?:if\s*\([^'"\n]*\)\s*)?(?:break|continue|next|return|exit)\b/;

/** The tag in one line, from its beginning to its end. */
function inShort(tag: string): string {
  const line = tag.replace(/\s+/g, ' ');
  return tag.includes('\n') && line.length > LONG ? `${line.slice(0, LONG)} ... ${tag.slice(-2)}` : line;
}

const LONG = 60;

/** `{{ nets | default('all') }}` in a file whose name says nothing of Jinja2, which alone it tells what is put in. */
function chooses(text: string): boolean {
  return findTags(text, 'jinja').some(({ effect }) => effect.type === 'value' && effect.value !== undefined);
}

function assume(value: string, kind: AssumedKind): string {
  return shellWords(['--assume', `${value}=${kind}`]);
}

function orKind(line: OpenLine['line'], text: string): string {
  const value = placeholderNames(text).at(-1) ?? text;
  return isListed(line)
    ? ` Or say what it holds: ${assume(value, 'addresses')}, hosts or addresses-or-all.`
    : '';
}

function giveValue(text: string): string {
  const given = shellWords(['--env', `${text.slice(2, -1)}=VALUE`]);
  return `Say what the server has: ${given} or --env-file FILE (this program's own environment is not asked).`;
}

/** The line as a message quotes it. */
function textOf(line: OpenLine['line']): string {
  return inPart(line.type === 'occurrence' ? wholeText(line).replace(/\s+/g, ' ').trim() : titleOf(line));
}

function wholeText(line: Occurrence): string {
  return `${line.node.name.value} ${writtenText(line)}`;
}
