import { DEFINED_VALUE } from '../assumption.ts';
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
