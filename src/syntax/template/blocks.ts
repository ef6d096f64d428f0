import type { TemplateBlock } from './branches.ts';
import { firstBranch, nextBranch } from './branches.ts';
import type { ControlLine } from './control-line.ts';
import { controlLineAt } from './control-line.ts';
import { shadowTags } from './shadow.ts';
import type { TemplateTag } from './template-tag.ts';

/** A stretch of a template: lines that are put out, or a choice or loop. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'block'; readonly branches: readonly TemplateBranch[] };

export interface TemplateBranch {
  readonly block: TemplateBlock;
  readonly body: readonly TemplatePart[];
}

interface OpenBlock {
  readonly branches: { readonly block: TemplateBlock; readonly body: TemplatePart[] }[];
}

/** The parts of a text with these tags; null where tags and lines overlap, so that what is around what can't be told. */
export function templateParts(text: string, tags: readonly TemplateTag[]): TemplatePart[] | null {
  // Most texts are no template: their lines are one piece.
  if (tags.length === 0) return text === '' ? [] : [{ type: 'text', text }];
  const root: TemplatePart[] = [];
  const stack: OpenBlock[] = [];
  const body = (): TemplatePart[] => stack.at(-1)?.branches.at(-1)?.body ?? root;
  for (const { line, control } of linesOf(text, tags)) {
    if (control === null) {
      addText(body(), line);
      continue;
    }
    const { effect, tags: place } = control;
    const tag = text.slice(place.start, place.end);
    if (effect === null) return null;
    if (effect.type === 'none') addText(body(), line);
    else if (effect.type === 'open') {
      const block = firstBranch(tag, effect.test, effect.kind);
      const opened: OpenBlock = { branches: [{ block, body: [] }] };
      body().push({ type: 'block', branches: opened.branches });
      stack.push(opened);
    } else {
      const top = stack.at(-1);
      const last = top?.branches.at(-1);
      if (top === undefined || last === undefined) return null;
      if (effect.type === 'close') stack.pop();
      else top.branches.push({ block: nextBranch(last.block, tag, effect.test), body: [] });
    }
  }
  return stack.length === 0 ? root : null;
}

function addText(parts: TemplatePart[], line: string): void {
  const last = parts.at(-1);
  if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + line };
  else parts.push({ type: 'text', text: line });
}

interface Line {
  readonly line: string;
  readonly control: ControlLine | null;
}

/** A line behind a backslash belongs to the one before it. */
function* linesOf(text: string, tags: readonly TemplateTag[]): Generator<Line> {
  const shadow = shadowTags(text, tags);
  for (let at = 0, isContinued = false; at < text.length;) {
    const control: ControlLine | null = isContinued ? null : controlLineAt(at, text, shadow, tags);
    const lf = shadow.indexOf('\n', at);
    const end: number = control?.span.end ?? (lf === -1 ? text.length : lf + 1);
    const line = text.slice(at, end);
    isContinued = control === null && /\\\r?\n$/.test(line);
    yield { line, control };
    at = end;
  }
}
