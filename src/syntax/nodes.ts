import type { SourceFile, Span } from '../text/index.ts';
import type { TemplateBlock, TemplateEngine, TemplateTag } from './template/index.ts';

/**
 * The concrete syntax tree of one file. Every byte of the file belongs to exactly one leaf (a blank, a comment, a
 * directive, an opening, closing or stray line, a raw body), leaves lie in file order, and their spans
 * are the file: that is what makes it lossless.
 */
export interface Document {
  readonly source: SourceFile;
  readonly children: readonly Node[];
  readonly diagnostics: readonly SyntaxDiagnostic[];
  /** Whose tags were looked for. */
  readonly engine: TemplateEngine;
  /** These tags, in order; none in a file that is no template. */
  readonly tags: readonly TemplateTag[];
}

export type Node = Blank | Comment | Directive | Section | StrayClose;

interface Line {
  /** Whole physical lines: from the first byte of the indentation to behind the line ending. */
  readonly span: Span;
}

/** A line in which the server sees nothing but white space (it reads no further than a NUL); a byte order mark alone counts as one. */
export interface Blank extends Line {
  readonly type: 'blank';
}

/** A line whose first byte that is not white space is `#`, with the lines a final backslash joins to it. */
export interface Comment extends Line {
  readonly type: 'comment';
  /** From `#` to before the line ending. */
  readonly body: Span;
}

/** A directive's name or one of its arguments. */
export interface Word {
  /** The bytes as written, quotes and continuations included. */
  readonly span: Span;
  /** What the server reads: quotes taken off, escapes and continuations resolved. Variables stay as `${NAME}`. */
  readonly value: string;
  /** The quote character around it, or '' for none. */
  readonly quote: '' | '"' | "'";
}

/** One logical line with a name and arguments. */
export interface Directive extends Line {
  readonly type: 'directive';
  readonly name: Word;
  readonly args: readonly Word[];
  /** From the first argument to the last byte before trailing white space; empty behind the name without arguments. */
  readonly argsSpan: Span;
}

/** The `<Name arguments>` line of a section. */
export interface OpenLine extends Line {
  /** Without the `<`. */
  readonly name: Word;
  /** Without the final `>`. */
  readonly args: readonly Word[];
  readonly argsSpan: Span;
}

/** The `</Name>` line of a section. */
export interface CloseLine extends Line {
  readonly name: Word;
}

/** `<Name arguments>`, its children, `</Name>`. */
export interface Section extends Line {
  readonly type: 'section';
  readonly open: OpenLine;
  readonly children: readonly Node[];
  /** The body of a section that the server hands on unread (`<Perl>`, `<Lua...>`); children is empty then. */
  readonly raw: Span | null;
  /** Null if the file, or the section around it, ends first (a diagnostic says so). */
  readonly close: CloseLine | null;
  /** Lines that a template engine keeps or leaves out; the opening line is a tag, and so is the closing one. */
  readonly template?: TemplateBlock;
}

/** A `</Name>` that closes nothing; kept, with a diagnostic. */
export interface StrayClose extends Line {
  readonly type: 'stray-close';
  readonly name: Word;
}

export type SyntaxDiagnosticCode =
  | 'unclosed-section'
  | 'stray-close'
  | 'unterminated-quote'
  | 'missing-bracket'
  /** `<%`, `<?`, `<!--`: what a template holds; the server knows no section of such a name. Read as a directive. */
  | 'not-a-section'
  /** Tags of a template that open or close within a section what ends outside of it, or that are not closed. */
  | 'template-overlap'
  /** Text behind the `>` of an opening or closing line. */
  | 'text-after-bracket'
  /** A line end in two backslashes: 2.2 drops one and ends the line there, 2.4 joins the next line to it. */
  | 'double-backslash'
  /** The file ends behind a continuation: 2.2 drops the line whole, 2.4 reads it. */
  | 'continued-past-end'
  /** More than the 8191 bytes that 2.2 reads as one line. */
  | 'line-too-long'
  | 'byte-order-mark';

/** Something about the text that the server would refuse or read differently than its author meant. */
export interface SyntaxDiagnostic {
  readonly code: SyntaxDiagnosticCode;
  readonly span: Span;
  /** What is wrong and what to do. */
  readonly message: string;
  /** Whether any server refuses the file for it; else it may read on, but perhaps not as its author meant. */
  readonly refused: boolean;
}
