import { BOM } from '../text/index.ts';
import type { SourceFile, Span } from '../text/index.ts';
import { lineTextStart } from './white-space.ts';
import {
  BlankLine,
  ClosingLine,
  CommentLine,
  DirectiveLine,
  lowerName,
  OpeningLine,
  PlainClosingLine,
  PlainOpeningLine,
} from './compact-lines.ts';
import type { LineSource } from './compact-lines.ts';
import * as problems from './diagnostics.ts';
import { type Dialect, joinedLine, type LogicalLine, offsetOf, readLogicalLine } from './logical-line.ts';
import type { CloseLine, Directive, Document, Node, OpenLine, SyntaxDiagnostic, Word } from './nodes.ts';
import { PlainSection, SectionNode, TemplateSection } from './section-node.ts';
import { type PlainLine, PlainLines } from './plain-line.ts';
import { type CommandLine, readCommandLine, hasRawBody, readRawBody } from './read-line.ts';
import type {
  ControlLine,
  FoundTags,
  LinePiece,
  TemplateBlock,
  TemplateEngine,
  TemplateTag,
} from './template/index.ts';
import {
  controlLineAt,
  firstBranch,
  isBeforeLineEnding,
  isRestOfLine,
  joinedLineStart,
  linePieces,
  nextBranch,
  shadowTags,
  tagsOfFile,
  unshadow,
} from './template/index.ts';

export interface ParseOptions {
  /** Whose reading rules hold where the two differ (continuations only). Default 2.2. */
  readonly dialect?: Dialect;
  /** Whose tags are looked for. Default: as the file's name and text say. */
  readonly template?: TemplateEngine;
}

/** Guards, whose body the server reads at once, apart from what is around them (EXEC_ON_READ). */
const GUARD = /^if(module|define|version|file|directive|section)$/;

interface OpenSection {
  readonly open: OpenLine;
  readonly name: SectionName;
  /** Which of the nodes that are not in a section yet is its first child. */
  readonly from: number;
  readonly template: TemplateBlock | null;
}

interface SectionName {
  /** In lower case; TEMPLATE for the lines behind a tag. */
  readonly lower: string;
  readonly hasRawBody: boolean;
  /** How many sections of this name are open: finding that none is must not cost a walk. */
  open: number;
}

/** ARG_PREFIX of mod_macro.c. */
const MACRO_PARAMETER = /^<?[$@%]/;

/** No section is called so. */
const TEMPLATE = '{%';

/** Reads a file into its tree, as a 2.2 server does unless told otherwise. Total: any bytes give a tree. */
export function parse(source: SourceFile, options: ParseOptions = {}): Document {
  const found = tagsOfFile(source.path, source.text, options.template ?? 'auto');
  return new Parser(source, options.dialect ?? '2.2', found).parse();
}

class Parser {
  private readonly source: SourceFile;
  private readonly engine: TemplateEngine;
  private readonly tags: readonly TemplateTag[];
  /** What is read: the text with tags that are one letter each. */
  private readonly text: string;
  private readonly dialect: Dialect;
  private readonly lines: LineSource;
  private readonly plain: PlainLines | null;
  /** The first `count` of them are in no section yet, or in one that is open. */
  private readonly nodes: Node[] = [];
  private count = 0;
  private readonly stack: OpenSection[] = [];
  /** In lower case. */
  private readonly names = new Map<string, SectionName>();
  private readonly diagnostics: SyntaxDiagnostic[] = [];
  /** The last one that was found; Infinity: there are no more. */
  private lineFeed = -1;

  constructor(source: SourceFile, dialect: Dialect, { engine, tags }: FoundTags) {
    this.source = source;
    this.engine = engine;
    this.tags = tags;
    this.text = shadowTags(source.text, tags);
    this.dialect = dialect;
    this.lines = { text: this.text, dialect };
    this.plain = tags.length === 0 ? new PlainLines(this.lines) : null;
  }

  parse(): Document {
    for (let at = 0; at < this.text.length;) at = this.readLine(at);
    this.endFile();
    const { source, engine, tags } = this;
    const diagnostics = withoutFollowing(this.diagnostics).map((each) => this.withTagsIn(each));
    diagnostics.sort((a, b) => a.span.start - b.span.start);
    return { source, children: this.nodes.slice(0, this.count), diagnostics, engine, tags };
  }

  private withTagsIn(diagnostic: SyntaxDiagnostic): SyntaxDiagnostic {
    const { message, span } = diagnostic;
    const written = unshadow(message, span.start, this.source.text, this.tags);
    return written === message ? diagnostic : { ...diagnostic, message: written };
  }

  /** Reads the line (with a raw body, if it opens one) at an offset; returns the offset behind it. */
  private readLine(start: number): number {
    const lf = this.lineFeedFrom(start);
    const plain = this.plain?.lineAt(start, lf) ?? null;
    if (plain !== null) return this.takePlain(plain, start, lf + 1);
    const control =
      this.tags.length === 0 ? null : controlLineAt(start, this.source.text, this.text, this.tags);
    if (control !== null) return this.readBehind(this.readControl(control), control);
    const pieces = this.tags.length === 0 ? null : this.piecesOf(start, lf);
    if (pieces !== null) return this.readPieces(pieces);
    const line = this.withJoined(readLogicalLine(this.text, lineTextStart(this.text, start), this.dialect));
    const span = { start, end: line.end };
    this.noteOddities(line, span);
    if (line.text === '') this.add(new BlankLine(this.lines, start, line.end));
    else if (line.text.startsWith('#')) return this.readComment(start, line.end);
    else return this.readCommand(line, span);
    return line.end;
  }

  /** The pieces of an overlong line have one in common. */
  private lineFeedFrom(start: number): number {
    if (this.lineFeed < start) {
      const found = this.text.indexOf('\n', start);
      this.lineFeed = found === -1 ? Infinity : found;
    }
    return this.lineFeed === Infinity ? -1 : this.lineFeed;
  }

  private takePlain(line: PlainLine, start: number, end: number): number {
    if (line instanceof PlainOpeningLine) return this.open(line, end);
    if (line instanceof PlainClosingLine) this.close(line, { start, end });
    else this.add(line);
    return end;
  }

  /** With the lines that tags join to it: `# <%= x -%>`. */
  private readComment(start: number, firstEnd: number): number {
    let end = firstEnd;
    for (let at = this.joinedTo(start, end); at !== null; at = this.joinedTo(at, end)) {
      const control = controlLineAt(at, this.source.text, this.text, this.tags);
      // What becomes of the line behind it depends on the tags.
      if (control !== null) {
        const { tags } = control;
        this.diagnostics.push(problems.templateOverlap(tags, this.source.text.slice(tags.start, tags.end)));
        break;
      }
      end = this.endOfLine(at);
    }
    this.add(new CommentLine(this.lines, start, end));
    return end;
  }

  /** Where the line begins that a tag at the end of this one joins to it; null if none does. */
  private joinedTo(start: number, end: number): number | null {
    return this.tags.length === 0 ? null : joinedLineStart(this.source.text, start, end, this.engine);
  }

  /** A line with those that tags join to it, where these can be no lines of their own: `-timeout <%= @seconds %>`. */
  private withJoined(first: LogicalLine): LogicalLine {
    if (this.tags.length === 0 || !/^[A-Za-z]/.test(first.text)) return first;
    let line = first;
    for (let at = this.joinedTo(offsetOf(line, 0), line.end); at !== null; at = this.joinedTo(at, line.end)) {
      if (!isRestOfLine(at, this.text, this.tags)) break;
      line = joinedLine(line, this.text, at, this.dialect);
    }
    return line;
  }

  private endOfLine(start: number): number {
    return readLogicalLine(this.text, lineTextStart(this.text, start), this.dialect).end;
  }

  private readCommand(line: LogicalLine, span: Span): number {
    const known = this.diagnostics.length;
    const command = this.kept(readCommandLine(line, span, this.diagnostics));
    if (this.diagnostics.length > known && this.isNamedByMacro(command.name.value)) {
      const added = this.diagnostics.splice(known);
      this.diagnostics.push(...added.filter(({ code }) => code !== 'not-a-section'));
    }
    if ('type' in command) this.add(command);
    else if (!('args' in command)) this.close(command, span);
    else return this.open(command, line.end);
    return line.end;
  }

  /** Returns the offset behind the line, or behind a raw body. */
  private open(open: OpenLine, end: number): number {
    const name = this.named(lowerName(open));
    if (name.hasRawBody) return this.readRawSection(open);
    this.startSection(open, name, null);
    return end;
  }

  private named(lower: string): SectionName {
    let name = this.names.get(lower);
    if (name === undefined) this.names.set(lower, (name = { lower, hasRawBody: hasRawBody(lower), open: 0 }));
    return name;
  }

  private startSection(open: OpenLine, name: SectionName, template: TemplateBlock | null): void {
    this.stack.push({ open, name, from: this.count, template });
    name.open++;
  }

  private kept(command: CommandLine): Directive | OpenLine | CloseLine {
    if (this.tags.length > 0) return this.withTags(command);
    const { span, name } = command;
    if (command.type === 'directive') return new DirectiveLine(this.lines, span, name);
    return new (command.type === 'open' ? OpeningLine : ClosingLine)(this.lines, span, name);
  }

  /** Words that hold tags can't be read again from the text alone. */
  private withTags(command: CommandLine): Directive | OpenLine | CloseLine {
    const restore = (word: Word): Word => ({
      ...word,
      value: unshadow(word.value, word.span.start, this.source.text, this.tags),
    });
    const { type, span } = command;
    const name = restore(command.name);
    if (type === 'close') return { span, name };
    const { argsSpan } = command;
    const args = command.args.map(restore);
    return type === 'open' ? { span, name, args, argsSpan } : { type, span, name, args, argsSpan };
  }

  /** Nothing that a server sees: what it opens is a section of the template. */
  private readControl({ span, tags, effect }: ControlLine): number {
    const value = this.source.text.slice(tags.start, tags.end);
    const name: Word = { span: tags, value, quote: '' };
    const top = this.stack.at(-1);
    const isClosing = effect === null || effect.type === 'close' || effect.type === 'middle';
    if (effect === null || (isClosing && (top?.template ?? null) === null)) {
      this.diagnostics.push(problems.templateOverlap(tags, value));
      this.add({ type: 'blank', span });
    } else if (effect.type === 'none') this.add({ type: 'blank', span });
    else if (effect.type === 'close') this.endSection({ span, name }, span);
    else {
      const asking = { tag: value, endsBare: this.engine === 'genshi' };
      const template =
        effect.type === 'open'
          ? firstBranch({ ...asking, isOfList: effect.isOfList }, effect.test, effect.kind)
          : nextBranch(this.endUnclosed().template!, asking, effect.test);
      const open: OpenLine = { span, name, args: [], argsSpan: { start: tags.end, end: tags.end } };
      this.startSection(open, this.named(TEMPLATE), template);
    }
    return span.end;
  }

  /** `{% if x %}Allow from all{% endif %}`: tags beside lines of which no more than one is put out; null of all other lines. */
  private piecesOf(start: number, lf: number): LinePiece[] | null {
    const end = lf === -1 ? this.text.length : lf + 1;
    const pieces = linePieces({ start, end }, this.text, this.tags, this.source.text);
    return pieces === null || this.repeatsInLine(pieces) ? null : pieces;
  }

  /** Whether a loop ends behind text and before the line does: its rounds are one line, if they do not begin with a line ending. */
  private repeatsInLine(pieces: readonly LinePiece[]): boolean {
    const blocks = this.stack.filter(({ template }) => template !== null);
    const repeats = blocks.map(
      ({ template, open }) =>
        template?.kind === 'loop' && !isBeforeLineEnding(open.name.span, this.source.text),
    );
    let hasText = false;
    return pieces.some(({ effect }) => {
      hasText ||= effect === null;
      if (effect?.type === 'open') repeats.push(effect.kind === 'loop');
      return effect?.type === 'close' && repeats.pop() === true && hasText;
    });
  }

  private readPieces(pieces: readonly LinePiece[]): number {
    for (const { span, tag, effect } of pieces) {
      if (effect !== null) this.readControl({ span, tags: tag, effect });
      else {
        const start = lineTextStart(this.text, span.start);
        const line = readLogicalLine(this.text.slice(0, span.end), start, this.dialect);
        if (line.text.startsWith('#')) this.add(new CommentLine(this.lines, span.start, span.end));
        else this.readCommand(line, span);
      }
    }
    return pieces.at(-1)!.span.end;
  }

  /** `#<% end -%>`: the `#` is left, and the next line joined to it. Returns the offset behind it. */
  private readBehind(end: number, { span, tags }: ControlLine): number {
    const { text } = this.source;
    if (!text.slice(span.start, tags.start).includes('#')) return end;
    const at = this.joinedTo(span.start, span.end);
    if (at === null || controlLineAt(at, text, this.text, this.tags) !== null) return end;
    return this.readComment(end, this.endOfLine(at));
  }

  private add(node: Node): void {
    this.nodes[this.count++] = node;
  }

  /** Closes the nearest open section of that name; those inside it were never closed. */
  private close(close: CloseLine, span: Span): void {
    const name = this.named(lowerName(close));
    if (name.open === 0) {
      this.add({ type: 'stray-close', span, name: close.name });
      if (!this.isNamedByMacro(close.name.value)) {
        this.diagnostics.push(problems.strayClose(span, close.name.value));
      }
      return;
    }
    while (this.stack.at(-1)!.name !== name) {
      const { open, template } = this.endUnclosed();
      this.diagnostics.push(
        template === null
          ? problems.unclosedSection(open.span, open.name.value, close.name.value)
          : problems.templateOverlap(open.name.span, open.name.value),
      );
    }
    this.endSection(close, span);
  }

  /** Whether a parameter of the macro around the line gives the section its name: the server reads it where the macro is used (mod_macro.c). */
  private isNamedByMacro(name: string): boolean {
    return MACRO_PARAMETER.test(name) && (this.names.get('macro')?.open ?? 0) > 0;
  }

  private endFile(): void {
    const guardAt = this.stack.findIndex(({ name }) => GUARD.test(name.lower));
    const guard = this.stack[guardAt]?.open.name.value;
    while (this.stack.length > 0) {
      const { open, template } = this.endUnclosed();
      if (template !== null) {
        this.diagnostics.push(problems.templateOverlap(open.name.span, open.name.value));
        continue;
      }
      const place = [open.span, open.name.value] as const;
      const isInGuard = guard !== undefined && this.stack.length >= guardAt;
      this.diagnostics.push(
        isInGuard ? problems.unclosedInGuard(...place, guard) : problems.unclosedSection(...place, null),
      );
    }
  }

  /** Ends the innermost section, where what is in it ends. */
  private endUnclosed(): OpenSection {
    const { open, from } = this.stack.at(-1)!;
    const last = this.count > from ? this.nodes[this.count - 1]! : open;
    return this.endSection(null, last.span);
  }

  /** @param span of its last line */
  private endSection(close: CloseLine | null, { start, end }: Span): OpenSection {
    const section = this.stack.pop()!;
    const { open, name, from, template } = section;
    const children = this.nodes.slice(from, this.count);
    name.open--;
    this.count = from;
    if (template !== null) this.add(new TemplateSection(open, children, close, end, template));
    else if (open instanceof PlainOpeningLine && close instanceof PlainClosingLine)
      this.add(new PlainSection(this.lines, open, children, start));
    else this.add(new SectionNode(open, children, null, close, end));
    return section;
  }

  private readRawSection(open: OpenLine): number {
    const { body, close } = readRawBody(this.source.text, open, this.dialect, this.diagnostics);
    const { end } = close?.span ?? body;
    this.add(new SectionNode(open, [], body, close, end));
    if (!close) this.diagnostics.push(problems.unclosedSection(open.span, open.name.value, null));
    return end;
  }

  private noteOddities(line: LogicalLine, span: Span): void {
    const place = { start: line.contentEnd - 2, end: line.contentEnd };
    if (line.doubleBackslash) this.diagnostics.push(problems.doubleBackslash(place));
    if (line.continuedPastEnd && line.text !== '') this.diagnostics.push(problems.continuedPastEnd(span));
    if (line.overlong) this.diagnostics.push(problems.lineTooLong(span));
    if (span.start === 0 && this.source.text.startsWith(BOM)) {
      this.diagnostics.push(problems.byteOrderMark({ start: 0, end: BOM.length }));
    }
  }
}

/** Where tags and sections overlap, what closes what can't be told: a section that seems unclosed may be closed by a later branch. */
function withoutFollowing(diagnostics: readonly SyntaxDiagnostic[]): SyntaxDiagnostic[] {
  const follows = ({ code }: SyntaxDiagnostic) => code === 'unclosed-section' || code === 'stray-close';
  const isOverlap = diagnostics.some(({ code }) => code === 'template-overlap');
  return diagnostics.filter((one) => !isOverlap || !follows(one));
}
