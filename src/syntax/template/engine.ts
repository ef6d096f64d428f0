/** Whose tags are looked for; `auto`: those that the file's name speaks of, else all that are known by their brackets. */
export const TEMPLATE_ENGINES = ['auto', 'erb', 'epp', 'jinja', 'mustache', 'm4', 'none'] as const;

export type TemplateEngine = (typeof TEMPLATE_ENGINES)[number];

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

export function engineFor(path: string, text: string, wanted: TemplateEngine): TemplateEngine {
  if (wanted !== 'auto') return wanted;
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending]!;
  return mayHoldMacros(text) && MACROS.test(text) ? 'm4' : 'auto';
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
