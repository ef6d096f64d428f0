import type { Span } from '../text/index.ts';
import { type LineSource, plainClosingLineAt } from './compact-lines.ts';
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

  get span(): Span {
    return { start: this.open.span.start, end: this.end };
  }
}

/** One that a plain line closes, which is hardly ever asked for: it is read again then. */
export class PlainSection implements Section {
  declare private readonly from: LineSource;
  declare readonly open: OpenLine;
  declare readonly children: readonly Node[];
  /** Where the closing line begins. */
  declare private readonly closing: number;

  constructor(from: LineSource, open: OpenLine, children: readonly Node[], closing: number) {
    this.from = from;
    this.open = open;
    this.children = children;
    this.closing = closing | 0;
  }

  get type(): 'section' {
    return 'section';
  }

  get raw(): null {
    return null;
  }

  get close(): CloseLine {
    return plainClosingLineAt(this.from, this.closing);
  }

  get span(): Span {
    return { start: this.open.span.start, end: this.from.text.indexOf('\n', this.closing) + 1 };
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
