/** Whose tags are looked for; `auto`: those that the file's name speaks of, else all that are known by their brackets. */
export const TEMPLATE_ENGINES = [
  'auto',
  'erb',
  'epp',
  'jinja',
  'mako',
  'genshi',
  'mustache',
  'm4',
  'none',
] as const;

export type TemplateEngine = (typeof TEMPLATE_ENGINES)[number];
