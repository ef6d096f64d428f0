import { trimmed } from '../text/index.ts';
import type { SourceFile, Span } from '../text/index.ts';
import { BOM, lineTextStart } from './byte-order-mark.ts';
import {
  BlankLine,
  ClosingLine,
  CommentLine,
  DirectiveLine,
  OpeningLine,
  PlainClosingLine,
  PlainOpeningLine,
} from './compact-lines.ts';
import type { LineSource } from './compact-lines.ts';
import * as problems from './diagnostics.ts';
import { type Dialect, type LogicalLine, readLogicalLine } from './logical-line.ts';
import type { CloseLine, Directive, Document, Node, OpenLine, SyntaxDiagnostic, Word } from './nodes.ts';
import { hasRawBody, readRawBody } from './raw-body.ts';
import { SectionNode, TemplateSection } from './section-node.ts';
import { plainLineAt } from './plain-line.ts';
import { type CommandLine, readCommandLine } from './read-line.ts';
import type { ControlLine, TemplateBlock, TemplateEngine, TemplateTag } from './template/index.ts';
import {
  controlLineAt,
  engineFor,
  findTags,
  firstBranch,
  nextBranch,
  shadowTags,
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
  /** Lower case; TEMPLATE for the lines behind a tag. */
  readonly name: string;
  readonly children: Node[];
  readonly template: TemplateBlock | null;
}

/** No section is called so. */
const TEMPLATE = '{%';

/** Reads a file into its tree, as a 2.2 server does unless told otherwise. Total: any bytes give a tree. */
export function parse(source: SourceFile, options: ParseOptions = {}): Document {
  const engine = engineFor(source.path, source.text, options.template ?? 'auto');
  return new Parser(source, options.dialect ?? '2.2', engine).parse();
}

class Parser {
  private readonly source: SourceFile;
  private readonly engine: TemplateEngine;
  private readonly tags: readonly TemplateTag[];
  /** What is read: the text with tags that are one letter each. */
  private readonly text: string;
  private readonly dialect: Dialect;
  private readonly lines: LineSource;
  private readonly root: Node[] = [];
  private readonly stack: OpenSection[] = [];
  /** How many sections of each name (lower case) are open: finding that none is must not cost a walk. */
  private readonly openNames = new Map<string, number>();
  private readonly diagnostics: SyntaxDiagnostic[] = [];

  constructor(source: SourceFile, dialect: Dialect, engine: TemplateEngine) {
    this.source = source;
    this.engine = engine;
    this.tags = findTags(source.text, engine);
    this.text = shadowTags(source.text, this.tags);
    this.dialect = dialect;
    this.lines = { text: this.text, dialect };
  }

  parse(): Document {
    for (let at = 0; at < this.text.length;) at = this.readLine(at);
    this.endFile();
    const { source, root, engine } = this;
    const diagnostics = withoutFollowing(this.diagnostics);
    diagnostics.sort((a, b) => a.span.start - b.span.start);
    return { source, children: trimmed(root), diagnostics, engine };
  }

  /** Reads the line (with a raw body, if it opens one) at an offset; returns the offset behind it. */
  private readLine(start: number): number {
    const control = controlLineAt(start, this.source.text, this.text, this.tags);
    if (control !== null) return this.readControl(control);
    const plain = this.tags.length === 0 ? plainLineAt(start, this.lines) : null;
    if (plain !== null) {
      const { node } = plain;
      if (node instanceof PlainOpeningLine) return this.open(node);
      if (node instanceof PlainClosingLine) this.close(node);
      else this.add(node);
      return plain.end;
    }
    const line = readLogicalLine(this.text, lineTextStart(this.text, start), this.dialect);
    const span = { start, end: line.end };
    this.noteOddities(line, span);
    if (line.text === '') this.add(new BlankLine(this.lines, start, line.end));
    else if (line.text.startsWith('#')) this.add(new CommentLine(this.lines, start, line.end));
    else return this.readCommand(line, span);
    return line.end;
  }

  private readCommand(line: LogicalLine, span: Span): number {
    const command = this.kept(readCommandLine(line, span, this.diagnostics));
    if ('type' in command) this.add(command);
    else if (!('args' in command)) this.close(command);
    else return this.open(command);
    return line.end;
  }

  /** Returns the offset behind the line, or behind a raw body. */
  private open(open: OpenLine): number {
    if (hasRawBody(open)) return this.readRawSection(open);
    const name = open.name.value.toLowerCase();
    this.stack.push({ open, name, children: [], template: null });
    this.openNames.set(name, (this.openNames.get(name) ?? 0) + 1);
    return open.span.end;
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
    else if (effect.type === 'close') this.endSection({ span, name });
    else {
      const template =
        effect.type === 'open'
          ? firstBranch(value, effect.test, effect.kind)
          : nextBranch(this.endSection(null).template!, value, effect.test);
      const open: OpenLine = { span, name, args: [], argsSpan: { start: tags.end, end: tags.end } };
      this.stack.push({ open, name: TEMPLATE, children: [], template });
      this.openNames.set(TEMPLATE, (this.openNames.get(TEMPLATE) ?? 0) + 1);
    }
    return span.end;
  }

  private add(node: Node): void {
    (this.stack.at(-1)?.children ?? this.root).push(node);
  }

  /** Closes the nearest open section of that name; those inside it were never closed. */
  private close(close: CloseLine): void {
    const name = close.name.value.toLowerCase();
    if (!this.openNames.get(name)) {
      this.add({ type: 'stray-close', span: close.span, name: close.name });
      this.diagnostics.push(problems.strayClose(close.span, close.name.value));
      return;
    }
    while (this.stack.at(-1)!.name !== name) {
      const { open, template } = this.endSection(null);
      this.diagnostics.push(
        template === null
          ? problems.unclosedSection(open.span, open.name.value, close.name.value)
          : problems.templateOverlap(open.name.span, open.name.value),
      );
    }
    this.endSection(close);
  }

  private endFile(): void {
    const guardAt = this.stack.findIndex(({ name }) => GUARD.test(name));
    const guard = this.stack[guardAt]?.open.name.value;
    while (this.stack.length > 0) {
      const { open, template } = this.endSection(null);
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

  /** Ends the innermost section; without a closing line, at the end of what is in it. */
  private endSection(close: CloseLine | null): OpenSection {
    const section = this.stack.pop()!;
    const { open, name, template } = section;
    const children = trimmed(section.children);
    this.openNames.set(name, this.openNames.get(name)! - 1);
    this.add(
      template === null
        ? new SectionNode(open, children, null, close)
        : new TemplateSection(open, children, close, template),
    );
    return section;
  }

  private readRawSection(open: OpenLine): number {
    const { body, close } = readRawBody(this.source.text, open, this.dialect, this.diagnostics);
    const section = new SectionNode(open, [], body, close);
    this.add(section);
    if (!close) this.diagnostics.push(problems.unclosedSection(open.span, open.name.value, null));
    return section.span.end;
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
