import { EXPRESSIONS, findMacros } from './template/index.ts';
import type { TemplateEngine } from './template/index.ts';

/** Text in a line in whose place something else stands when a server reads it. */
export interface Placeholder {
  /** `value`: `${NAME}`, which the server replaces; `template`: what a template engine does. */
  readonly kind: 'value' | 'template';
  /** As it is written. */
  readonly text: string;
}

/** `${map:key}` is mod_rewrite's. */
const VARIABLE = /\$\{[A-Za-z_][\w.-]*\}/g;

const CODE = [/<%.*?%>/];
const BRACES = [/\{\{.*?\}\}\}?/];
const WORDS = [/\{%[-+~]?\s*\w.*?%\}/, /\{#.*?#\}/];

/**
 * What build tools and shells replace, whatever engine there is beside them. In a pattern nothing stands behind `$`; in an address two digits
 * stand behind `%`, and in a format no word between two of them.
 */
const SIGNS = [
  /##[A-Za-z_][\w.-]*##/,
  /%[A-Z][A-Z0-9_]{2,}%(?![0-9A-Fa-f]{2})/,
  /%\([A-Za-z_]\w*\)[sd]/,
  /\[\[[A-Za-z_]\w+\]\]/,
  /(?<![%$@#\\{<>\w)\]])\{[A-Z][A-Z0-9_]{2,}\}(?!\})/,
  /\{\$[A-Za-z_][\w.]*\}/,
  /(?<![\\$%\w)\]])\$\([A-Za-z_]\w*\)/,
  // Velocity's for a value that may not be there.
  /\$!(?:[A-Za-z_][\w.]*|\{[A-Za-z_][\w.]*\})/,
  /#\{[^{}]*\}/,
  /@@?[A-Za-z_][\w.:-]*@@?/,
  /%%[A-Za-z_][\w.-]*%%/,
  /__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__/,
  /<<[A-Za-z_][\w.-]*>>/,
  /(?<![\w|()[\]\\^$*+?])\|[A-Z][A-Z0-9_]+\|(?![\w|()[\]\\^$*+?])/,
  /(?<![\\$%\w)\]])\$[A-Za-z_]\w*/,
  /\$\{[A-Za-z_]\w*:[-=?+][^{}]*\}/,
];

/** Of each engine what it puts in, its tags of all kinds among them (`findTags` knows what they do). */
const PATTERNS: Readonly<Record<TemplateEngine, RegExp | null>> = {
  auto: anyOf([
    CODE,
    [/<\?(?:php\b|=).*?\?>/],
    BRACES,
    WORDS,
    [/\[%.*?%\]/, /<(?:TMPL_VAR|tmpl_var)\b[^>]*>/, /\{tmpl_var\s[^{}]*\}/],
    [/<#[a-z]+\b[^>]*>/, /\[#[a-z]+\b[^\]]*\]/],
    EXPRESSIONS,
    SIGNS,
  ]),
  erb: anyOf([CODE, SIGNS]),
  epp: anyOf([CODE, SIGNS]),
  jinja: anyOf([BRACES, WORDS, SIGNS]),
  mustache: anyOf([BRACES, SIGNS]),
  m4: anyOf([SIGNS]),
  mako: anyOf([CODE, EXPRESSIONS, SIGNS]),
  genshi: anyOf([BRACES, WORDS, EXPRESSIONS, SIGNS]),
  none: null,
};

function anyOf(patterns: readonly (readonly RegExp[])[]): RegExp {
  const all = patterns.flat().map(({ source }) => source);
  return new RegExp(all.join('|'), 'gs');
}

/** Without one of these there is none: most words have none. */
const SIGN = /[$@]|<[%?Tt<#]|\{[{%#A-Zt]|#[{#]|\[[%[#]|%%|%[(A-Z]|__|\|[A-Z]/;

/** All of them, in order of place. */
export function findPlaceholders(text: string, engine: TemplateEngine = 'auto'): Placeholder[] {
  const macros = engine === 'm4' ? findMacros(text) : [];
  if (macros.length === 0 && !SIGN.test(text)) return [];
  const pattern = PATTERNS[engine];
  const found = [
    ...(pattern === null ? [] : matchesOf(text, pattern, 'template')),
    ...matchesOf(text, VARIABLE, 'value'),
    ...macros.map(({ index, text: written }) => ({ index, kind: 'template' as const, text: written })),
  ];
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ kind, text: written }) => ({ kind, text: written }));
}

function matchesOf(text: string, pattern: RegExp, kind: Placeholder['kind']) {
  return [...text.matchAll(pattern)].map(({ index, 0: written }) => ({ index, kind, text: written }));
}

export function hasPlaceholder(text: string, engine: TemplateEngine = 'auto'): boolean {
  return findPlaceholders(text, engine).length > 0;
}
