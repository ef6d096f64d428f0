import type { Effect } from './effects.ts';
import type { LoneTag } from './template-tag.ts';

/** What is open: a `choose` with the number of its cases so far, one of these cases, or anything else. */
type Open = { cases: number } | 'case' | 'other';

/**
 * Genshi's `{% choose %}`, in which each `{% when x %}` has an end of its own, as one choice with branches: its first case opens it, the
 * others go on with it. As they were, where it has a subject (`{% choose x %}`), or text that is of no case.
 */
export function joinCases(tags: readonly LoneTag[], text: string): readonly LoneTag[] {
  const open: Open[] = [];
  const joined: LoneTag[] = [];
  let behind = 0;
  for (const tag of tags) {
    const between = text.slice(behind, tag.span.start);
    behind = tag.span.end;
    if (isChoose(open.at(-1)) && /\S/.test(between)) return tags;
    const effect = effectIn(open, tag, text.slice(tag.span.start, tag.span.end));
    if (effect === null) return tags;
    joined.push({ ...tag, effect });
  }
  return joined;
}

/** Null where it is none of these choices. */
function effectIn(open: Open[], { effect }: LoneTag, written: string): Effect | null {
  const [, word, rest = ''] = /^\{%\s*(choose|when|otherwise)\b\s*([^]*?)\s*%\}$/.exec(written) ?? [];
  const top = open.at(-1);
  if (word === 'choose') {
    open.push({ cases: 0 });
    return rest === '' ? { type: 'none' } : null;
  }
  if (word !== undefined) {
    if (!isChoose(top) || (word === 'otherwise' && top.cases === 0)) return null;
    open.push('case');
    const isFirst = top.cases++ === 0;
    if (isFirst) return { type: 'open', test: rest, kind: 'if' };
    return { type: 'middle', test: word === 'when' ? rest : null };
  }
  if (isChoose(top) && effect.type !== 'close' && effect.type !== 'none') return null;
  if (effect.type === 'open') open.push('other');
  const closed = effect.type === 'close' ? open.pop() : 'other';
  return closed === 'case' || (isChoose(closed) && closed.cases === 0) ? { type: 'none' } : effect;
}

function isChoose(open: Open | undefined): open is { cases: number } {
  return typeof open === 'object';
}
