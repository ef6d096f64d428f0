/** Text in a line in whose place something else stands when a server reads it. */
export interface Placeholder {
  /** `value`: `${NAME}`, which the server replaces; `template`: what a template engine does. */
  readonly kind: 'value' | 'template';
  /** As it is written. */
  readonly text: string;
}

/** `${map:key}` is mod_rewrite's. */
const VARIABLE = /\$\{[A-Za-z_][\w.-]*\}/g;

const TEMPLATE = new RegExp(
  [
    /<%.*?%>/, // ERB, EPP, EJS
    /<\?(?:php\b|=).*?\?>/,
    /\{\{.*?\}\}\}?/, // Jinja2, Mustache, Handlebars, Go
    /\{%[-+~]?\s*\w.*?%\}/,
    /\{#.*?#\}/,
    /\[%.*?%\]/, // Template Toolkit
    /#\{[^{}]*\}/,
    /@@?[A-Za-z_][\w.:-]*@@?/, // autoconf, build tools
    /%%[A-Za-z_][\w.-]*%%/,
    /__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__/,
    /<<[A-Za-z_][\w.-]*>>/,
    /<TMPL_VAR\b[^>]*>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
);

/** All of them, in order of place. */
export function findPlaceholders(text: string): Placeholder[] {
  if (!/[$<{[#@%_]/.test(text)) return [];
  const found = [
    ...[...text.matchAll(TEMPLATE)].map((match) => ({ kind: 'template' as const, match })),
    ...[...text.matchAll(VARIABLE)].map((match) => ({ kind: 'value' as const, match })),
  ];
  return found
    .toSorted((a, b) => a.match.index - b.match.index)
    .map(({ kind, match: [written] }) => ({ kind, text: written }));
}

export function hasPlaceholder(text: string): boolean {
  return findPlaceholders(text).length > 0;
}
