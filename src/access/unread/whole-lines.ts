import type { Assumptions, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { directive22 } from '../../catalog/index.ts';
import { linesNamed, placeholdersIn, scopesOf } from '../../model/index.ts';
import { findTags, isHeldBlock, placeholderNames, useOfBlock } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { isControlWord, isHashLine, isMacro, isStrangeSection, mayBeStrange } from './strange-lines.ts';
import { canBeLive } from '../sections/worlds.ts';

/** A line, or a section, that something else makes, name and all: it may become any number of lines, with sections in them. */
export interface MadeLine {
  readonly line: Occurrence | Scope;
  readonly placeholder: Placeholder;
}

/** All such lines that may hold access rules. */
export function wholeLines(model: ServerModel): MadeLine[] {
  const hasMacros = [...model.files.values()].some(({ document }) => document.engine === 'm4');
  const lines = linesNamed(model, (name) => hasMacros || mayBePlaceholder(name))
    .filter(({ guards }) => canBeLive(guards, '2.2') || canBeLive(guards, '2.4'))
    .flatMap((line) => wholeLine(line, model.assumptions) ?? []);
  return [...lines, ...scopesOf(model, 'other').flatMap((scope) => strangeSection(scope) ?? [])];
}

/** Null of sections that some server reads, and of those without access rules in them. */
export function strangeSection(section: Scope): MadeLine | null {
  if (!isStrangeSection(section) || section.node === null) return null;
  const { start, end } = section.node.open.span;
  const text = section.file.source.text.slice(start, end).trim();
  return { line: section, placeholder: { kind: 'template', text } };
}

/** Null of lines that are written out, and of those that are known to hold no access rules. */
export function wholeLine(line: Occurrence, assumptions: Assumptions): MadeLine | null {
  if (directive22(line.name) !== null) return null;
  if (isHashLine(line)) return lineOfHash(line);
  const [first] = placeholdersIn(line.node.name.value, line);
  if (first === undefined) {
    const isMade = isControlWord(line) || (isMacro(line) && !isKnown(line.node.name.value, assumptions));
    return isMade ? { line, placeholder: writtenOut(line) } : null;
  }
  const text = withoutControls(line);
  const use = useOfBlock(text);
  if (use === 'called') return null;
  if ((use === 'run' || use === 'changed') && !maySayWhoGetsIn(text)) return null;
  const [open] = text === '' ? [] : placeholdersIn(text, line);
  if (open === undefined || !text.startsWith(open.text)) {
    // What a choice puts before the rest may not be there: `{% if shut %}#{% endif %}Allow from all`.
    const rest = withoutBlocks(line);
    return isHarmless(text) && (rest === '' || isHarmless(rest))
      ? null
      : { line, placeholder: open ?? first };
  }
  return isKnown(open.text, assumptions) ? null : { line, placeholder: open };
}

/** Whether it is a block that is one tag, with access rules in it. */
export function holdsRules({ node }: Occurrence): boolean {
  const written = node.name.value;
  return isHeldBlock(written) && maySayWhoGetsIn(written);
}

/** A line that is a comment for a server, and none for what makes the file. */
function lineOfHash(line: Occurrence): MadeLine | null {
  const written = line.node.name.value;
  if (useOfBlock(written) === 'run' && !maySayWhoGetsIn(written)) return null;
  const [text = ''] = /^.*/.exec(written) ?? [];
  return { line, placeholder: { kind: 'template', text } };
}

function writtenOut({ node }: Occurrence): Placeholder {
  return { kind: 'template', text: node.name.value };
}

/** `<% each do |name| %><%= "ServerAlias #{name}" %><% end %>`: what is put out, in one round. */
function withoutControls({ file, node }: Occurrence): string {
  const written = file.source.text.slice(node.span.start, node.span.end);
  const kept = findTags(written, file.document.engine).reduceRight(
    (text, { span: { start, end }, effect: { type } }) =>
      type === 'value' ? text : text.slice(0, start) + text.slice(end),
    written,
  );
  return kept.trim();
}

/** What is put out where no choice and no loop puts anything out. */
function withoutBlocks({ file, node }: Occurrence): string {
  const written = file.source.text.slice(node.span.start, node.span.end);
  let depth = 0;
  let behind = 0;
  const kept: string[] = [];
  for (const { span, effect } of findTags(written, file.document.engine)) {
    if (effect.type === 'value') continue;
    if (depth === 0) kept.push(written.slice(behind, span.start));
    if (effect.type === 'open') depth++;
    if (effect.type === 'close') depth--;
    behind = span.end;
  }
  if (depth === 0) kept.push(written.slice(behind));
  return kept.join('').trim();
}

function isKnown(written: string, assumptions: Assumptions): boolean {
  const names = placeholderNames(written);
  const [, , literal = ''] = LITERAL.exec(names[0] ?? '') ?? [];
  return (
    COMMENT.test(written) || isHarmless(literal) || names.some((name) => assumptions.get(name) === 'lines')
  );
}

/** Of Ruby, Puppet and the others: `"ServerAlias #{names}\n"`, one line. */
const LITERAL = /^(["'])((?:(?!\1)[^\\]|\\(?!n))*)(?:\\n)*\1$/;

/** Lines that neither say who gets in nor where addresses lead, whatever their arguments are. */
function isHarmless(text: string): boolean {
  return HARMLESS.test(text.trimStart());
}

const HARMLESS =
  /^(?:#|(?:server(?:alias|name|admin|signature|tokens)|listen|namevirtualhost|keepalive\w*|timeout|customlog|errorlog|transferlog|log(?:level|format)|header|requestheader|ssl(?:engine|protocol|ciphersuite|honorcipherorder|certificate\w*|cacertificate\w*|proxy\w*)|php_(?:admin_)?(?:value|flag)|expires\w*|add(?:type|charset|defaultcharset|encoding|language)|defaulttype|options|(?:max|min|start|threads)\w+)(?:\s|$))/i;

/** Whether a text may hold access rules, or the sections that they stand in. */
export function maySayWhoGetsIn(text: string): boolean {
  return HAS_SAY.test(text);
}

const HAS_SAY =
  /(?:^|[>}\]])[ \t]*(?:<\/?(?!if(?:module|define|version))[a-z]|order|allow|deny|satisfy|require|auth|accessfilename|include)/im;

/** Ansible's way to say who made a file: `{{ ansible_managed | comment }}`. */
const COMMENT = /\|\s*comment(?:\([^()]*\))?\s*[-+]?\}\}$/;

/** Of a name in lower case. */
function mayBePlaceholder(name: string): boolean {
  return /[$<{[#@%_(]/.test(name) || mayBeStrange(name);
}
