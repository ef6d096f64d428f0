import type { TemplateEngine } from './engine.ts';
import type { PutInValue, ValueLanguage } from './put-in-value.ts';
import { readValue } from './put-in-value.ts';
import { changesName } from './template-names.ts';
import {
  readTernary,
  readLoneTernary,
  readOr,
  readElvis,
  readTwigElvis,
  readNullish,
  readFreemarker,
  readModifier,
  readInlineIf,
  readAndOr,
  readOrWord,
  readTernaryFilter,
  readDefault,
  readSprig,
  readPuppetIf,
  readSelector,
} from './value-readers.ts';

/**
 * The word or the choice that a tag puts in (`{{ 'all' if public else nets }}`); null of one of which no more is known than its name.
 */
export function putInValue(written: string, engine: TemplateEngine): PutInValue | null {
  // By far the most have no word in them.
  if (!/["']/.test(written) || changesName(written)) return null;
  const [code, language] = expressionIn(written, engine);
  const value = language === null ? null : readValue(code, language);
  return value?.type === 'value' ? null : value;
}

function expressionIn(
  written: string,
  engine: TemplateEngine,
): [code: string, language: ValueLanguage | null] {
  for (const [pattern, languageOf] of TAGS) {
    const code = pattern.exec(written)?.[1];
    if (code !== undefined) return [code, languageOf(written, engine)];
  }
  return ['', null];
}

const RUBY: ValueLanguage = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if ${test} %>`,
  readers: [readModifier, readTernary, readAndOr, readOr, readOrWord],
};
const PUPPET: ValueLanguage = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if ${test} { %>`,
  readers: [readPuppetIf, readSelector],
};
const PERL: ValueLanguage = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if (${test}) { %>`,
  readers: [readTernary, readAndOr, readOr],
};
const EJS: ValueLanguage = {
  value: (code) => `<%- ${code} %>`,
  choice: (test) => `<% if (${test}) { %>`,
  readers: [readTernary, readAndOr, readOr, readNullish],
};
const PHP: ValueLanguage = {
  value: (code) => `<?= ${code} ?>`,
  choice: (test) => `<?php if (${test}): ?>`,
  readers: [readLoneTernary, readElvis],
};
const TOOLKIT: ValueLanguage = {
  value: (code) => `[% ${code} %]`,
  choice: (test) => `[% IF ${test} %]`,
  readers: [readTernary, readOr],
};
const JINJA: ValueLanguage = {
  value: (code) => `{{ ${code} }}`,
  choice: (test) => `{% if ${test} %}`,
  readers: [readInlineIf, readTernaryFilter, readDefault, readOrWord],
};
const MAKO: ValueLanguage = {
  value: (code) => `\${${code}}`,
  choice: (test) => `% if ${test}:`,
  readers: [readInlineIf, readOrWord],
};
const GENSHI: ValueLanguage = {
  value: (code) => `\${${code}}`,
  choice: (test) => `{% if ${test} %}`,
  readers: [readInlineIf, readOrWord],
};
const FREEMARKER: ValueLanguage = {
  value: (code) => `\${${code}}`,
  choice: (test) => `<#if ${test}>`,
  readers: [readFreemarker],
};
/** Of these the text of a word stands between double quotes; others (Groovy) have the same `?`, and other choices. */
const TERRAFORM: ValueLanguage = {
  value: (code) => `\${${code}}`,
  choice: (test) => `%{ if ${test} }`,
  readers: [readTernary],
};
/** Of a file whose name does not say whether it is Jinja's: what an empty text is to `default` differs. */
const BRACES: ValueLanguage = { ...JINJA, readers: [readInlineIf, readTernaryFilter] };
const TERNARY: ValueLanguage = { ...JINJA, readers: [readTernary] };
const SPRIG: ValueLanguage = {
  ...JINJA,
  choice: (test) => `{{ if ${test} }}`,
  readers: [readSprig],
};
/** Whose variables have a `$`, unlike those of Twig. */
const BLADE: ValueLanguage = {
  value: (code) => `{{ ${code} }}`,
  choice: (test) => `@if (${test})`,
  readers: [readLoneTernary, readElvis],
};
const TWIG: ValueLanguage = { ...JINJA, readers: [readTwigElvis] };

/** The tags of values, and whose they are. */
const TAGS: readonly (readonly [
  RegExp,
  (written: string, engine: TemplateEngine) => ValueLanguage | null,
])[] = [
  [/^<%-?=([^]*?)-?%>$/, (written, engine) => codeLanguage(written, engine)],
  [/^<%-(?!=)([^]*?)[-_]?%>$/, (_written, engine) => (engine === 'auto' ? EJS : null)],
  [/^<\?(?:=|php\s+echo\b)([^]*?);?\s*\?>$/, () => PHP],
  [/^\[%[-+]?\s([^]*?)[-+]?%\]$/, () => TOOLKIT],
  [/^\$\{([^]*)\}$/, (written, engine) => expressionLanguage(written, engine)],
  [/^\{\{(?!\{)-?([^]*?)-?\}\}$/, (written, engine) => bracesLanguage(written, engine)],
];

/** Of a file whose name does not say it, that of the signs before variables: Ruby's, or Perl's (Rex, Mojolicious). */
function codeLanguage(written: string, engine: TemplateEngine): ValueLanguage | null {
  if (engine === 'epp') return PUPPET;
  if (engine === 'erb') return RUBY;
  if (written.includes('$')) return PERL;
  return /(?<![\w"'])@\w/.test(written) ? RUBY : null;
}

function expressionLanguage(written: string, engine: TemplateEngine): ValueLanguage | null {
  if (engine === 'mako') return MAKO;
  if (engine === 'genshi') return GENSHI;
  if (/!\s*["']|\?then\(/.test(written)) return FREEMARKER;
  return written.includes("'") ? null : TERRAFORM;
}

function bracesLanguage(written: string, engine: TemplateEngine): ValueLanguage | null {
  if (engine === 'jinja') return JINJA;
  if (engine === 'mustache') return null;
  if (/\$\w[^]*\s\?[?:]?\s/.test(written)) return BLADE;
  if (/\s\?\s/.test(written)) return TERNARY;
  if (/(?:^\{\{-?\s*|\|\s*)(?:ternary|default)\s+"/.test(written)) return SPRIG;
  return /\s\?[?:]\s/.test(written) ? TWIG : BRACES;
}
