import type { Effect } from './effects.ts';
import type { LoneTag } from './template-tag.ts';

/** A `choose`: what its cases are compared with ('' where each asks by itself), their number so far, and where the tags after the last one begin. */
interface Choose {
  readonly subject: string;
  cases: number;
  since: number;
}

/** What is open: a `choose`, one of its cases, or anything else. */
type Open = Choose | 'case' | 'other';

/**
 * Genshi's `{% choose %}`, in which each `{% when x %}` has an end of its own, as one choice with branches: its first case opens it, the
 * others go on with it. Of `{% choose x %}` a case is one tag with what is before it: no other choice asks like `{% when 1 %}`. As they were, where
 * there is text that is of no case.
 */
export function joinCases(tags: readonly LoneTag[], text: string): readonly LoneTag[] {
  const open: Open[] = [];
  const joined: LoneTag[] = [];
  let behind = 0;
  for (const tag of tags) {
    const between = text.slice(behind, tag.span.start);
    behind = tag.span.end;
    const top = open.at(-1);
    if (isChoose(top) && /\S/.test(between)) return tags;
    const effect = effectIn(open, tag, text.slice(tag.span.start, tag.span.end));
    if (effect === null) return tags;
    const isCase =
      isChoose(top) && top.subject !== '' && (effect.type === 'open' || effect.type === 'middle');
    const [before] = isCase ? joined.splice(top.since) : [];
    const start = before?.span.start ?? tag.span.start;
    const now = open.at(-1);
    if (now !== top && isChoose(now)) now.since = joined.length;
    joined.push({ ...tag, span: { start, end: tag.span.end }, effect });
  }
  return joined;
}

/** Null where it is none of these choices. */
function effectIn(open: Open[], { effect }: LoneTag, written: string): Effect | null {
  const [, word, rest = ''] = /^\{%\s*(choose|when|otherwise)\b\s*([^]*?)\s*%\}\\?$/.exec(written) ?? [];
  const top = open.at(-1);
  if (word === 'choose') {
    open.push({ subject: rest, cases: 0, since: 0 });
    return { type: 'none' };
  }
  if (word !== undefined) {
    if (!isChoose(top) || (word === 'otherwise' && top.cases === 0)) return null;
    open.push('case');
    const isFirst = top.cases++ === 0;
    if (!isFirst) return { type: 'middle', test: word === 'when' ? rest : null };
    return { type: 'open', test: top.subject === '' ? rest : `case ${top.subject}: ${rest}`, kind: 'if' };
  }
  if (isChoose(top) && effect.type !== 'close' && effect.type !== 'none') return null;
  if (effect.type === 'open') open.push('other');
  const closed = effect.type === 'close' ? open.pop() : 'other';
  return closed === 'case' || (isChoose(closed) && closed.cases === 0) ? { type: 'none' } : effect;
}

function isChoose(open: Open | undefined): open is Choose {
  return typeof open === 'object';
}
