import { DEFINED_VALUE } from '../unknown.ts';
import type { StartNames, Truth } from '../types.ts';
import { and } from './truth.ts';

/** What is defined at one point of the reading order, and the values of variables there. */
export interface Defines {
  isDefined(name: string): { readonly on22: Truth; readonly on24: Truth };
  /** From a Define line, else from the environment. */
  valueOf(name: string): string | undefined;
  define(name: string, value: string | undefined, on22: Truth, on24: Truth): void;
  undefine(name: string, on22: Truth, on24: Truth): void;
  /** Every name that was given or that a line may define, with its value ('' for none). */
  all(): ReadonlyMap<string, string>;
}

interface Defined {
  readonly on22: Truth;
  readonly on24: Truth;
  readonly value: string | undefined;
}

/** A name of which nothing is said: the server may be started with -D, the command line is not at hand. Both ways must be right. */
const OPEN: Defined = { on22: 'maybe', on24: 'maybe', value: undefined };
const GIVEN: Defined = { on22: 'yes', on24: 'yes', value: undefined };
const NOT_GIVEN: Defined = { on22: 'no', on24: 'no', value: undefined };

/**
 * Starts with the -D names. Stock 2.2 knows no Define line; a tree of 2.2 that has one is read by a server with mod_define, so it
 * counts for both.
 */
export function createDefines(
  { defines, notDefined, isComplete }: StartNames,
  environment: ReadonlyMap<string, string>,
): Defines {
  const known = new Map<string, Defined>([
    ...notDefined.map((name) => [name, NOT_GIVEN] as const),
    ...defines.map((name) => [name, GIVEN] as const),
  ]);
  const others = isComplete ? NOT_GIVEN : OPEN;
  return {
    // What a Define line alone gives (`DEFINED_VALUE`) is not given with -D.
    isDefined: (name) => known.get(name) ?? (name.startsWith(DEFINED_VALUE) ? NOT_GIVEN : others),
    valueOf: (name) => known.get(name)?.value ?? environment.get(name),
    define(name, value, on22, on24) {
      if (on22 === 'no' && on24 === 'no') return;
      const before = known.get(name) ?? others;
      known.set(name, {
        on22: either(before.on22, on22),
        on24: either(before.on24, on24),
        value: value ?? before.value,
      });
    },
    undefine(name, on22, on24) {
      const before = known.get(name) ?? others;
      const after = { on22: without(before.on22, on22), on24: without(before.on24, on24) };
      known.set(name, { ...after, value: on22 === 'yes' || on24 === 'yes' ? undefined : before.value });
    },
    all: () =>
      new Map(
        [...known]
          .filter(([, { on22, on24 }]) => on22 !== 'no' || on24 !== 'no')
          .map(([name, { value }]) => [name, value ?? '']),
      ),
  };
}

function either(a: Truth, b: Truth): Truth {
  if (a === 'yes' || b === 'yes') return 'yes';
  return a === 'no' && b === 'no' ? 'no' : 'maybe';
}

function without(before: Truth, removed: Truth): Truth {
  return removed === 'yes' ? 'no' : removed === 'no' ? before : and(before, 'maybe');
}

/** What a line may become. Values that are made of values could double with every line of the file. */
const LONGEST = 1 << 20;

/**
 * The text with every `${NAME}` that has a value replaced, once, from left to right, as ap_resolve_env does it
 * (server/util.c in 2.2, server/core.c in 2.4): what has none stays as it is.
 */
export function expandVariables(
  text: string,
  valueOf: (name: string) => string | undefined,
  onUnknown: (name: string) => void = () => {},
): string {
  const parts: string[] = [];
  let at = 0;
  let length = text.length;
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', at)) {
    const close = text.indexOf('}', open);
    if (close === -1) break;
    const name = text.slice(open + 2, close);
    const value = valueOf(name);
    length += value?.length ?? 0;
    const isKnown = value !== undefined && length <= LONGEST;
    if (!isKnown) onUnknown(name);
    parts.push(text.slice(at, open), isKnown ? value : text.slice(open, close + 1));
    at = close + 1;
  }
  return at === 0 ? text : parts.join('') + text.slice(at);
}
