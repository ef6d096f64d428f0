import type { Effect } from './effects.ts';
import { effectOf, wordEffect } from './effects.ts';
import type { TemplateEngine } from './engine.ts';
import type { Span } from '../../text/index.ts';
import { findHashChoices, heldByHash, isPutInByHash, unknownChoices } from './hash-lines.ts';
import type { LoneTag } from './template-tag.ts';

/** A language whose choices and loops are lines of their own, without brackets that text of the configuration could not have, too. */
interface LineLanguage {
  /** Of a whole line, without the blanks around it; the word, then what it asks. */
  readonly begin: RegExp;
  readonly middle: RegExp;
  readonly end: RegExp;
  /** Gives a name its value. */
  readonly silent?: RegExp;
  /** Begins a case of a `switch`. */
  readonly labels?: RegExp;
  /** Leaves a case, or a loop. */
  readonly leave?: RegExp;
  /** It is a language of these engines, too. */
  readonly engines?: readonly TemplateEngine[];
}

const BEGIN = '(if|unless|foreach|for|while)';
const MIDDLE = '(else\\s+if|elseif|elsif|elif|else)';

/** Of the C preprocessor, Cheetah and Velocity: for a server these are comments. */
const HASH: LineLanguage = {
  begin: /^#(ifn?def|if|unless|foreach|for(?=\s+\$?\w+\s+in\b))\b(.*)$/,
  middle: new RegExp(`^#\\{?${MIDDLE}\\b\\}?(.*)$`),
  end: /^#(?:\{end\}|endif|fi|end(?:\s+(?:if|unless|for|foreach|def|closure))?)\s*(?:\/\*.*|#.*)?$/,
};

const LANGUAGES: readonly LineLanguage[] = [
  // i-MSCP, in comments.
  {
    begin: /^# (SECTION) (.+) BEGIN\.?$/,
    middle: /(?!)/,
    end: /^# SECTION .+ END(?:ING)?\.?$/,
  },
  // Mako; Jinja with `%` or `%%` as its line_statement_prefix.
  {
    begin: new RegExp(`^%{1,2}\\s*${BEGIN}\\b(.*?):?$`),
    middle: new RegExp(`^%{1,2}\\s*${MIDDLE}\\b(.*?):?$`),
    end: /^%{1,2}\s*end\w*$/,
    engines: ['jinja', 'mako'],
  },
  // Virtualmin.
  {
    begin: /^\$\{(IF)-([\w-]+)\}$/,
    middle: /^\$\{(ELSE)-[\w-]+\}$/,
    end: /^\$\{ENDIF-[\w-]+\}$/,
  },
  // DirectAdmin.
  {
    begin: /^\|\*(if)\s+([^|]+)\|$/,
    middle: /^\|\*(else)\|$/,
    end: /^\|\*endif\|$/,
    silent: /^\|\?.*\|$/,
  },
  // Blade.
  {
    begin: /^@(if|unless|foreach|forelse|for|while|isset|switch)\s*(\(.*\))$/,
    middle: /^@(elseif|else|empty$)(?!\w)(.*)$/,
    end: /^@end(?:if|unless|foreach|forelse|for|while|isset|switch)$/,
    labels: /^@(?:case\s*\(.*\)|default)$/,
    leave: /^@(?:break|continue)$/,
  },
];

/** One of them, or a line that begins with `%`, is in whatever the pattern matches: that looks at every line, which takes many times as long. */
const SIGNS = [
  '#if',
  '#macro',
  '#def ',
  '#closure ',
  '#define(',
  '#@',
  '#parse',
  '#include',
  '#unless',
  '#for',
  '# SECTION ',
  '# end',
  '${IF-',
  '|*if',
  '@end',
];
const ANY =
  /^[ \t]*(?:#(?:if|macro|def|define|closure|@|parse|include|unless|for| SECTION | end(?:if|for)\b)|\$\{IF-|%{1,2}\s*[a-z]|\|\*if|@end)/m;
const LINE =
  /^[ \t]*([#%]\S.*|%[ \t].*?|# (?:SECTION|[a-z]+)\b.*?|\$\{(?:IF|ELSE|ENDIF)-[\w-]+\}|\|[*?].*?\||@[a-z]+\b.*?)[ \t\r]*$/gm;

/** Such lines of a text, in order; none of a language whose beginnings and ends do not fit: then they are something else. */
export function findLineTags(text: string, engine: TemplateEngine): LoneTag[] {
  if (engine === 'erb') return findRubyLines(text);
  if (!mayHoldLines(text) || !ANY.test(text)) return [];
  const lines = Array.from(text.matchAll(LINE), ({ index, 0: whole, 1: written = '' }): Line => {
    const line = written.trimEnd();
    const start = index + whole.indexOf(written);
    return { line, span: { start, end: start + line.length } };
  });
  const languages = engine === 'auto' ? LANGUAGES : LANGUAGES.filter((one) => one.engines?.includes(engine));
  const tags = languages.flatMap((language) => {
    const own = lines.flatMap(({ line, span }): LoneTag[] => {
      const effect = effectOfLine(line, language);
      return effect === null ? [] : [{ span, effect }];
    });
    return isBalanced(own) ? own : [];
  });
  const hashes = engine === 'auto' ? findHashLines(text, lines) : [];
  const ruby = engine === 'auto' && tags.length === 0 ? findRubyLines(text) : [];
  const statements = engine === 'auto' || engine === 'jinja' ? findStatementComments(lines) : [];
  return [...tags, ...hashes, ...ruby, ...statements];
}

/** Of the C preprocessor, Cheetah and Velocity. */
function findHashLines(text: string, all: readonly Line[]): LoneTag[] {
  const inLine = findHashChoices(text);
  const lines = all.filter(({ span }) =>
    inLine.every((one) => one.span.end <= span.start || one.span.start >= span.end),
  );
  const own = lines.flatMap(({ line, span }): LoneTag[] => {
    const effect = heldByHash(line) ?? effectOfLine(line, HASH);
    return effect === null ? [] : [{ span, effect }];
  });
  const choices = isBalanced(own)
    ? own
    : unknownChoices(
        lines.map(({ line }) => line),
        own,
      );
  const starts = new Set(own.map(({ span }) => span.start));
  const isTemplate = choices.length + inLine.length > 0;
  const others = lines.flatMap(({ line, span }): LoneTag[] =>
    !starts.has(span.start) && isPutInByHash(line, isTemplate) ? [{ span, effect: { type: 'value' } }] : [],
  );
  return [...inLine, ...choices, ...others];
}

interface Line {
  /** Without the blanks around it. */
  readonly line: string;
  readonly span: Span;
}

const STATEMENT =
  /^# +((?:if|elif|else|endif|for(?=.*\sin\s)|endfor|include|extends|import|from|set)\b.*?):?$/;

/**
 * Jinja with `#` as its line_statement_prefix. What the words that end a statement do not belong to is prose, and if nothing but prose is
 * found, so is the rest.
 */
function findStatementComments(lines: readonly Line[]): LoneTag[] {
  const silent: LoneTag[] = [];
  const closed: LoneTag[] = [];
  const open: { readonly word: string; readonly tags: LoneTag[] }[] = [];
  for (const { line, span } of lines) {
    const [, statement] = STATEMENT.exec(line) ?? [];
    if (statement === undefined) continue;
    const tag = { span, effect: wordEffect(statement) };
    const [word = ''] = /^\w+/.exec(statement) ?? [];
    if (tag.effect.type === 'open') open.push({ word, tags: [tag] });
    else if (tag.effect.type === 'middle') open.at(-1)?.tags.push(tag);
    else if (tag.effect.type !== 'close') silent.push(tag);
    else {
      const begin = open.findLastIndex((each) => `end${each.word}` === word);
      if (begin !== -1) closed.push(...open.splice(begin)[0]!.tags, tag);
    }
  }
  return closed.length === 0 ? [] : [...closed, ...silent];
}

/** Lines of Ruby, which ERB reads behind `%` where it is told so. */
function findRubyLines(text: string): LoneTag[] {
  const tags = Array.from(text.matchAll(/^%(?!%).*$/gm), ({ index, 0: line }): LoneTag => {
    const span = { start: index, end: index + line.trimEnd().length };
    return { span, effect: effectOf(`<% ${line.slice(1)} %>`) };
  });
  return tags.some(({ effect }) => effect.type === 'open') && isBalanced(tags) ? tags : [];
}

const MARKED = /^[ \t]*(##[A-Za-z_][\w.-]*##)[ \t\r]*$/gm;
const MARKED_INSIDE = /^[ \t]*[^#\s][^#\n]*##[A-Za-z_][\w.-]*##/m;

/** `##NAME##` in lines of their own, in whose place a build tool puts lines: in a text that has such names in other lines, where they are no comment. */
export function findMarkedLines(text: string): LoneTag[] {
  if (!text.includes('##') || !MARKED_INSIDE.test(text)) return [];
  return [...text.matchAll(MARKED)].map(({ index, 0: whole, 1: mark = '' }) => {
    const start = index + whole.indexOf(mark);
    return { span: { start, end: start + mark.length }, effect: { type: 'value' } };
  });
}

function mayHoldLines(text: string): boolean {
  if (SIGNS.some((sign) => text.includes(sign))) return true;
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at + 1)) {
    let before = at - 1;
    while (before >= 0 && isBlank(text.charCodeAt(before))) before--;
    if (before < 0 || isLineEnd(text.charCodeAt(before))) return true;
  }
  return false;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function effectOfLine(line: string, language: LineLanguage): Effect | null {
  const { begin, middle, end, silent, labels, leave } = language;
  if (end.test(line)) return { type: 'close' };
  if (silent?.test(line) === true) return { type: 'none' };
  if (labels?.test(line) === true) return { type: 'value' };
  if (leave?.test(line) === true) return { type: 'skip' };
  const [, word, asked = ''] = begin.exec(line) ?? middle.exec(line) ?? [];
  if (word === undefined) return null;
  if (word === 'SECTION') return wordEffect(`if ${asked}`);
  if (word === 'switch') return { type: 'open', test: asked, kind: 'other', isGiven: true };
  if (word === 'forelse') return wordEffect(`foreach ${asked}`);
  if (word === 'empty') return { type: 'middle', test: null };
  if (word === 'isset') return wordEffect(`if isset${asked}`);
  const defined = /^if(n?)def$/.exec(word);
  return wordEffect(
    defined === null ? `${word} ${asked}` : `${defined[1] ? 'unless' : 'if'} defined ${asked}`,
  );
}

export function isBalanced(tags: readonly LoneTag[]): boolean {
  let depth = 0;
  for (const { effect } of tags) {
    if (effect.type === 'open') depth++;
    else if (depth === 0 && effect.type !== 'none' && effect.type !== 'value') return false;
    else if (effect.type === 'close') depth--;
  }
  return depth === 0;
}
