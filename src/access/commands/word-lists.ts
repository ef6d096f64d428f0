import { untilEmpty } from '../../text/index.ts';
import type { Check, Checks } from './types.ts';
import { isOpen } from './types.ts';

/** A word that must be one of a few. @param complaint as the server puts it, the word standing for `{}` */
export function oneOf(known: RegExp, complaint: string): Check {
  return ({ args: [word = ''] }) => oddWord([word], known, complaint);
}

/** Words each of which must be one of a few. */
export function allOf(known: RegExp, complaint: string): Check {
  return ({ args }) => oddWord(args, known, complaint);
}

/** The same, read word by word until an empty one (ITERATE in the command table). */
export function eachOf(known: RegExp, complaint: string): Check {
  return ({ args }) => oddWord(untilEmpty(args), known, complaint);
}

/** The same checks, of lines that 2.4 reads. */
export function onlyBy24(checks: Checks): Checks {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, byVersion(null, check)]));
}

/** Numbers are read by `atoi`: what is none is 0. */
export function notNegative(complaint: string): Check {
  return oneOf(/^(?!\s*-0*[1-9])/, complaint);
}

export function positive(complaint: string): Check {
  return oneOf(/^\s*\+?0*[1-9]/, complaint);
}

/** Sizes of the buffers of sockets. @param name of the directive, as the server writes it */
export function bufferSize(name: string): Check {
  return oneOf(
    /^(?!\s*-0*[1-9])(?!\s*\+?0*(?:[1-9]\d?|[1-4]\d\d|50\d|51[01])(?!\d))/,
    `${name} must be >= 512 bytes, or 0 for system default.`,
  );
}

function oddWord(words: readonly string[], known: RegExp, complaint: string): string | null {
  const odd = words.find((word) => !known.test(word) && !isOpen(word));
  return odd === undefined ? null : complaint.replace('{}', () => odd);
}

/** What either version says. */
export function byVersion(of22: Check | null, of24: Check | null): Check {
  return (command) => (command.version === '2.2' ? of22 : of24)?.(command) ?? null;
}
