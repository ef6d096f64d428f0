import type { Assumptions, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import {
  isFilledIn,
  isRequireOf24,
  linesNamed,
  placeholdersIn,
  scopesAround,
  scopesOf,
} from '../../model/index.ts';
import { directive22 } from '../../catalog/index.ts';
import { flatMap, rememberWeakly } from '../../text/index.ts';
import { endsInTrimmingTag } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { readPutIn } from '../policy/index.ts';
import type { PutIn } from '../policy/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { writtenGuards } from '../sections/either-values.ts';
import { hostLineError } from '../sections/misspelt-line.ts';
import type { MadeLine } from '../unread/whole-lines.ts';
import { unsureGuardAmong } from '../unread/unsure-guards.ts';
import { strangeSection, wholeLine, wholeLines } from '../unread/whole-lines.ts';
import { requireText } from '../sections/require-text.ts';
import type { AccessContainer, AccessLine, AccessSection } from '../sections/types.ts';
import { flatLines, isContainer } from '../sections/types.ts';
import { canBeLive } from '../sections/worlds.ts';
import { WrittenLine } from '../sections/written-line.ts';
import { rememberPerForm } from './form.ts';

/** A line of a section's access rules in which something stands that nobody knows. */
export interface OpenLine {
  readonly line: Occurrence | Scope;
  readonly placeholder: Placeholder;
  /**
   * `name`: it stands where a variable of the request is named, and is taken for one such name. `address`: it is a part of an address, and
   * taken to have a value.
   */
  readonly role: 'rule' | 'name' | 'address';
  /** It joins what stands behind it to the line, whatever is put in. */
  readonly joins?: true;
  /** Only 2.4 knows it, and the tags around it do not say that 2.2 never reads it. */
  readonly isOf24?: true;
  /** As it is written, what may let one of the versions alone read it. */
  readonly guard?: string;
}

/** The open lines of all sections that count, in reading order. */
export function openLines(model: ServerModel): readonly OpenLine[] {
  const found = flatMap([...openBySection(model).values()], (open) => open);
  return [...new Map(found.map((open) => [open.line.node, open])).values()];
}

/** Those of the model's sections for which no Require lines are right. */
export function openSections(model: ServerModel): ReadonlySet<AccessSection> {
  const open = [...openBySection(model)].filter(([, lines]) => lines.some(({ role }) => role === 'rule'));
  return new Set(open.map(([section]) => section));
}

/** Those of them of which all that is not known is whether 2.2 reads lines that only 2.4 knows. */
export function unsureSections(model: ServerModel): ReadonlySet<AccessSection> {
  const open = [...openSections(model)];
  const isUnsure = ({ role, isOf24 }: OpenLine): boolean => role !== 'rule' || isOf24 === true;
  return new Set(open.filter((section) => openBySection(model).get(section)?.every(isUnsure)));
}

/** Whether all that is not known of some of the model's sections is whom some words of Allow and Deny match. */
export function hasOpenWordsOnly(sections: readonly AccessSection[], model: ServerModel): boolean {
  const open = openBySection(model);
  const rules = flatMap(sections, (section) => open.get(section) ?? NONE).filter(
    ({ role }) => role === 'rule',
  );
  return rules.every(({ line }) => line.type === 'occurrence' && /^(?:allow|deny)$/.test(line.name));
}

const NONE: readonly OpenLine[] = [];

/** Of the sections that count, those with open lines: few have any. */
const openBySection = rememberWeakly(
  (model: ServerModel): ReadonlyMap<AccessSection, readonly OpenLine[]> => {
    const { sections, worlds } = analysisOf(model);
    const [world] = worlds ?? [];
    const made = linesBetweenSections(model);
    const holders = scopesThatMayHoldOpen(model);
    const found = new Map<AccessSection, readonly OpenLine[]>();
    for (const section of sections) {
      const lines = linesOf(section);
      if (lines.length === 0) continue;
      // Asked of one of all sections that say the same: an engine finds the same in equal lines, but for m4 (`WrittenLine.fixedText`).
      const mayBeOpen = world === undefined || saysOpen(section, world);
      const open = mayBeOpen ? openAmong(lines, model) : NONE;
      // What a template puts between its lines, and Limits, belong to its rules, too.
      const around = holders.has(section.scope) ? openAround(section.scope, model.assumptions) : NONE;
      const beside = made.length === 0 ? NONE : linesBeside(section, made).map(ruleOf);
      const unsure = model.readBy === '2.2' ? [...flatMap(lines, unsureLine), ...lineOfEither(lines)] : NONE;
      if (open.length + around.length + beside.length + unsure.length > 0)
        found.set(section, [...open, ...around, ...beside, ...unsure]);
    }
    return found;
  },
);

/** Whether one of its lines is open, read or not, in some kind of model. */
const saysOpen = rememberPerForm(({ entries }) =>
  flatLines(entries).some((line) => !isFixed(line) && openLine(line, ANY_MODEL).length > 0),
);

const ANY_MODEL: ReadAs = { kind: 'server', readBy: '2.2' };

/** What of a model counts for one of its lines. */
type ReadAs = Pick<ServerModel, 'kind' | 'readBy'>;

function openAmong(lines: readonly AccessLine[], model: ReadAs): OpenLine[] {
  const open = flatMap(lines, (line) => (isFixed(line) ? NONE : openLine(line, model)));
  if (open.length === 0) return open;
  const isVoid = voidLists(lines);
  return open.filter(({ line }) => !isVoid(line.name));
}

/** Most lines: nothing can stand in them that is not what it is. */
function isFixed(line: AccessLine): boolean {
  if (isRefused(line)) return false;
  const { engine } = line.occurrence.file.document;
  if (engine !== 'none' && isHostLine(line) && line.args.length < 2) return false;
  const text = line instanceof WrittenLine ? line.fixedText : null;
  return text !== null && (engine === 'none' || !MAYBE_OPEN.test(text));
}

function isHostLine({ name }: AccessLine): boolean {
  return name === 'allow' || name === 'deny';
}

/**
 * Whether no 2.2 starts with the line: nobody was served by it, and what its author or a build tool makes of it is not known. Of a .htaccess file
 * such a line answers 500, and is no unknown.
 */
function isRefused({ name, occurrence }: AccessLine): boolean {
  const isOrder = name === 'order' || name === 'satisfy';
  return isOrder && occurrence.file.role !== 'htaccess' && hostLineError(occurrence, '2.2') !== null;
}

/**
 * What there is, beside what variables and templates begin with, in each word that an engine may put something in: marks (`[NET]`,
 * `##NET##`), names in capitals (`MY_NET`, `__NET__`), calls, what no address has (`&`).
 */
const MAYBE_OPEN = /[[\]!#&~:?^\u00ab_()]|\s[=+]/;

function linesOf({ entries }: AccessSection): readonly AccessLine[] {
  if (entries.every(isPlain)) return entries;
  return flatLines(entries).filter(({ guards }) => canBeLive(guards, '2.2') || canBeLive(guards, '2.4'));
}

/** What 2.2 makes of a Require line that only 2.4 knows (500, or nobody is let in) is not what the author of a branch wants of either server. */
function unsureLine({ guards, occurrence }: AccessLine): readonly OpenLine[] {
  const asking = guards.find(({ kind }) => kind === 'template');
  if (asking === undefined || !canBeLive(guards, '2.2') || !canBeLive(guards, '2.4')) return NONE;
  const isOf24 = isRequireOf24(occurrence) || /^require(?:all|any|none)$/.test(occurrence.scope.name);
  const placeholder = { kind: 'template', text: asking.node.open.name.value } as const;
  return isOf24 ? [{ line: occurrence, placeholder, role: 'rule', isOf24 }] : NONE;
}

/** The first of some lines of which it depends on a value which versions read it. */
function lineOfEither(lines: readonly AccessLine[]): readonly OpenLine[] {
  for (const { guards, occurrence } of lines) {
    const guard = unsureGuardAmong(guards);
    if (guard !== null)
      return [{ line: occurrence, placeholder: guard.placeholder, role: 'rule', guard: guard.text }];
  }
  return NONE;
}

/** A line that stands in no container, and that each server reads. */
function isPlain(entry: AccessLine | AccessContainer): entry is AccessLine {
  return !isContainer(entry) && entry.guards.length === 0;
}

/**
 * What a template puts in between sections, or in one without access rules, may be a section that is merged before this one or after it: under
 * 2.4 mod_access_compat would obey the one, and mod_authz_core the other.
 */
function linesBeside({ server }: AccessSection, made: readonly MadeLine[]): readonly MadeLine[] {
  return made.filter(({ line }) => {
    const around = placeOf(line).server;
    return around === server || [around, server].some(({ kind }) => kind === 'server');
  });
}

function linesBetweenSections(model: ServerModel): readonly MadeLine[] {
  const made = wholeLines(model);
  if (made.length === 0) return [];
  const sections = analysisOf(model).sections.filter(({ entries }) => entries.length > 0);
  const within = new Set(sections.map(({ scope }) => scope));
  return made.filter(({ line }) => !scopesAround(placeOf(line)).some((one) => within.has(one)));
}

function placeOf(line: MadeLine['line']): Scope {
  return line.type === 'scope' ? line : line.scope;
}

function ruleOf({ line, placeholder }: MadeLine): OpenLine {
  return { line, placeholder, role: 'rule' };
}

/**
 * Which of the lists of Allow and Deny say the same whatever their open words are: `all` stands among the others, or the other list
 * decides. Not in a .htaccess file, where a word that the server does not take is a 500.
 */
function voidLists(lines: readonly AccessLine[]): (name: string) => boolean {
  if (lines.some(({ occurrence }) => occurrence.file.role === 'htaccess')) return () => false;
  const isForAll = ({ limits, guards, occurrence }: AccessLine) =>
    limits.length === 0 && occurrence.guards.length === 0 && writtenGuards(guards).length === guards.length;
  const hasAll = (name: string) =>
    lines.some(
      (line) =>
        line.name === name &&
        isForAll(line) &&
        line.args.slice(1).some((word) => word.toLowerCase() === 'all'),
    );
  const orders = lines.filter(({ name }) => name === 'order');
  const [order = 'deny,allow', ...more] = new Set(orders.map(({ args }) => args.join().toLowerCase()));
  const isOneOrder = more.length === 0 && orders.every(isForAll);
  const decisive = !isOneOrder ? null : order === 'deny,allow' ? 'allow' : 'deny';
  const isDecided = decisive !== null && hasAll(decisive);
  return (name) => (name === 'allow' || name === 'deny') && (isDecided || hasAll(name));
}

/** Auth directives whose value is no text that both servers take alike. */
const SWITCHES = /^auth(?:type|merging|z?sendforbiddenonfailure|\w*authoritative)$/;

function openLine(written: AccessLine, { kind, readBy }: ReadAs): OpenLine[] {
  const { name, args, occurrence } = written;
  const isHosts = isHostLine(written);
  const joined = tagThatJoins(occurrence);
  if (joined !== null) return [{ line: occurrence, placeholder: joined, role: 'rule', joins: true }];
  const placeholder = isHosts
    ? openWordIn(args, occurrence)
    : (placeholdersIn(requireText(occurrence), occurrence)[0] ?? null);
  if (placeholder === null && isHosts && args.length < 2) return lineWithoutWords(occurrence);
  if (placeholder === null && readBy === '2.2' && isRefused(written)) {
    const text = args.join(' ');
    return [{ line: occurrence, placeholder: { kind: 'template', text }, role: 'rule' }];
  }
  if (placeholder === null) return isHosts && kind === 'server' ? openAddress(args, occurrence) : [];
  const rule: OpenLine = { line: occurrence, placeholder, role: 'rule' };
  switch (name) {
    case 'allow':
    case 'deny':
      // A whole server would be refused else; of a part the rules stay, and nothing is lost.
      return [isName(args, occurrence) && kind === 'server' ? { ...rule, role: 'name' } : rule];
    case 'require':
      return isFilledIn(args[0] ?? '', occurrence) ? [rule] : [];
    case 'allowoverride':
    case 'allowoverridelist':
      return kind === 'fragment' ? [] : [rule];
    default:
      return name.startsWith('auth') && !SWITCHES.test(name) ? [] : [rule];
  }
}

/** `Allow from <% x %>`: no server starts with nothing behind `from`, so the tag is no comment. */
function lineWithoutWords(line: Occurrence): OpenLine[] {
  const { source, document } = line.file;
  const { start } = line.node.span;
  const end = source.text.indexOf('\n', line.node.span.end - 1);
  const tag = document.tags.find(({ span }) => span.start >= start && (end === -1 || span.end <= end));
  if (tag === undefined) return [];
  const text = source.text.slice(tag.span.start, tag.span.end);
  return [{ line, placeholder: { kind: 'template', text }, role: 'rule' }];
}

const BRACKETS = ['<%', '<?', '{{', '{%', '[%'];

/** Of EPP: a word that the blanks beside a tag part from its value, which go with the tag. */
const JOINED_WORDS = /<%=(?:(?!%>)[^])*-%>(?=[ \t]+\S)/;

/** `<%= x -%>` at the end of a line: the next line, if it is not blank, belongs to this one. */
function tagThatJoins({ file, node }: Occurrence): Placeholder | null {
  const { text } = file.source;
  if (file.document.engine === 'none') return null;
  const written = text.slice(node.span.start, node.span.end).trimEnd();
  const joined = file.document.engine === 'epp' ? JOINED_WORDS.exec(written)?.[0] : undefined;
  if (joined !== undefined) return { kind: 'template', text: joined.trim() };
  const lines = written.split('\n');
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(text.slice(node.span.end, node.span.end + 200));
  const joining = (isLast ? lines.slice(0, -1) : lines).map((line) => line.trimEnd()).find(endsInTrimmingTag);
  return joining === undefined
    ? null
    : {
        kind: 'template',
        text: joining.slice(Math.max(0, ...BRACKETS.map((each) => joining.lastIndexOf(each)))),
      };
}

/** A word of which nothing is known, else one that names a variable. */
function openWordIn(words: readonly string[], line: Occurrence): Placeholder | null {
  const marked = markedWord(words);
  if (marked !== null) return { kind: 'template', text: marked };
  const open = words.map(readPutIn).find((word) => word?.provider === 'open');
  if (open === undefined || open === null) return placeholdersIn(words.join(' '), line)[0] ?? null;
  return placeholdersIn(open.text, line)[0] ?? { kind: 'template', text: open.text };
}

/**
 * `[NET]`, `!NET!`, `##NET##`, `[[+net]]/24`, `((net))`, `[=` of `[= net =]`: a name between marks, in the way of many a build script, or
 * of an engine that is not known. No host is called so, and of addresses only those of IPv6 stand in brackets.
 */
const MARKED =
  /^(?:([!#~|:?^\u00ab=+]{1,3})[A-Za-z_][\w.-]*(?:\1|\u00bb)$|(?!env=|\[[\da-f:.]+\])[^'"]*[[\]()])/i;

/** Behind a `#` by itself words are a comment, as its author thinks. */
function markedWord(words: readonly string[]): string | null {
  const comment = words.findIndex((word) => /^#+$/.test(word));
  const uncommented = comment === -1 ? words : words.slice(0, comment);
  return uncommented.find((word) => MARKED.test(word)) ?? null;
}

/** `10.0.0.${NET}`: where the variable has no value 2.2 takes the word for a host name that nobody has, and 2.4 does not start with it. */
function openAddress(words: readonly string[], line: Occurrence): OpenLine[] {
  const isBegun = (word: PutIn | null): word is PutIn =>
    word?.provider === 'ip' && /^\d{1,3}\.[^/]*$/.test(word.text);
  const begun = words.map(readPutIn).filter(isBegun);
  const placeholder = flatMap(begun, ({ text }) => placeholdersIn(text, line)).find(
    ({ kind }) => kind === 'value',
  );
  return placeholder === undefined ? [] : [{ line, placeholder, role: 'address' }];
}

/** `Allow {{ from }}` may say anything. */
function isName([from = '', ...words]: readonly string[], line: Occurrence): boolean {
  if (isFilledIn(from, line) || words.some((word) => readPutIn(word)?.provider === 'open')) return false;
  const open = words.filter((word) => isFilledIn(word, line));
  return open.length > 0 && open.every((word) => namesVariable(word, line));
}

/** `env=${NAME}`. What a template puts there may be more than a name. */
function namesVariable(word: string, line: Occurrence): boolean {
  return /^env=!?/i.test(word) && placeholdersIn(word, line).every(({ kind }) => kind === 'value');
}

/** The scopes with Limits, with lines that 2.2 does not know, and with sections of no kind in them: `openAround` finds nothing in others. */
function scopesThatMayHoldOpen(model: ServerModel): ReadonlySet<Scope | null> {
  const unknown = linesNamed(model, (name) => directive22(name) === null).map(({ scope }) => scope);
  const sections = scopesOf(model, 'limit', 'limitexcept', 'other').map(({ parent }) => parent);
  return new Set([...unknown, ...sections]);
}

function openAround({ items }: Scope, assumptions: Assumptions): OpenLine[] {
  return flatMap(items, (item): readonly OpenLine[] => {
    if (item.type === 'occurrence') {
      const made = wholeLine(item, assumptions);
      return made === null ? NONE : [ruleOf(made)];
    }
    const isMethods = item.kind.startsWith('limit');
    const [placeholder] = isMethods ? placeholdersIn(item.args.join(' '), item) : [];
    const own: OpenLine[] = placeholder === undefined ? [] : [{ line: item, placeholder, role: 'rule' }];
    const strange = strangeSection(item);
    if (strange !== null) return [ruleOf(strange)];
    return isMethods || item.kind === 'other' ? [...own, ...openAround(item, assumptions)] : own;
  });
}
