import { atCommas, partsOf, withoutBrackets } from './expression-mask.ts';
import type { PutInValue, ValueLanguage, ValueReader } from './put-in-value.ts';
import { choose, readValue, WORD } from './put-in-value.ts';

// The ways in which languages of templates write an expression that chooses.

const NOTHING = "''";

/** What binds less tightly than `?`, or has more to it. */
const LOOSE = /\b(?:and|or|not|if|unless|do)\b|[^=!<>]=(?![=~>])|[,;]/i;

/** `x ? 'a' : 'b'`. */
export const readTernary: ValueReader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [test, holds, fails] = partsOf(masked, /^([^]+?)\s+\?\s+([^?:]+?)\s*:\s+([^]+)$/) ?? [];
  if (test === undefined || holds === undefined || fails === undefined) return null;
  return choose(test, holds, fails, language);
};

/** Of PHP, where a second `?` does not belong to the second word. */
export const readLoneTernary: ValueReader = (masked, language) =>
  /\?[^]*\?/.test(masked.mask) ? null : readTernary(masked, language);

/** `x || 'a'`. */
export const readOr: ValueReader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [first, second] = partsOf(masked, /^((?:->|[^|?&<>=~+-])+?)\s*\|\|\s*([^?|&]+)$/) ?? [];
  return first === undefined || second === undefined ? null : choose(first, first, second, language);
};

/** `$x ?: 'a'`, `$x ?? 'a'`. */
export const readElvis: ValueReader = (masked, language) => {
  if (LOOSE.test(masked.mask)) return null;
  const [first, sign, second] = partsOf(masked, /^(\$[^?:]+?)\s*(\?:|\?\?)\s*([^?:]+)$/) ?? [];
  if (first === undefined || second === undefined) return null;
  return choose(sign === '??' ? `isset(${first})` : first, first, second, language);
};

/** `x ?: 'a'`, `x ?? 'a'` of Twig. */
export const readTwigElvis: ValueReader = (masked, language) => {
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
export const readNullish: ValueReader = (masked, language) => {
  const [first, second] = partsOf(masked, /^([A-Za-z_][\w.]*)\s*\?\?\s*(\u0001+)$/) ?? [];
  return first === undefined || second === undefined
    ? null
    : choose(`${first} != null`, first, second, language);
};

/** FreeMarker's `x!"a"`, `x?then("a", y)`. */
export const readFreemarker: ValueReader = (masked, language) => {
  const [name, word] = partsOf(masked, /^([A-Za-z_][\w.]*|\(\u0002*\))!\s*(\u0001+)$/) ?? [];
  if (name !== undefined && word !== undefined)
    return choose(`${name}??`, withoutBrackets(name), word, language);
  const [test, list] = partsOf(masked, /^([A-Za-z_][\w.]*|\(\u0002*\))\?then\((\u0002*)\)$/) ?? [];
  const [holds, fails, ...more] = atCommas(list ?? '') ?? [];
  if (test === undefined || holds === undefined || fails === undefined || more.length > 0) return null;
  return test.includes('>') ? null : choose(test, holds, fails, language);
};

/** Ruby's `'a' if x`. */
export const readModifier: ValueReader = (masked, language) => {
  const [holds, word, test] = partsOf(masked, /^(\u0001+)\s+(if|unless)\s+([^]+)$/) ?? [];
  if (holds === undefined || test === undefined) return null;
  const [first, second] = word === 'if' ? [holds, NOTHING] : [NOTHING, holds];
  return choose(test, first, second, language);
};

/** Jinja2's `'a' if x else 'b'`. */
export const readInlineIf: ValueReader = (masked, language) => {
  const [holds, test, , fails = NOTHING] =
    partsOf(masked, /^([^]+?)\s+if\s+((?:(?!\s(?:if|else)\s)[^])+)(\s+else\s+([^]+))?$/) ?? [];
  if (holds === undefined || test === undefined) return null;
  return choose(test, holds, fails === '' ? NOTHING : fails, language);
};

/** `x && 'a' || 'b'`: a word counts as true, if it is not empty. */
export const readAndOr: ValueReader = (masked, language) => {
  const [test, holds, fails] =
    partsOf(masked, /^([^|&<>=~+,;?:-]+?)\s*&&\s*(\u0001{3,})\s*\|\|\s*(\u0001+)$/) ?? [];
  if (test === undefined || holds === undefined || fails === undefined || LOOSE.test(test)) return null;
  return /^(["'])0\1$/.test(holds) ? null : choose(test, holds, fails, language);
};

/** `x or 'a'` of Jinja2 and Ruby. */
export const readOrWord: ValueReader = (masked, language) => {
  const [first, second] = partsOf(masked, /^([@$]?[A-Za-z_][\w.]*(?:\[\u0002*\])*)\s+or\s+(\u0001+)$/) ?? [];
  return first === undefined || second === undefined ? null : choose(first, first, second, language);
};

/** Ansible's `x | ternary('a', 'b')`. */
export const readTernaryFilter: ValueReader = (masked, language) => {
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
export const readDefault: ValueReader = (masked, language) => {
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
export const readSprig: ValueReader = (masked, language) => {
  const [holds, fails, test] =
    partsOf(
      masked,
      /^ternary\s+(\u0001+|\$?\.[\w.]+)\s+(\u0001+|\$?\.[\w.]+)\s+(\$?\.[\w.]+|\(\u0002*\))$/,
    ) ?? [];
  if (holds !== undefined && fails !== undefined && test !== undefined)
    return choose(test, holds, fails, language);
  const [name, , word] =
    partsOf(masked, /^(\$?\.[\w.]+)\s*(\|)\s*default\s+(\u0001+)$/) ??
    partsOf(masked, /^default\s+(?=\u0001+\s+(\$?\.[\w.]+)$)()(\u0001+)/) ??
    [];
  return name === undefined || word === undefined ? null : choose(name, name, word, language);
};

/** Puppet's `if $x { 'a' } else { 'b' }`. */
export const readPuppetIf: ValueReader = (masked, language) => {
  const [word, test, holds, otherwise, fails] =
    partsOf(masked, /^(if|unless)\s+([^{}]+?)\s*\{(\u0002*)\}(?:\s*(els)(e\s*\{\u0002*\}|if\s[^]+))?$/) ?? [];
  if (word === undefined || test === undefined || holds === undefined) return null;
  const rest = otherwise === 'els' ? (fails ?? '') : '';
  const other = rest === '' ? NOTHING : rest.replace(/^e\s*\{([^]*)\}$/, '$1');
  return word === 'if' ? choose(test, holds, other, language) : choose(test, other, holds, language);
};

/** Puppet's `$x ? { true => 'a', default => 'b' }`. */
export const readSelector: ValueReader = (masked, language) => {
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
  language: ValueLanguage,
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
