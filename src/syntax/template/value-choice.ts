import type { TemplateEngine } from './engine.ts';
import type { Masked } from './expression-mask.ts';
import { atCommas, maskCode, partsOf, withoutBrackets } from './expression-mask.ts';
import { changesName } from './template-names.ts';

/** What a tag puts in, where it says so itself: a word, what a simpler tag puts in, or one of two of these. */
export type PutInValue =
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'value'; readonly tag: string }
  | {
      readonly type: 'choice';
      /** That asks the same around lines: `{% if public %}`. */
      readonly tag: string;
      readonly holds: PutInValue;
      readonly fails: PutInValue;
    };

/** How values and choices are written in a language. */
interface Language {
  readonly value: (code: string) => string;
  readonly choice: (test: string) => string;
  /** One for each way to write an expression that chooses. */
  readonly readers: readonly Reader[];
}

type Reader = (code: Masked, language: Language) => PutInValue | null;

/** All that put in or ask something of which no more is known. */
export function tagsIn(value: PutInValue): readonly string[] {
  if (value.type === 'word') return [];
  return value.type === 'value' ? [value.tag] : [value.tag, ...tagsIn(value.holds), ...tagsIn(value.fails)];
}

/** Whether one of its words ends another one, or begins one. */
export function holdsBlanks(value: PutInValue): boolean {
  if (value.type === 'word') return /\s/.test(value.word);
  return value.type === 'choice' && (holdsBlanks(value.holds) || holdsBlanks(value.fails));
}

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

function expressionIn(written: string, engine: TemplateEngine): [code: string, language: Language | null] {
  for (const [pattern, languageOf] of TAGS) {
    const code = pattern.exec(written)?.[1];
    if (code !== undefined) return [code, languageOf(written, engine)];
  }
  return ['', null];
}

/** Nothing in it means something to the language or to a server, or is written differently in a page. */
const WORD = /^(["'])([\w .,:/=*+-]*)\1$/;
/** A name, what is looked up in it, and what makes one text of it. */
const SIMPLE =
  /^[@$.]{0,2}[A-Za-z_]\w*(?:(?:\.|::|->)\w+|\(\u0002*\)|(?:->)?[[{]\u0002*[\]}])*(?:\s*\|\s*\w+(?:\(\u0002*\))?)*$/;

function readValue(written: string, language: Language): PutInValue | null {
  const code = withoutBrackets(written);
  const word = WORD.exec(code)?.[2];
  if (word !== undefined) return { type: 'word', word };
  const masked = maskCode(code);
  if (masked === null || code.includes('\n')) return null;
  for (const reader of language.readers) {
    const value = reader(masked, language);
    if (value !== null) return value;
  }
  return SIMPLE.test(masked.mask) ? { type: 'value', tag: language.value(code) } : null;
}

/** Null where one of the two is more than a value or a choice. */
function choose(test: string, holds: string, fails: string, language: Language): PutInValue | null {
  const first = readValue(holds, language);
  const second = readValue(fails, language);
  if (first === null || second === null || GIVES_VALUE.test(withoutStrings(test))) return null;
  return { type: 'choice', tag: language.choice(withoutBrackets(test)), holds: first, fails: second };
}

function withoutStrings(code: string): string {
  return code.replace(/(["']).*?\1/g, '');
}

/** A test that is written once more must do nothing else. */
const GIVES_VALUE = /\b(?:if|unless|do)\b|[^=!<>]=(?![=~>])|;/;

const NOTHING = "''";

/** What binds less tightly than `?`, or has more to it. */
const LOOSE = /\b(?:and|or|not|if|unless|do)\b|[^=!<>]=(?![=~>])|[,;]/i;

/** `x ? 'a' : 'b'`. */
const readTernary: Reader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [test, holds, fails] = partsOf(masked, /^([^]+?)\s+\?\s+([^?:]+?)\s*:\s+([^]+)$/) ?? [];
  if (test === undefined || holds === undefined || fails === undefined) return null;
  return choose(test, holds, fails, language);
};

/** Of PHP, where a second `?` does not belong to the second word. */
const readLoneTernary: Reader = (masked, language) =>
  /\?[^]*\?/.test(masked.mask) ? null : readTernary(masked, language);

/** `x || 'a'`. */
const readOr: Reader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [first, second] = partsOf(masked, /^((?:->|[^|?&<>=~+-])+?)\s*\|\|\s*([^?|&]+)$/) ?? [];
  return first === undefined || second === undefined ? null : choose(first, first, second, language);
};

/** `$x ?: 'a'`, `$x ?? 'a'`. */
const readElvis: Reader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [first, sign, second] = partsOf(masked, /^(\$[^?:]+?)\s*(\?:|\?\?)\s*([^?:]+)$/) ?? [];
  if (first === undefined || second === undefined) return null;
  return choose(sign === '??' ? `isset(${first})` : first, first, second, language);
};

/** `x ?: 'a'`, `x ?? 'a'` of Twig. */
const readTwigElvis: Reader = (masked, language) => {
  const [first, sign, second] = partsOf(masked, /^([A-Za-z_][^?:]*?)\s*(\?:|\?\?)\s*(\u0001+)$/) ?? [];
  if (first === undefined || second === undefined || (sign === '??' && first.includes('|'))) return null;
  return choose(
    sign === '??' ? `${first} is defined and ${first} is not null` : first,
    first,
    second,
    language,
  );
};

/** `x ?? 'a'` of JavaScript. */
const readNullish: Reader = (masked, language) => {
  const [first, second] = partsOf(masked, /^([A-Za-z_][\w.]*)\s*\?\?\s*(\u0001+)$/) ?? [];
  return first === undefined || second === undefined
    ? null
    : choose(`${first} != null`, first, second, language);
};

/** FreeMarker's `x!"a"`, `x?then("a", y)`. */
const readFreemarker: Reader = (masked, language) => {
  const [name, word] = partsOf(masked, /^([A-Za-z_][\w.]*|\(\u0002*\))!\s*(\u0001+)$/) ?? [];
  if (name !== undefined && word !== undefined)
    return choose(`${name}??`, withoutBrackets(name), word, language);
  const [test, list] = partsOf(masked, /^([A-Za-z_][\w.]*|\(\u0002*\))\?then\((\u0002*)\)$/) ?? [];
  const [holds, fails, ...more] = atCommas(list ?? '') ?? [];
  if (test === undefined || holds === undefined || fails === undefined || more.length > 0) return null;
  return test.includes('>') ? null : choose(test, holds, fails, language);
};

/** Ruby's `'a' if x`. */
const readModifier: Reader = (masked, language) => {
  const [holds, word, test] = partsOf(masked, /^(\u0001+)\s+(if|unless)\s+([^]+)$/) ?? [];
  if (holds === undefined || test === undefined) return null;
  const [first, second] = word === 'if' ? [holds, NOTHING] : [NOTHING, holds];
  return choose(test, first, second, language);
};

/** Jinja2's `'a' if x else 'b'`. */
const readInlineIf: Reader = (masked, language) => {
  const [holds, test, , fails = NOTHING] =
    partsOf(masked, /^([^]+?)\s+if\s+((?:(?!\s(?:if|else)\s)[^])+)(\s+else\s+([^]+))?$/) ?? [];
  if (holds === undefined || test === undefined) return null;
  return choose(test, holds, fails === '' ? NOTHING : fails, language);
};

/** `x && 'a' || 'b'`: a word counts as true, if it is not empty. */
const readAndOr: Reader = (masked, language) => {
  const [test, holds, fails] =
    partsOf(masked, /^([^|&<>=~+,;?:-]+?)\s*&&\s*(\u0001{3,})\s*\|\|\s*(\u0001+)$/) ?? [];
  if (test === undefined || holds === undefined || fails === undefined || LOOSE.test(test)) return null;
  return /^(["'])0\1$/.test(holds) ? null : choose(test, holds, fails, language);
};

/** `x or 'a'` of Jinja2 and Ruby. */
const readOrWord: Reader = (masked, language) => {
  const [first, second] = partsOf(masked, /^([@$]?[A-Za-z_][\w.]*(?:\[\u0002*\])*)\s+or\s+(\u0001+)$/) ?? [];
  return first === undefined || second === undefined ? null : choose(first, first, second, language);
};

/** Ansible's `x | ternary('a', 'b')`. */
const readTernaryFilter: Reader = (masked, language) => {
  const [test, list] =
    partsOf(
      masked,
      /^([\w.]+(?:[([]\u0002*[)\]]|\.\w+)*(?:\s*\|\s*bool)?|\(\u0002*\))\s*\|\s*ternary\((\u0002*)\)$/,
    ) ?? [];
  const [holds, fails, ...more] = atCommas(list ?? '') ?? [];
  if (test === undefined || holds === undefined || fails === undefined || more.length > 0) return null;
  return choose(test, holds, fails, language);
};

/** Jinja2's `x | default('a')`, and what makes one text of it. */
const readDefault: Reader = (masked, language) => {
  const [name, list, joined] =
    partsOf(
      masked,
      /^([A-Za-z_]\w*(?:\.\w+|\[\u0002*\])*)\s*\|\s*(?:default|d)\((\u0002*)\)((?:\s*\|\s*\w+(?:\(\u0002*\))?)*)$/,
    ) ?? [];
  const [word, always = 'false', ...more] = atCommas(list ?? '') ?? [];
  if (name === undefined || word === undefined || joined === undefined || more.length > 0) return null;
  const isAsked = /^(?:boolean\s*=\s*)?(true|false)$/i.exec(always)?.[1]?.toLowerCase();
  const fails = joined === '' ? word : joinedWords(word, joined);
  if (isAsked === undefined || fails === null) return null;
  return choose(isAsked === 'true' ? name : `${name} is defined`, name + joined, fails, language);
};

/** Of `['a', 'b']` and `| join(' ')` the word that is put in. */
function joinedWords(list: string, joined: string): string | null {
  const inner = /^\[([^]*)\]$/.exec(list.trim())?.[1];
  if (inner === undefined || !/^\s*\|\s*join\(\s*(["']) \1\s*\)\s*$/.test(joined)) return null;
  if (inner.trim() === '') return NOTHING;
  const words = (atCommas(inner) ?? []).map((each) => WORD.exec(each)?.[2]);
  return words.length === 0 || words.includes(undefined) ? null : `'${words.join(' ')}'`;
}

/** Sprig's `ternary "a" "b" .x`, `.x | default "a"`, `default "a" .x`. */
const readSprig: Reader = (masked, language) => {
  const [holds, fails, test] =
    partsOf(masked, /^ternary\s+(\u0001+)\s+(\u0001+)\s+(\$?\.[\w.]+|\(\u0002*\))$/) ?? [];
  if (holds !== undefined && fails !== undefined && test !== undefined)
    return choose(test, holds, fails, language);
  const [name, , word] =
    partsOf(masked, /^(\$?\.[\w.]+)\s*(\|)\s*default\s+(\u0001+)$/) ??
    partsOf(masked, /^default\s+(?=\u0001+\s+(\$?\.[\w.]+)$)()(\u0001+)/) ??
    [];
  return name === undefined || word === undefined ? null : choose(name, name, word, language);
};

/** Puppet's `if $x { 'a' } else { 'b' }`. */
const readPuppetIf: Reader = (masked, language) => {
  const [word, test, holds, otherwise, fails] =
    partsOf(masked, /^(if|unless)\s+([^{}]+?)\s*\{(\u0002*)\}(?:\s*(els)(e\s*\{\u0002*\}|if\s[^]+))?$/) ?? [];
  if (word === undefined || test === undefined || holds === undefined) return null;
  const rest = otherwise === 'els' ? (fails ?? '') : '';
  const other = rest === '' ? NOTHING : rest.replace(/^e\s*\{([^]*)\}$/, '$1');
  return word === 'if' ? choose(test, holds, other, language) : choose(test, other, holds, language);
};

/** Puppet's `$x ? { true => 'a', default => 'b' }`. */
const readSelector: Reader = (masked, language) => {
  const [subject, list] = partsOf(masked, /^(\$[^{}?\s]+)\s*\?\s*\{(\u0002*)\}$/) ?? [];
  if (subject === undefined || list === undefined) return null;
  const cases = (atCommas(list) ?? []).filter((each) => each !== '');
  return readCases(
    subject,
    cases.map((each) => /^(\S+)\s*=>\s*([^]+)$/.exec(each)),
    language,
  );
};

function readCases(
  subject: string,
  cases: readonly (RegExpExecArray | null)[],
  language: Language,
): PutInValue | null {
  const [first, ...more] = cases;
  const [, key = '', word = ''] = first ?? [];
  if (key === 'default') return more.length === 0 ? readValue(word, language) : null;
  if (!/^(?:true|false|undef|\d+|'[\w.-]*')$/.test(key)) return null;
  const holds = readValue(word, language);
  const fails = holds === null ? null : readCases(subject, more, language);
  if (holds === null || fails === null) return null;
  return { type: 'choice', tag: language.choice(`${subject} == ${key}`), holds, fails };
}

const RUBY: Language = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if ${test} %>`,
  readers: [readModifier, readTernary, readAndOr, readOr, readOrWord],
};
const PUPPET: Language = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if ${test} { %>`,
  readers: [readPuppetIf, readSelector],
};
const PERL: Language = {
  value: (code) => `<%= ${code} %>`,
  choice: (test) => `<% if (${test}) { %>`,
  readers: [readTernary, readAndOr, readOr],
};
const EJS: Language = {
  value: (code) => `<%- ${code} %>`,
  choice: (test) => `<% if (${test}) { %>`,
  readers: [readTernary, readAndOr, readOr, readNullish],
};
const PHP: Language = {
  value: (code) => `<?= ${code} ?>`,
  choice: (test) => `<?php if (${test}): ?>`,
  readers: [readLoneTernary, readElvis],
};
const TOOLKIT: Language = {
  value: (code) => `[% ${code} %]`,
  choice: (test) => `[% IF ${test} %]`,
  readers: [readTernary, readOr],
};
const JINJA: Language = {
  value: (code) => `{{ ${code} }}`,
  choice: (test) => `{% if ${test} %}`,
  readers: [readInlineIf, readTernaryFilter, readDefault, readOrWord],
};
const MAKO: Language = {
  value: (code) => `\${${code}}`,
  choice: (test) => `% if ${test}:`,
  readers: [readInlineIf, readOrWord],
};
const GENSHI: Language = {
  value: (code) => `\${${code}}`,
  choice: (test) => `{% if ${test} %}`,
  readers: [readInlineIf, readOrWord],
};
const FREEMARKER: Language = {
  value: (code) => `\${${code}}`,
  choice: (test) => `<#if ${test}>`,
  readers: [readFreemarker],
};
/** Of these the text of a word stands between double quotes; others (Groovy) have the same `?`, and other choices. */
const TERRAFORM: Language = {
  value: (code) => `\${${code}}`,
  choice: (test) => `%{ if ${test} }`,
  readers: [readTernary],
};
/** Of a file whose name does not say whether it is Jinja's: what an empty text is to `default` differs. */
const OTHER_BRACES: readonly Language[] = [
  { ...JINJA, readers: [readInlineIf, readTernaryFilter] },
  { ...JINJA, readers: [readTernary] },
  { ...JINJA, choice: (test) => `{{ if ${test} }}`, readers: [readSprig] },
  { ...JINJA, readers: [readTwigElvis] },
];

/** The tags of values, and whose they are. */
const TAGS: readonly (readonly [RegExp, (written: string, engine: TemplateEngine) => Language | null])[] = [
  [/^<%-?=([^]*?)-?%>$/, (written, engine) => codeLanguage(written, engine)],
  [/^<%-(?!=)([^]*?)[-_]?%>$/, (_written, engine) => (engine === 'auto' ? EJS : null)],
  [/^<\?(?:=|php\s+echo\b)([^]*?);?\s*\?>$/, () => PHP],
  [/^\[%[-+]?\s([^]*?)[-+]?%\]$/, () => TOOLKIT],
  [/^\$\{([^]*)\}$/, (written, engine) => expressionLanguage(written, engine)],
  [/^\{\{(?!\{)-?([^]*?)-?\}\}$/, (written, engine) => bracesLanguage(written, engine)],
];

/** Of a file whose name does not say it, that of the signs before variables: Ruby's, or Perl's (Rex, Mojolicious). */
function codeLanguage(written: string, engine: TemplateEngine): Language | null {
  if (engine === 'epp') return PUPPET;
  if (engine === 'erb') return RUBY;
  if (written.includes('$')) return PERL;
  return /(?<![\w"'])@\w/.test(written) ? RUBY : null;
}

function expressionLanguage(written: string, engine: TemplateEngine): Language | null {
  if (engine === 'mako') return MAKO;
  if (engine === 'genshi') return GENSHI;
  if (/!\s*["']|\?then\(/.test(written)) return FREEMARKER;
  return written.includes("'") ? null : TERRAFORM;
}

function bracesLanguage(written: string, engine: TemplateEngine): Language | null {
  if (engine === 'jinja') return JINJA;
  if (engine === 'mustache') return null;
  const isTernary = /\s\?\s/.test(written);
  const isSprig = /(?:^\{\{-?\s*|\|\s*)(?:ternary|default)\s+"/.test(written);
  const isElvis = /\s\?[?:]\s/.test(written);
  return OTHER_BRACES[isTernary ? 1 : isSprig ? 2 : isElvis ? 3 : 0] ?? null;
}
