import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { findPlaceholders, hasPlaceholder } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { readPutIn } from '../policy/index.ts';
import { analysisOf } from './analysis.ts';
import { requireText } from './require-text.ts';
import type { AccessLine, AccessSection } from './types.ts';
import { isContainer } from './types.ts';
import { canBeLive } from './worlds.ts';

/** A line of a section's access rules in which something stands that nobody knows. */
export interface OpenLine {
  readonly line: Occurrence | Scope;
  readonly placeholder: Placeholder;
  /** `name`: it stands where a variable of the request is named, and is taken for one such name. */
  readonly role: 'rule' | 'name';
}

/** The open lines of all sections that count, in reading order. */
export const openLines: (model: ServerModel) => readonly OpenLine[] = rememberWeakly((model) => {
  const found = analysisOf(model).sections.flatMap((section) => openLinesIn(section, model.kind));
  return [...new Map(found.map((open) => [open.line.node, open])).values()];
});

/** Those for which no Require lines are right. */
export function openSections(
  sections: readonly AccessSection[],
  { kind }: ServerModel,
): ReadonlySet<AccessSection> {
  const isOpen = (section: AccessSection): boolean =>
    openLinesIn(section, kind).some(({ role }) => role === 'rule');
  return new Set(sections.filter(isOpen));
}

/** Whether all that is not known of the sections is whom some words of Allow and Deny match. */
export function hasOpenWordsOnly(sections: Iterable<AccessSection>, { kind }: ServerModel): boolean {
  const rules = [...sections]
    .flatMap((section) => openLinesIn(section, kind))
    .filter(({ role }) => role === 'rule');
  return rules.every(({ line }) => line.type === 'occurrence' && /^(?:allow|deny)$/.test(line.name));
}

/** Of one section: what a template puts between its lines, and Limits, belong to its rules, too. */
export function openLinesIn(section: AccessSection, kind: ServerModel['kind']): OpenLine[] {
  const lines = linesOf(section);
  if (lines.length === 0) return [];
  const isVoid = voidLists(lines);
  const open = lines.flatMap((line) => (isVoid(line.name) ? [] : openLine(line, kind)));
  return [...open, ...openAround(section.scope)];
}

function linesOf({ entries }: AccessSection): AccessLine[] {
  const flat = (entry: (typeof entries)[number]): AccessLine[] =>
    isContainer(entry) ? entry.children.flatMap(flat) : [entry];
  return entries.flatMap(flat).filter(({ guards }) => canBeLive(guards, '2.2') || canBeLive(guards, '2.4'));
}

/**
 * Which of the lists of Allow and Deny say the same whatever their open words are: `all` stands among the others, or the other list
 * decides. Not in a .htaccess file, where a word that the server does not take is a 500.
 */
function voidLists(lines: readonly AccessLine[]): (name: string) => boolean {
  if (lines.some(({ occurrence }) => occurrence.file.role === 'htaccess')) return () => false;
  const isForAll = ({ limits, occurrence }: AccessLine) =>
    limits.length === 0 && occurrence.guards.length === 0;
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

function openLine({ name, args, occurrence }: AccessLine, kind: ServerModel['kind']): OpenLine[] {
  const isHosts = name === 'allow' || name === 'deny';
  const joined = tagThatJoins(occurrence);
  if (joined !== null) return [{ line: occurrence, placeholder: joined, role: 'rule' }];
  const placeholder = isHosts ? openWordIn(args) : (findPlaceholders(requireText(occurrence))[0] ?? null);
  if (placeholder === null) return [];
  const rule: OpenLine = { line: occurrence, placeholder, role: 'rule' };
  switch (name) {
    case 'allow':
    case 'deny':
      // A whole server would be refused else; of a part the rules stay, and nothing is lost.
      return [isName(args) && kind === 'server' ? { ...rule, role: 'name' } : rule];
    case 'require':
      return hasPlaceholder(args[0] ?? '') ? [rule] : [];
    case 'allowoverride':
    case 'allowoverridelist':
      return kind === 'fragment' ? [] : [rule];
    default:
      return name.startsWith('auth') && !SWITCHES.test(name) ? [] : [rule];
  }
}

/** `<%= x -%>` at the end of a line takes the line ending away: the next line, if it is not blank, belongs to this one. */
function tagThatJoins({ file, node }: Occurrence): Placeholder | null {
  const { text } = file.source;
  const line = text.slice(node.span.start, node.span.end).trimEnd();
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(text.slice(node.span.end, node.span.end + 200));
  return isLast || !/-(?:%>|[}%]\})$/.test(line.slice(-3))
    ? null
    : { kind: 'template', text: line.slice(Math.max(line.lastIndexOf('<%'), line.lastIndexOf('{{'), 0)) };
}

/** A word of which nothing is known, else one that names a variable. */
function openWordIn([, ...words]: readonly string[]): Placeholder | null {
  const open = words.map(readPutIn).find((word) => word?.provider === 'open');
  if (open === undefined || open === null) return findPlaceholders(words.join(' '))[0] ?? null;
  return findPlaceholders(open.text)[0] ?? { kind: 'template', text: open.text };
}

function isName([, ...words]: readonly string[]): boolean {
  if (words.some((word) => readPutIn(word)?.provider === 'open')) return false;
  const open = words.filter(hasPlaceholder);
  return open.length > 0 && open.every(namesVariable);
}

/** `env=${NAME}`. What a template puts there may be more than a name. */
function namesVariable(word: string): boolean {
  return /^env=!?/i.test(word) && findPlaceholders(word).every(({ kind }) => kind === 'value');
}

function openAround({ items }: Scope): OpenLine[] {
  return items.flatMap((item): OpenLine[] => {
    const isLimit = item.type === 'scope' && item.kind.startsWith('limit');
    const text =
      item.type === 'occurrence' ? (item.node?.name.value ?? '') : isLimit ? item.args.join(' ') : '';
    const [placeholder] = findPlaceholders(text);
    const own: OpenLine[] = placeholder === undefined ? [] : [{ line: item, placeholder, role: 'rule' }];
    return isLimit || (item.type === 'scope' && item.kind === 'other') ? [...own, ...openAround(item)] : own;
  });
}
