import { templateParts } from './blocks.ts';
import type { TemplateEngine } from './engine.ts';
import { findTags } from './tags.ts';

const BY_ENDING: Readonly<Record<string, TemplateEngine>> = {
  erb: 'erb',
  epp: 'epp',
  j2: 'jinja',
  jinja: 'jinja',
  jinja2: 'jinja',
  mustache: 'mustache',
  hbs: 'mustache',
  m4: 'm4',
};

/** Whose tags are looked for in a file, where `auto` leaves that to its name and its text. */
export function engineFor(path: string, text: string, wanted: TemplateEngine): TemplateEngine {
  if (wanted !== 'auto') return wanted;
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending]!;
  if (mayHoldMacros(text) && MACROS.test(text)) return 'm4';
  return onlyQuotesTags(text) ? 'none' : 'auto';
}

/** Tags in comments alone that do not go together are no template's: rules of mod_security quote attacks so. */
function onlyQuotesTags(text: string): boolean {
  const tags = findTags(text);
  const isInComment = (at: number) => /^[ \t]*#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
  return tags.length > 0 && tags.every(({ span }) => isInComment(span.start)) && templateParts(text) === null;
}

/** Calls that only m4 knows, at the beginning of a line. */
const MACROS = /^[ \t]*(?:(?:define|undefine|ifdef|s?include)\(`|ifelse\(|divert\(-?\d|changequote\(|dnl\b)/m;

/** What the pattern needs somewhere: a pattern for the beginning of lines takes many times as long as a look for characters. */
function mayHoldMacros(text: string): boolean {
  if (text.includes('dnl')) return true;
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    // `define(\`` and the like; ifelse, changequote, divert.
    if (text[at + 1] === '`' || text[at - 1] === 'e' || text[at - 1] === 't') return true;
  }
  return false;
}
