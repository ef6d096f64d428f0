import type { Effect } from './effects.ts';
import type { LoneTag } from './template-tag.ts';

// What Velocity and its kin write behind `#`, and a server takes for comments.

/** `#if($open) Allow from all #end`: a choice or a loop that ends in its line. */
const IN_LINE = /#(?:if|foreach)\s*\((?:[^()\n]|\([^()\n]*\))*\)[^\n]*?#(?:end\b|\{end\})/g;

/** A macro, which a line calls (`#acl($nets)`), or a call with text that it puts somewhere. */
const HELD = /^#(?:(?:macro|define)\s*\(|(?:def|closure)\s+\$?\w|@\w+\s*\()/;

/** Other lines may be put in for these. */
const INCLUDING = /^#(?:parse|include)\s*\(/;
const CALLING = /^#(?!(?:set|stop|evaluate)\b)[a-z]\w*\s*\(.*\)$/;

/** Choices that end in their line, each with what is in it: what is put out is not known. */
export function findHashChoices(text: string): LoneTag[] {
  if (!/#(?:if|foreach)\s*\(/.test(text)) return [];
  return Array.from(text.matchAll(IN_LINE), ({ index, 0: { length } }) => ({
    span: { start: index, end: index + length },
    effect: { type: 'value' },
  }));
}

/** What a line opens whose text is not put out where it stands; null of other lines. */
export function heldByHash(line: string): Effect | null {
  return HELD.test(line) ? { type: 'open', test: line, kind: 'other', isGiven: true } : null;
}

/** Whether other lines come in place of this one. @param isTemplate whether the text has choices of these languages */
export function isPutInByHash(line: string, isTemplate: boolean): boolean {
  return INCLUDING.test(line) || (isTemplate && CALLING.test(line));
}

/** A line that can't be prose, and opens a choice. */
const SURE = /^#(?:(?:if|foreach)\s*\(|ifn?def\s+\w+$)/;

/** Lines whose beginnings and ends do not fit, where some are no prose: what is put out of what is between them is not known. */
export function unknownChoices(lines: readonly string[], tags: readonly LoneTag[]): LoneTag[] {
  const isSure = lines.some((line) => SURE.test(line)) && tags.some(({ effect }) => effect.type === 'close');
  return isSure ? tags.map(({ span }) => ({ span, effect: { type: 'value' } })) : [];
}
