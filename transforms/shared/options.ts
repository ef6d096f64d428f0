// The Options directive as both servers read it (set_options and merge_core_dir_configs in server/core.c): what a line or a section makes
// of its words. 2.4 changed which lines it accepts, and the default.
import { OPTION, OPTION_WORDS } from '../../src/catalog/index.ts';

export { OPTIONS_ALL } from '../../src/catalog/index.ts';

export const INDEXES = OPTION.indexes;
export const INCLUDES = OPTION.includes;
export const FOLLOW_SYM_LINKS = OPTION.followSymLinks;
export const EXEC_CGI = OPTION.execCgi;

/** One word of an Options line. */
export interface OptionWord {
  readonly sign: '' | '+' | '-';
  /** As written, without the sign. */
  readonly name: string;
  readonly bits: number;
}

/** What a section says: with `isSet` the options are `on`; else `added` and `removed` change the ones around it. */
export interface OptionState {
  readonly isSet: boolean;
  readonly on: number;
  readonly added: number;
  readonly removed: number;
}

export const NO_OPTIONS: OptionState = { isSet: false, on: 0, added: 0, removed: 0 };

/** The words of a line; null if one is no option (both servers refuse the line). */
export function readOptionWords(args: readonly string[]): OptionWord[] | null {
  const words: OptionWord[] = [];
  for (const arg of args) {
    const sign = arg[0] === '+' || arg[0] === '-' ? arg[0] : '';
    const name = arg.slice(sign.length);
    const bits = OPTION_WORDS.get(name.toLowerCase());
    if (bits === undefined) return null;
    words.push({ sign, name, bits });
  }
  return words;
}

/** Whether 2.4 refuses the line although 2.2 read it: signs beside none, All or None signed or behind another word. */
export function isRefusedBy24(words: readonly OptionWord[]): boolean {
  let isFirst = true;
  let isMerge = false;
  let isFromAllOrNone = false;
  for (const { sign, name } of words) {
    if (sign !== '' && !isMerge && !isFirst && !isFromAllOrNone) return true;
    if (sign === '' && isMerge) return true;
    isMerge ||= sign !== '';
    if (/^(all|none)$/i.test(name)) {
      if (!isFirst || isMerge) return true;
      isFromAllOrNone = true;
    }
    isFirst = false;
  }
  return false;
}

/** The section's state after one more line in it. */
export function applyOptions(state: OptionState, words: readonly OptionWord[]): OptionState {
  let { isSet, on, added, removed } = state;
  let hasReset = false;
  for (const { sign, bits } of words) {
    if (sign === '' && !hasReset) {
      on = 0;
      isSet = true;
      hasReset = true;
    }
    on = sign === '-' ? on & ~bits : on | bits;
    if (sign === '+') [added, removed] = [added | bits, removed & ~bits];
    if (sign === '-') [added, removed] = [added & ~bits, removed | bits];
  }
  return { isSet, on, added, removed };
}

/** The section's state on top of the one around it. */
export function mergeOptions(outer: OptionState, inner: OptionState): OptionState {
  if (inner.isSet) return inner;
  const added = (outer.added & ~inner.removed) | inner.added;
  const removed = (outer.removed & ~inner.added) | inner.removed;
  return { isSet: outer.isSet, on: (outer.on & ~removed) | added, added, removed };
}

/** The words that stand for the bits, in the manual's order; null where no unsigned words do. */
export function spellOptions(bits: number): string[] | null {
  if (bits === 0) return ['None'];
  if ((bits & OPTION.includesExec) !== 0 && (bits & INCLUDES) === 0) return null;
  const words: string[] = [];
  let rest = bits;
  for (const name of [
    'Indexes',
    'Includes',
    'IncludesNOEXEC',
    'FollowSymLinks',
    'SymLinksIfOwnerMatch',
    'ExecCGI',
    'MultiViews',
  ]) {
    const own = OPTION_WORDS.get(name.toLowerCase())!;
    if ((rest & own) !== own) continue;
    words.push(name);
    rest &= ~own;
  }
  return words;
}
