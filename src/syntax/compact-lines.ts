import { checkMemory, ownCopy } from '../text/index.ts';
import type { Span } from '../text/index.ts';
import type { Dialect, LogicalLine } from './logical-line.ts';
import { offsetOf, readLogicalLine } from './logical-line.ts';
import type { Blank, CloseLine, Comment, Directive, OpenLine, Section, Word } from './nodes.ts';
import type { CommandLine } from './read-line.ts';
import { readCommandLine } from './read-line.ts';
import type { LineName } from './known-names.ts';
import { nameAt, once } from './known-names.ts';
import { sharedValues, sharedValuesAt, valuesIn } from './shared-values.ts';
import { skipSpace, trimEnd, lineTextStart } from './white-space.ts';
import { quoteAt, wordEnd, wordValue } from './words.ts';

// Lines as their place in the file and little else: a large tree has a million of them, and few are ever asked for their words, which
// are read again then.

/** What the lines of one file are read from. */
export interface LineSource {
  readonly text: string;
  readonly dialect: Dialect;
}

class PlacedLine {
  declare protected readonly from: LineSource;
  declare protected readonly start: number;
  declare protected readonly end: number;

  constructor(from: LineSource, start: number, end: number) {
    this.from = from;
    // As small integers: what has been a fraction on the way would take an object of its own for each number.
    this.start = start | 0;
    this.end = end | 0;
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  protected line(): LogicalLine {
    const { text, dialect } = this.from;
    return readLogicalLine(text, lineTextStart(text, this.start), dialect);
  }
}

export class BlankLine extends PlacedLine implements Blank {
  get type(): 'blank' {
    return 'blank';
  }
}

export class CommentLine extends PlacedLine implements Comment {
  get type(): 'comment' {
    return 'comment';
  }

  get body(): Span {
    const line = this.line();
    return { start: offsetOf(line, 0), end: line.contentEnd };
  }
}

/** A line with a name, which is asked for so often that it is kept. */
class NamedLine extends PlacedLine {
  declare protected readonly nameStart: number;
  declare protected readonly nameEnd: number;
  declare readonly lineName: LineName;
  declare protected readonly nameQuote: Word['quote'];

  constructor(from: LineSource, span: Span, { span: { start, end }, value, quote }: Word) {
    super(from, span.start, span.end);
    this.nameStart = start | 0;
    this.nameEnd = end | 0;
    this.lineName = once(value);
    this.nameQuote = quote;
  }

  get name(): Word {
    const { nameStart: start, nameEnd: end, lineName, nameQuote: quote } = this;
    return { span: { start, end }, value: lineName.written, quote };
  }
}

export class ClosingLine extends NamedLine implements CloseLine {}

class LineWithWords extends NamedLine {
  /** Once they were asked for, if other lines have them, too. */
  declare private shared: readonly string[] | null;

  constructor(from: LineSource, span: Span, name: Word) {
    super(from, span, name);
    this.shared = null;
  }

  get args(): readonly Word[] {
    return this.command().args;
  }

  get argsSpan(): Span {
    return this.command().argsSpan;
  }

  /** What `args` hold, without the rest of each word. */
  get values(): readonly string[] {
    return this.shared ?? this.readValues();
  }

  private readValues(): readonly string[] {
    // No argument of a plain line holds the byte that stands before it here.
    const written = `\0${this.from.text.slice(this.start, this.end)}`;
    const shared = sharedValues(written, () => this.args.map(({ value }) => ownCopy(value)));
    this.shared = shared === null ? null : shared.values;
    return this.shared ?? this.args.map(({ value }) => value);
  }

  private command(): Exclude<CommandLine, { readonly type: 'close' }> {
    const command = readCommandLine(this.line(), this.span, []);
    if (command.type === 'close') throw new Error('internal error: a line is read differently than before');
    return command;
  }
}

export class OpeningLine extends LineWithWords implements OpenLine {}

export class DirectiveLine extends LineWithWords implements Directive {
  get type(): 'directive' {
    return 'directive';
  }
}

/**
 * A line with nothing joined to it, that ends with its line feed and whose words can be read where they stand (plainLineAt): all but
 * where it begins is looked up again.
 */
abstract class PlainLine {
  declare protected readonly from: LineSource;
  declare readonly start: number;
  declare readonly lineName: LineName;

  constructor(from: LineSource, start: number, lineName: LineName) {
    this.from = from;
    this.start = start | 0;
    this.lineName = lineName;
  }

  /** How many characters stand before the name: `<` or `</`. */
  protected abstract get mark(): number;

  protected get end(): number {
    return this.from.text.indexOf('\n', this.start) + 1;
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  get name(): Word {
    const { lineName, nameStart: start } = this;
    const value = lineName.written;
    return { span: { start, end: start + value.length }, value, quote: '' };
  }

  /** The line from its name on. */
  get rest(): string {
    return this.from.text.slice(this.nameStart, this.end);
  }

  protected get nameStart(): number {
    const { text } = this.from;
    return skipSpace(text, this.start, text.length) + this.mark;
  }

  protected get nameEnd(): number {
    return this.nameStart + this.lineName.written.length;
  }
}

export class PlainClosingLine extends PlainLine implements CloseLine {
  protected get mark(): number {
    return 2;
  }
}

/** The line that begins there, which is known to be one. */
export function plainClosingLineAt(from: LineSource, start: number): PlainClosingLine {
  const { text } = from;
  const nameStart = skipSpace(text, start, text.length) + 2;
  return new PlainClosingLine(from, start, nameAt(text, nameStart, text.indexOf('>', nameStart)));
}

abstract class PlainLineWithWords extends PlainLine {
  /** Once they were asked for, if other lines have them, too. */
  declare private shared: readonly string[] | null;

  constructor(from: LineSource, start: number, lineName: LineName) {
    super(from, start, lineName);
    this.shared = null;
  }

  /** Where its arguments end at the latest. */
  protected limit(): number {
    return this.end;
  }

  get args(): readonly Word[] {
    checkMemory();
    const { text } = this.from;
    const { rules } = this.lineName;
    const args: Word[] = [];
    const limit = this.limit();
    for (let start = this.argumentFrom(limit); start < limit;) {
      const end = wordEnd(text, start, limit, rules);
      const value = wordValue(text, start, end, rules);
      args.push({ span: { start, end }, value, quote: quoteAt(text, start) });
      start = skipSpace(text, end, limit);
    }
    return args;
  }

  /** What `args` hold, without the rest of each word. */
  get values(): readonly string[] {
    return this.shared ?? this.readValues();
  }

  private readValues(): readonly string[] {
    const { text } = this.from;
    const behind = this.limit();
    const start = this.argumentFrom(behind);
    // So the only word of a line is the text that it is kept by.
    const limit = trimEnd(text, start, behind);
    // What other lines share is read by the common rules, which without a backslash are mod_rewrite's, too.
    if (this.lineName.rules === 'rewrite' && text.slice(start, limit).includes('\\')) {
      return valuesIn(text, start, limit, 'rewrite');
    }
    this.shared = sharedValuesAt(text, start, limit);
    return this.shared ?? valuesIn(text, start, limit, 'common');
  }

  get argsSpan(): Span {
    const limit = this.limit();
    const start = this.argumentFrom(limit);
    const behind = this.nameEnd;
    return start === limit
      ? { start: behind, end: behind }
      : { start, end: trimEnd(this.from.text, start, limit) };
  }

  /** From its name to its last argument. */
  get wordsSpan(): Span {
    return { start: this.nameStart, end: this.argsSpan.end };
  }

  private argumentFrom(limit: number): number {
    return skipSpace(this.from.text, this.nameEnd, limit);
  }
}

export class PlainOpeningLine extends PlainLineWithWords implements OpenLine {
  protected get mark(): number {
    return 1;
  }

  protected override limit(): number {
    return this.from.text.lastIndexOf('>', this.end);
  }
}

export class PlainDirectiveLine extends PlainLineWithWords implements Directive {
  protected get mark(): number {
    return 0;
  }

  get type(): 'directive' {
    return 'directive';
  }
}

/** The line as it is written, from its name on, with its line ending. @param text of its file */
export function textFromName(line: Directive, text: string): string {
  return line instanceof PlainDirectiveLine ? line.rest : text.slice(line.name.span.start, line.span.end);
}

/** From the name to the last argument. */
export function wordsSpan(line: Directive | OpenLine): Span {
  if (line instanceof PlainLineWithWords) return line.wordsSpan;
  const { name, argsSpan } = line;
  return { start: name.span.start, end: Math.max(name.span.end, argsSpan.end) };
}

/** What the name of a line says: what it is asked for most often, and less than the word. */
export function nameValue(line: Directive | OpenLine | CloseLine): string {
  return lineNameOf(line)?.written ?? line.name.value;
}

/** The same in lower case: one text for all lines of a name. */
export function lowerName(node: Directive | Section | OpenLine | CloseLine): string {
  const known = lineNameOf(node) ?? once(('open' in node ? node.open : node).name.value);
  return known.lower;
}

/** Of all but the lines of templates. */
export function lineNameOf(node: Directive | Section | OpenLine | CloseLine): LineName | undefined {
  return (node as Partial<Pick<PlainLine, 'lineName'>>).lineName;
}

/** The values of the arguments: what they are asked for most often, and far less than the words. */
export function argumentValues(line: Directive | OpenLine): readonly string[] {
  // Asked for, not instanceof: that goes through the classes above, each time.
  const { values } = line as Partial<Pick<PlainLineWithWords, 'values'>>;
  return values ?? line.args.map(({ value }) => value);
}
