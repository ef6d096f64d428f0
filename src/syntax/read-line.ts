import type { Span } from '../text/index.ts';
import { missingBracket, notASection, textAfterBracket, unterminatedQuote } from './diagnostics.ts';
import type { LogicalLine, Dialect } from './logical-line.ts';
import { offsetBehind, offsetOf, readLogicalLine } from './logical-line.ts';
import type { CloseLine, Directive, OpenLine, SyntaxDiagnostic, Word } from './nodes.ts';
import { skipSpace, trimEnd } from './white-space.ts';
import type { RawWord } from './words.ts';
import { readWord, readWords, wordRulesOf } from './words.ts';

type Diagnostics = SyntaxDiagnostic[];

const SECTION = /^<[a-z]/i;
/** `<perl>$options</perl>`, as ISPMan's templates have it: to the server all of it is the name of a section, and no module has such a one. */
const IN_LINE_TAG = /^<\w+>(?=.)/;

/** A line that is neither blank nor a comment (ap_build_config_sub, server/config.c). */
export type CommandLine =
  Directive | ({ readonly type: 'open' } & OpenLine) | ({ readonly type: 'close' } & CloseLine);

/** What kind of line it is, and its words. The line is not empty and does not begin with `#`. */
export function readCommandLine(line: LogicalLine, span: Span, diagnostics: Diagnostics): CommandLine {
  const first = readWord(line.text, 0, line.text.length)!;
  noteOpenQuote(line, first, diagnostics);
  if (first.value.startsWith('</')) return readClose(line, first, span, diagnostics);
  const inLine = IN_LINE_TAG.exec(first.value)?.[0];
  if (SECTION.test(first.value) && inLine === undefined) return readOpen(line, first, span, diagnostics);
  if (first.value.startsWith('<'))
    diagnostics.push(notASection(toWord(line, first).span, inLine ?? first.value));
  const name: Word = { ...toWord(line, first), value: withoutBracket(first.value) };
  const words = readWords(line.text, first.end, line.text.length, wordRulesOf(name.value.toLowerCase()));
  return { type: 'directive', span, name, ...toArgs(line, name, words, line.text.length, diagnostics) };
}

function readOpen(line: LogicalLine, first: RawWord, span: Span, diagnostics: Diagnostics): CommandLine {
  const { text } = line;
  const name = sectionName(line, first, 1);
  const bracket = text.lastIndexOf('>');
  const inName = first.value !== withoutBracket(first.value);
  const restEnd = bracket >= first.end ? bracket : inName ? first.end : text.length;
  const words = readWords(text, first.end, restEnd);
  if (inName ? first.end < text.length : bracket < first.end) {
    const place = { start: span.start, end: line.contentEnd };
    if (inName) diagnostics.push(textAfterBracket(place, true));
    else diagnostics.push(missingBracket(place, `<${name.value}`, words.length > 0));
  } else if (bracket >= first.end && bracket < text.length - 1) {
    const place = { start: offsetOf(line, skipSpace(text, bracket + 1, text.length)), end: line.contentEnd };
    diagnostics.push(textAfterBracket(place, false));
  }
  return { type: 'open', span, name, ...toArgs(line, name, words, restEnd, diagnostics) };
}

function readClose(line: LogicalLine, first: RawWord, span: Span, diagnostics: Diagnostics): CommandLine {
  const name = sectionName(line, first, 2);
  const place = { start: offsetOf(line, 0), end: line.contentEnd };
  if (!first.value.endsWith('>')) diagnostics.push(missingBracket(place, `</${name.value}`, true));
  else if (first.end < line.text.length) diagnostics.push(textAfterBracket(place, false));
  return { type: 'close', span, name };
}

/** The name in a section's line: without the brackets, and without quotes (the server would take those, too). */
function sectionName(line: LogicalLine, first: RawWord, brackets: number): Word {
  const inner = first.value.slice(brackets);
  const value = inner.endsWith('>') ? inner.slice(0, -1) : inner;
  const closingQuote = first.quote !== '' && first.closed ? 1 : 0;
  const start = first.start + first.quote.length + brackets;
  const end = Math.max(start, first.end - closingQuote - (inner.length - value.length));
  return { span: { start: offsetOf(line, start), end: offsetBehind(line, end) }, value, quote: '' };
}

/** A `>` at the end of a line's first word is taken off, whatever the word (ap_build_config_sub). */
function withoutBracket(name: string): string {
  return name.endsWith('>') && name[1] !== '/' ? name.slice(0, -1) : name;
}

function toArgs(
  line: LogicalLine,
  name: Word,
  words: readonly RawWord[],
  end: number,
  diagnostics: Diagnostics,
): Pick<Directive, 'args' | 'argsSpan'> {
  const args = words.map((word) => toWord(line, word));
  for (const word of words) noteOpenQuote(line, word, diagnostics);
  const first = args[0];
  if (!first) return { args, argsSpan: { start: name.span.end, end: name.span.end } };
  const behind = offsetBehind(line, trimEnd(line.text, 0, end));
  return { args, argsSpan: { start: first.span.start, end: Math.max(behind, args.at(-1)!.span.end) } };
}

function toWord(line: LogicalLine, word: RawWord): Word {
  const span = { start: offsetOf(line, word.start), end: offsetBehind(line, word.end) };
  return { span, value: word.value, quote: word.quote };
}

function noteOpenQuote(line: LogicalLine, word: RawWord, diagnostics: Diagnostics): void {
  if (!word.closed) diagnostics.push(unterminatedQuote(toWord(line, word).span, word.quote));
}

/** Sections whose module reads the body itself: mod_perl's, and mod_lua's hooks and handlers. */
const RAW_SECTION = /^(perl|lua\w*)$/;

/** @param name in lower case */
export function hasRawBody(name: string): boolean {
  return RAW_SECTION.test(name);
}

/**
 * The body goes on to the first line that is the closing one, else to the end of the file; `<` in it means nothing
 * (modperl_cmd_perl in modperl_cmd.c, direct_chunkreader in mod_lua.c).
 */
export function readRawBody(
  text: string,
  open: OpenLine,
  dialect: Dialect,
  diagnostics: SyntaxDiagnostic[],
): { body: Span; close: CloseLine | null } {
  const closing = `</${open.name.value.toLowerCase()}>`;
  const start = open.span.end;
  for (let at = start; at < text.length;) {
    const line = readLogicalLine(text, at, dialect);
    if (line.text.slice(0, closing.length).toLowerCase() === closing) {
      const { span, name } = readCommandLine(line, { start: at, end: line.end }, diagnostics);
      return { body: { start, end: at }, close: { span, name } };
    }
    at = line.end;
  }
  return { body: { start, end: text.length }, close: null };
}
