import type { Span } from '../text/index.ts';
import { lineNameOf, type LineSource, plainClosingLineAt, PlainOpeningLine } from './compact-lines.ts';
import type { LineName } from './known-names.ts';
import type { CloseLine, Node, OpenLine, Section } from './nodes.ts';
import type { TemplateBlock } from './template/index.ts';

/** A section, whose place is that of what it is made of. */
export class SectionNode implements Section {
  declare readonly open: OpenLine;
  declare readonly children: readonly Node[];
  declare readonly raw: Span | null;
  declare readonly close: CloseLine | null;
  /** Kept, since the last child of one that nothing closes may be thousands of unclosed ones in each other. */
  declare private readonly end: number;

  constructor(
    open: OpenLine,
    children: readonly Node[],
    raw: Span | null,
    close: CloseLine | null,
    end: number,
  ) {
    this.open = open;
    this.children = children;
    this.raw = raw;
    this.close = close;
    // As a small integer (compact-lines.ts).
    this.end = end | 0;
  }

  get type(): 'section' {
    return 'section';
  }

  get lineName(): LineName | undefined {
    return lineNameOf(this.open);
  }

  get span(): Span {
    return { start: this.open.span.start, end: this.end };
  }
}

/** One that plain lines open and close, which are read again when they are asked for. */
export class PlainSection implements Section {
  declare private readonly from: LineSource;
  /** Where the opening line begins. */
  declare private readonly start: number;
  declare readonly lineName: LineName;
  declare readonly children: readonly Node[];
  /** Where the closing line begins. */
  declare private readonly closing: number;

  constructor(
    from: LineSource,
    { start, lineName }: PlainOpeningLine,
    children: readonly Node[],
    closing: number,
  ) {
    this.from = from;
    this.start = start;
    this.lineName = lineName;
    this.children = children;
    this.closing = closing | 0;
  }

  get type(): 'section' {
    return 'section';
  }

  get open(): OpenLine {
    return new PlainOpeningLine(this.from, this.start, this.lineName);
  }

  get raw(): null {
    return null;
  }

  get close(): CloseLine {
    return plainClosingLineAt(this.from, this.closing);
  }

  get span(): Span {
    return { start: this.start, end: this.from.text.indexOf('\n', this.closing) + 1 };
  }
}

/** Lines behind a tag of a template. */
export class TemplateSection extends SectionNode {
  declare readonly template: TemplateBlock;

  constructor(
    open: OpenLine,
    children: readonly Node[],
    close: CloseLine | null,
    end: number,
    template: TemplateBlock,
  ) {
    super(open, children, null, close, end);
    this.template = template;
  }
}
