import type { Span } from '../text/index.ts';
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
