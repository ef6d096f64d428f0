import type { Check, Checks } from './types.ts';

/** What mod_setenvif says of the words of its lines, patterns and expressions apart (modules/metadata/mod_setenvif.c). */
export const ENVIRONMENT_CHECKS: Checks = {
  setenvif: inTurn('header-field name', 'regular expression', 'envariable expression'),
  setenvifnocase: inTurn('header-field name', 'regular expression', 'envariable expression'),
  browsermatch: inTurn('regular expression', 'envariable expression'),
  browsermatchnocase: inTurn('regular expression', 'envariable expression'),
  setenvifexpr: inTurn('expression', 'envariable expression'),
};

/** Words that are read one after the other; an empty one is none. */
function inTurn(...words: readonly string[]): Check {
  return ({ name, args }) => {
    const missing = words.find((_, i) => (args[i] ?? '') === '');
    return missing === undefined ? null : `Missing ${missing} for ${name}`;
  };
}
