import { directive22, directive24, isForHtaccess } from '../../catalog/index.ts';
import type { DirectiveFacts } from '../../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { isLimit } from '../../model/index.ts';
import type { Node } from '../../syntax/index.ts';
import { BOM, rememberWeakly } from '../../text/index.ts';
import { isOfWindows } from '../folders/paths.ts';
import type { KnownDirectives } from './known-directives.ts';
import { knownDirectives } from './known-directives.ts';
import type { KnownMethods } from './limit-error.ts';
import { knownMethods, limitError24 } from './limit-error.ts';
import { isFilledInLater } from './require-text.ts';
import { argumentsError } from '../commands/argument-counts.ts';
import { sectionError } from '../commands/section-words.ts';
import { uncompiledPattern } from '../commands/uncompiled-patterns.ts';
import { wordsError } from '../commands/words-error.ts';
import type { Version } from './worlds.ts';
import { writtenName } from './written-line.ts';

/** A line of a .htaccess file for which a server answers 500 to all below it, whatever AllowOverride permits. */
export interface RefusingLine {
  readonly line: Occurrence | Scope;
  /** The line itself, or a guard around it that the server does not know; null for a file without any. */
  readonly node: Node | null;
  /** As the server puts it. */
  readonly message: string;
  /** Inside of which it stands; one that the server does not know is none of them. */
  readonly guards: readonly Guard[];
}

/** By the version of the server. */
export type RefusingLines = Readonly<Record<Version, readonly RefusingLine[]>>;

/** Those of a whole .htaccess file, lines about hosts (`misspeltLine`) apart. */
export function refusingLines(scope: Scope, model: ServerModel): RefusingLines {
  const knowledge = knowledgeOf(model);
  const { known22 } = knowledge;
  const mark = behindMark(scope, model);
  const marked = mark === null ? [] : [{ ...mark, node: mark.line.node, guards: [] }];
  const own22 = known22 === null ? [] : refusingIn(scope, [], (item) => error22(item, known22));
  return {
    '2.2': known22 === null ? marked : [...marked, ...refusedGuards(scope, []), ...own22],
    '2.4': [...marked, ...refusingIn(scope, [], (item) => error24(item, knowledge))],
  };
}

/**
 * The bytes of a byte order mark belong to the name of the first directive, or to the number sign of a comment: no server knows that, except on
 * Windows, where it reads past them (`ap_pcfg_openfile`, server/util.c).
 */
export function behindMark(
  scope: Scope,
  model: ServerModel,
): { readonly line: Occurrence | Scope; readonly message: string } | null {
  if (!scope.file.source.text.startsWith(BOM) || isOfWindows(model)) return null;
  const [line = scope] = scope.items;
  return { line, message: `Invalid command with a byte order mark before it: '${writtenName(line)}'` };
}

interface Knowledge {
  readonly methods: KnownMethods;
  /** Null: which server reads the files is not known. */
  readonly known22: KnownDirectives | null;
  readonly known24: KnownDirectives;
}

const knowledgeOf = rememberWeakly((model: ServerModel): Knowledge => {
  const known24 = knownDirectives(model, '2.4');
  const hasDav = known24.hasOneOf(['dav_module']);
  const known22 = model.kind === 'server' ? knownDirectives(model, '2.2') : null;
  return { methods: knownMethods(model, hasDav), known22, known24 };
});

/** Null: the server takes it. `isWhole`: what stands inside is not looked at. */
type Judge = (item: Occurrence | Scope) => { readonly message: string; readonly isWhole: boolean } | null;

function refusingIn(scope: Scope, around: readonly Guard[], judge: Judge): RefusingLine[] {
  return scope.items.flatMap((item) => {
    const guards = [...around, ...item.guards];
    const error = judge(item);
    const own =
      error === null ? [] : [{ line: item, node: item.node ?? null, message: error.message, guards }];
    const isOpen = item.type === 'scope' && error?.isWhole !== true;
    return [...own, ...(isOpen ? refusingIn(item, guards, judge) : [])];
  });
}

/** Guards that 2.2 does not take; 2.4 takes them out while it reads, so that the model has them for lines only. */
export function refusedGuards(scope: Scope, around: readonly Guard[]): RefusingLine[] {
  return scope.items.flatMap((line) => {
    const guards = [...around, ...line.guards];
    const at = guards.findIndex((guard) => guardError22(guard) !== null);
    const odd = guards[at];
    if (odd !== undefined) {
      return [{ line, node: odd.node, message: guardError22(odd) ?? '', guards: guards.slice(0, at) }];
    }
    return line.type === 'scope' ? refusedGuards(line, guards) : [];
  });
}

const GUARDS_OF_24: ReadonlySet<string> = new Set(['iffile', 'ifdirective', 'ifsection']);

/** 2.2 splits the words of IfModule and IfDefine before it looks for the bracket: quotes and blanks leave it as one word more (AP_INIT_TAKE1, server/core.c). */
function guardError22({ kind, node: { open }, file }: Guard): string | null {
  const name = `<${open.name.value}`;
  if (GUARDS_OF_24.has(kind)) return invalidCommand(name);
  if (kind !== 'ifmodule' && kind !== 'ifdefine') return null;
  const words = file.source.text.slice(open.name.span.end, open.span.end).replace(/\\\r?\n/g, ' ');
  return /^\s*(?:["']|\S+\s+\S)/.test(words) ? `${name} takes one argument` : null;
}

function error22(item: Occurrence | Scope, known: KnownDirectives): ReturnType<Judge> {
  const name = item.type === 'scope' ? `<${item.name}` : item.name;
  if (isFilledIn(item)) return null;
  if (!isKnownTo22(name, known)) return { message: invalidCommand(writtenName(item)), isWhole: true };
  if (item.type === 'scope') return misplaced(item) ?? misspeltSection(item);
  const facts = directive22(name);
  if (isNeverPermitted(facts)) return { message: `${writtenName(item)} not allowed here`, isWhole: true };
  const message =
    argumentsError(item, facts?.argumentKind ?? null, '2.2') ??
    limitedError22(item) ??
    wordsError(item, '2.2', true) ??
    uncompiledPattern(item);
  return message === null ? null : { message, isWhole: true };
}

/** What .htaccess files may say, but 2.2 not in a Limit: it asks for NOT_IN_LIMIT in server/core.c. 2.4 takes it there. */
const NOT_IN_LIMIT: ReadonlySet<string> = new Set([
  'adddefaultcharset',
  'contentdigest',
  'enablemmap',
  'enablesendfile',
  'errordocument',
  'limitrequestbody',
  'limitxmlrequestbody',
  'serversignature',
]);

function limitedError22(item: Occurrence): string | null {
  if (!isLimit(item.scope) || !NOT_IN_LIMIT.has(item.name)) return null;
  return `${writtenName(item)} cannot occur within <Limit> section`;
}

/** A section that only the configuration itself may have, in either version (`<Directory>`, `<Location>`, `<VirtualHost>`). */
function misplaced(item: Scope): ReturnType<Judge> {
  const places = directive22(`<${item.name}`)?.contexts ?? [];
  if (places.length === 0 || places.includes('.htaccess')) return null;
  return { message: `<${item.node?.open.name.value ?? item.name} not allowed here`, isWhole: true };
}

function misspeltSection(item: Scope): ReturnType<Judge> {
  const message = sectionError(item) ?? uncompiledPattern(item);
  return message === null ? null : { message, isWhole: true };
}

/** Whether it is known, and known not to be permitted whatever AllowOverride says. */
function isNeverPermitted(facts: DirectiveFacts | null): boolean {
  return facts !== null && !isForHtaccess(facts);
}

/** A template's line, which will be another. */
function isFilledIn(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && isFilledInLater(item);
}

/** What 2.4 has of its own is no other maker's, whatever else is loaded. */
export function isKnownTo22(name: string, known: KnownDirectives): boolean {
  return known.isKnown(name) && (known.facts(name) !== null || directive24(name) === null);
}

/** As far as it is no other module's matter: what no version of httpd knows or permits there, words that it does not take, Error, methods. */
function error24(item: Occurrence | Scope, { methods, known24 }: Knowledge): ReturnType<Judge> {
  const name = item.type === 'scope' ? `<${item.name}` : item.name;
  const facts = known24.facts(name);
  // What 2.2 permits there and 2.4 no longer has is taken out, or told of, by transforms.
  const isGone = facts === null && (directive22(name) === null || isNeverPermitted(directive22(name)));
  if (isGone && !known24.hasOthers) {
    return isFilledIn(item) ? null : { message: invalidCommand(writtenName(item)), isWhole: true };
  }
  if (item.type === 'scope') {
    const message = isLimit(item) ? limitError24(item, true, methods) : null;
    if (message !== null) return { message, isWhole: true };
    return misplaced(item) ?? misspeltSection(item);
  }
  if (item.name === 'error') return { message: item.args.join(' '), isWhole: true };
  if (isFilledIn(item)) return null;
  if (isNeverPermitted(facts)) return { message: `${writtenName(item)} not allowed here`, isWhole: true };
  const ofWords = facts === null ? null : (wordsError(item, '2.4', true) ?? uncompiledPattern(item));
  return ofWords === null ? null : { message: ofWords, isWhole: true };
}

function invalidCommand(name: string): string {
  return `Invalid command '${name}', perhaps misspelled or defined by a module not included in the server configuration`;
}
