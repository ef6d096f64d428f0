import { templateParts } from './blocks.ts';
import type { TemplateEngine } from './engine.ts';
import { findTags } from './tags.ts';
import type { TemplateTag } from './template-tag.ts';

const BY_ENDING: Readonly<Record<string, TemplateEngine>> = {
  erb: 'erb',
  epp: 'epp',
  j2: 'jinja',
  jinja: 'jinja',
  jinja2: 'jinja',
  mustache: 'mustache',
  hbs: 'mustache',
  mako: 'mako',
  mak: 'mako',
  genshi: 'genshi',
  m4: 'm4',
};

export interface FoundTags {
  readonly engine: TemplateEngine;
  /** In order. */
  readonly tags: readonly TemplateTag[];
}

/** The tags of a file, and whose they are, where `auto` leaves that to its name and its text. */
export function tagsOfFile(path: string, text: string, wanted: TemplateEngine): FoundTags {
  const engine = engineOf(path, text, wanted);
  const tags = findTags(text, engine);
  return engine === 'auto' && onlyQuotes(tags, text) ? { engine: 'none', tags: [] } : { engine, tags };
}

function engineOf(path: string, text: string, wanted: TemplateEngine): TemplateEngine {
  const engine = wanted === 'auto' ? engineShownBy(path, text) : wanted;
  const hasWords = (engine === 'auto' || engine === 'jinja') && text.includes('{%');
  return hasWords && BARE_END.test(text) ? 'genshi' : engine;
}

/** Genshi and Tornado end choices so, Jinja2 and Twig do not. */
const BARE_END = /\{%\s*end\s*%\}/;

/** `auto` if neither tells. */
function engineShownBy(path: string, text: string): TemplateEngine {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending]!;
  if (mayHoldMacros(text) && MACROS.test(text)) return 'm4';
  return text.includes('${') && MAKO.test(text) ? 'mako' : 'auto';
}

/** Tags in comments alone that do not go together are no template's: rules of mod_security quote attacks so. */
function onlyQuotes(tags: readonly TemplateTag[], text: string): boolean {
  const isInComment = (at: number) => /^[ \t]*#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
  return (
    tags.length > 0 && tags.every(({ span }) => isInComment(span.start)) && templateParts(text, tags) === null
  );
}

/** A choice of Python in a line of its own, or a section of Mako's. */
const MAKO = /^[ \t]*%[ \t]*(?:if|for|while)\b[^\n]*:[ \t]*$|<%(?:def|inherit|namespace|page)\b/m;

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
