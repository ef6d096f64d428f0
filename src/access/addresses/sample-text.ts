import type { PatternMatch, PatternOptions } from '../../pattern/index.ts';
import { matchPattern } from '../../pattern/index.ts';
import type { Version } from '../sections/worlds.ts';

/** The pattern matched against the text, as PCRE would. */
export function matchText(pattern: string, text: string, options: PatternOptions = {}): PatternMatch {
  return matchPattern(pattern, text, options);
}

/** The target of AliasMatch, the value of SetEnvIf, with what was matched put in (`ap_pregsub`): in 2.2 `&` is all of it. */
export function fillGroups(text: string, groups: readonly (string | undefined)[], version: Version): string {
  const parts = version === '2.2' ? /\\([$&])|\$(\d)|&/g : /\\(.)|\$(\d)/gs;
  return text.replace(
    parts,
    (_, literal?: string, digit?: string) => literal ?? groups[Number(digit ?? 0)] ?? '',
  );
}

/**
 * A short text that the regular expression matches, made by reading it: first branch of alternatives, as few repetitions as
 * will do. Null for what is not read so (look-around, back-references) or does not come out right.
 */
export function sampleText(pattern: string): string | null {
  const state: State = { text: pattern.replace(/^\(\?i\)/, ''), at: 0 };
  const sample = branches(state);
  if (sample === null || state.at < state.text.length) return null;
  const match = matchText(pattern, sample);
  return match === null || match === 'unreadable' ? null : sample;
}

/** A text that a shell pattern matches. */
export function sampleWildcard(pattern: string): string {
  return pattern.replace(
    /\\(.)|\[[!^]?([^\]])[^\]]*\]|[*?]/g,
    (_, literal?: string, first?: string) => literal ?? first ?? 'x',
  );
}

interface State {
  readonly text: string;
  at: number;
}

function branches(state: State): string | null {
  const first = sequence(state);
  while (state.text[state.at] === '|') {
    state.at++;
    if (sequence(state) === null) return null;
  }
  return first;
}

function sequence(state: State): string | null {
  let sample = '';
  while (state.at < state.text.length && !'|)'.includes(state.text[state.at] ?? '')) {
    const piece = atom(state);
    const times = repetitions(state);
    if (piece === null) return null;
    sample += piece.repeat(times);
  }
  return sample;
}

function atom(state: State): string | null {
  const char = state.text[state.at++] ?? '';
  switch (char) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'x';
    case '(':
      return group(state);
    case '[':
      return oneOf(state);
    case '\\':
      return escaped(state.text[state.at++] ?? '');
    default:
      return char;
  }
}

function group(state: State): string | null {
  if (state.text[state.at] === '?') {
    if (!state.text.startsWith('?:', state.at)) return null;
    state.at += 2;
  }
  const inner = branches(state);
  return state.text[state.at++] === ')' ? inner : null;
}

function oneOf(state: State): string | null {
  const match = /^\[\^?\]?(?:\\.|[^\]\\])*\]/s.exec(state.text.slice(state.at - 1))?.[0];
  if (match === undefined) return null;
  state.at += match.length - 1;
  const candidates = [...'xa0A-_./ ', ...match];
  return candidates.find((char) => matchText(`^${match}$`, char) !== null) ?? null;
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0',
  w: 'x',
  s: ' ',
  D: 'x',
  W: '-',
  S: 'x',
  b: '',
  t: '\t',
};

function escaped(char: string): string | null {
  if (/[A-Za-z]/.test(char)) return CLASSES[char] ?? null;
  return /\d/.test(char) ? null : char;
}

/** How often what stands before is to be there: once, unless the text says that more are needed. */
function repetitions(state: State): number {
  const match = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})[?+]?/.exec(state.text.slice(state.at));
  if (match === null) return 1;
  state.at += match[0].length;
  if (match[1] !== undefined) return Number(match[1]);
  return match[0].startsWith('+') ? 1 : 0;
}
