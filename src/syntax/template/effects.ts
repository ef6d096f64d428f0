import type { TemplateEngine } from './engine.ts';
import type { PutInValue } from './put-in-value.ts';

/** Whether the lines of a block are there at most once, any number of times, or something else is done to them. */
export type BlockKind = 'if' | 'loop' | 'other';

export interface ValueEffect {
  readonly type: 'value';
  /** What is put in, where the tag says it. */
  readonly value?: PutInValue;
}

/** What a tag does to the lines behind it. */
export type Effect =
  | ValueEffect
  | { readonly type: 'none' }
  /** The rest of a loop's round, or of the loop, is left out. */
  | { readonly type: 'skip' }
  | { readonly type: 'close' }
  /** `else`: the other case of the block; `elsif`: one more case. */
  | { readonly type: 'middle'; readonly test: string | null }
  /** A loop is one whose lines may be there or not, too. */
  | {
      readonly type: 'open';
      readonly test: string;
      readonly kind: BlockKind;
      /** It asks for a list, of which a line takes no more than one round: `from {{#public}}all{{/public}}`. */
      readonly isOfList?: true;
      /** What becomes of the text in it is not known. */
      readonly isGiven?: true;
    };

/** The same, once the tags around it are known. */
export type SettledEffect = Exclude<Effect, { type: 'skip' }>;

const VALUE: Effect = { type: 'value' };
const NONE: Effect = { type: 'none' };
const SKIP: Effect = { type: 'skip' };
const CLOSE: Effect = { type: 'close' };

/** @param written the whole tag, brackets included */
export function effectOf(written: string, engine: TemplateEngine = 'auto'): Effect {
  if (written.startsWith('{{')) return mustacheEffect(written);
  const [, ofMako, ofTerraform] = LINE_OF_CODE.exec(written) ?? [];
  const line = ofMako ?? ofTerraform ?? OF_BLADE.exec(written)?.[1];
  if (line !== undefined) return wordEffect(line);
  if (written.startsWith('${')) return VALUE;
  const [, end, word, rest = ''] = HTML_TEMPLATE.exec(written) ?? [];
  if (word !== undefined) return htmlTemplateEffect(end !== '', word.toLowerCase(), rest.trim());
  if (/^[<[]\/?#/.test(written)) return freemarkerEffect(written);
  const code = written.replace(/^(?:<%|<\?(?:php)?|\{[%#]|\[%)/, '').replace(/(?:%>|\?>|[%#]\}|%\])$/, '');
  if (/^\{%[-+~]?\s*comment\b/.test(written)) return NONE;
  if (written.startsWith('{#') || code.startsWith('#')) return NONE;
  const [, section] = /^<%([a-z]\w*(?::\w+)?)\b[^>]*>/.exec(written) ?? [];
  if (section !== undefined && !CODE_WORDS.has(section)) return SILENT_SECTIONS.has(section) ? NONE : VALUE;
  if (engine === 'mako' && written.startsWith('<%')) return WRITING_CODE.test(code) ? VALUE : NONE;
  if (code.startsWith('=') || code.startsWith('-=')) return VALUE;
  const inner = code
    .replace(/^[-+~!_]/, '')
    .replace(/[-+~_]$/, '')
    .trim();
  if (written.startsWith('{%')) return wordEffect(inner);
  // Template Toolkit takes several statements in one tag.
  if (written.startsWith('[%')) return /;\s*\S/.test(inner) ? VALUE : toolkitEffect(inner);
  if (written.startsWith('<?')) return phpEffect(inner);
  if (PRINTING_CODE.test(inner)) return VALUE;
  const effect = codeEffect(inner);
  // `<%- x %>` prints in EJS; ERB and EPP take the blanks before it away.
  const mayPrint = effect.type === 'none' && engine === 'auto' && code.startsWith('-');
  return mayPrint && !SILENT_CODE.test(inner) ? VALUE : effect;
}

/** Of Mako, `% if x:`, and of Terraform, `%{ if x ~}`. */
const LINE_OF_CODE = /^%(?:\s*(?!\{)([^]*?):|\{~?\s*([^]*?)\s*~?\})$/;

/** Blade's, around words that a tag chooses. */
const OF_BLADE = /^@(if\s[^]*)$/;

/** `<%if`: code, and no section of Mako or Mason. */
const CODE_WORDS: ReadonlySet<string> = new Set('if unless else elsif end for while case when do'.split(' '));
const SILENT_SECTIONS: ReadonlySet<string> = new Set(
  'doc args init once shared attr flags cleanup perl page'.split(' '),
);
const WRITING_CODE = /\b(?:context\.write|caller\.|capture\()/;

/** What no author prints: a value given to a name, the parameters of EPP. */
const SILENT_CODE = /^(?:[@$]?[\w.[\]'":]+\s*(?:\|\||[-+*<|&])?=(?![=~>])|require\b|\|)/;

const TOOLKIT_SILENT = /^(?:CALL|DEFAULT|META)\b|^[\w.]+\s*=(?!=)/;

/** Template Toolkit, whose CASE goes on with a SWITCH. */
function toolkitEffect(inner: string): Effect {
  if (/^CASE\b/.test(inner)) return middle(inner.replace(/^CASE\s*(?:DEFAULT)?/, 'when '));
  if (/^end\w+/i.test(inner)) return VALUE;
  return TOOLKIT_SILENT.test(inner) ? NONE : wordEffect(inner);
}

/** `<% $x %>` of Mason, `<% include x %>` of EJS, `<% _erbout << x %>` of ERB. */
const PRINTING_CODE = /^(?:\$\w[\w.>[\]{}()'"-]*(?:\s*\|\s*\w+)?|include\s+\S+)$|\b_erbout\s*(?:<<|\.)/;

const PHP_PRINTS = /(?<![$>:\w])(?:echo|print|printf|include|include_once|require|require_once|readfile)\b/;
const PHP_SILENT = /^(?:\$[^;]*?(?:[^=!<>]=[^=]|\+\+|--)|(?:use|global|unset)\b)/;

/** What a call prints is not known. */
function phpEffect(inner: string): Effect {
  const code = withoutStrings(inner)
    .replace(/(?:\/\/|#)[^\n]*/g, '')
    .trim();
  if (PHP_PRINTS.test(code)) return VALUE;
  const effect = codeEffect(inner, code);
  const isSilent = code.split(';').every((one) => one.trim() === '' || PHP_SILENT.test(one.trim()));
  return effect.type === 'none' && !isSilent ? VALUE : effect;
}

function withoutStrings(code: string): string {
  return code.replace(/\/\*[^]*?\*\//g, '').replace(/(["'])(?:\\.|(?!\1)[^\\])*\1/g, '""');
}

const HTML_TEMPLATE = /^[<{](\/?)tmpl_(\w+)([^]*?)\/?[>}]$/i;

/** HTML::Template and vlibTemplate, where `</tmpl_else>` is the other case, too. */
function htmlTemplateEffect(isEnd: boolean, word: string, rest: string): Effect {
  if (word.startsWith('els')) return middle(`${word} ${rest}`);
  if (isEnd) return CLOSE;
  if (word === 'loop') return open(`for ${rest}`);
  return word === 'var' || word === 'include' ? VALUE : open(`${word} ${rest}`);
}

const FREEMARKER = /^[<[](\/?)#(\w+)\s*([^]*?)\s*\/?[>\]]$/;

function freemarkerEffect(written: string): Effect {
  const [, end, word = '', rest = ''] = FREEMARKER.exec(written) ?? [];
  if (end !== undefined && end !== '') return CLOSE;
  const [, list, name] = /^([^]+?)\s+as\s+([\w\s,]+)$/.exec(rest) ?? [];
  switch (word) {
    case 'include':
      return VALUE;
    case 'list':
      return open(list === undefined ? `for ${rest}` : `for ${name} in ${list}`);
    case 'assign':
      return rest.includes('=') ? NONE : open(`${word} ${rest}`);
    case 'macro':
      return open(`${word} ${rest}`);
    case 'switch':
      // Of one whose cases run into each other; others are joined to a choice.
      return { type: 'open', test: rest, kind: 'other', isGiven: true };
    case 'case':
    case 'default':
      return VALUE;
    case 'if':
    case 'else':
    case 'elseif':
    case 'break':
    case 'continue':
      return wordEffect(`${word} ${rest}`.trim());
    default:
      return NONE;
  }
}

const WORDS_OPEN =
  /^(?:if|unless|for|foreach|macro|call|filter|block|with|while|each|case|switch|autoescape|capture|wrapper)\b/i;
/** Jinja2's and Twig's `set x` without a value: that is what stands behind it. */
const BLOCK_OF_SET = /^set\s[^=]*$/i;
const WORDS_SILENT = /^(?:set|assign|import|from|do|use|load)\b/i;

/** Jinja2 and its like: the first word says it. */
export function wordEffect(inner: string): Effect {
  if (/^end\w*\b/i.test(inner)) return CLOSE;
  if (/^(?:else|elif|elsif|elseif|when)\b/i.test(inner)) return middle(inner);
  if (WORDS_OPEN.test(inner) || BLOCK_OF_SET.test(inner)) return open(inner);
  if (/^(?:break|continue|next|last)$/i.test(inner)) return SKIP;
  return WORDS_SILENT.test(inner) ? NONE : VALUE;
}

/** Mustache, Handlebars, Go. */
function mustacheEffect(written: string): Effect {
  const inner = written.replace(/^\{\{\{?[-~]?\s*/, '').replace(/\s*[-~]?\}?\}\}$/, '');
  // Blade's comments are `{{-- x --}}`.
  if (written.startsWith('{{--') && written.endsWith('--}}')) return NONE;
  if (inner.startsWith('!') || inner.startsWith('/*') || /^\$\w+\s*:?=/.test(inner)) return NONE;
  if (inner.startsWith('/') || /^end$/.test(inner)) return CLOSE;
  if (inner === '^' || /^else\b/.test(inner)) return middle(inner.replace(/^\^/, 'else'));
  if (inner.startsWith('#')) return openMustache(inner.slice(1).trim());
  if (inner.startsWith('^')) return open(`unless ${inner.slice(1).trim()}`, 'if');
  if (/^(?:break|continue)$/.test(inner)) return SKIP;
  if (/^with\s/.test(inner)) return open(inner, 'loop');
  return /^(?:if|range|block|define)\s/.test(inner) ? open(inner) : VALUE;
}

/** Ruby, Puppet, JavaScript, PHP. @param code without what only looks like code */
function codeEffect(inner: string, code = withoutStrings(inner).trim()): Effect {
  if (code === '' || code.startsWith('|')) return NONE;
  if (/^\}[^{}]*\{$/.test(code) || /^(?:else|elsif|elseif|when|rescue)\b/.test(code)) {
    return middle(inner.replace(/^\}\s*/, '').replace(/\s*\{$/, ''));
  }
  const statements = code.split(';').map((one) => one.trim());
  if (statements.some((one) => LEAVES_TEXT.test(one))) return VALUE;
  if (statements.some((one) => LEAVES_LOOP.test(one))) return SKIP;
  const depth = depthOf(code);
  if (depth > 0) return open(inner.replace(/\s*(?:\{|:|\bthen)$/, ''));
  return depth < 0 ? CLOSE : NONE;
}

/** `next if x` of Ruby, `next()` of Puppet, `if (x) continue` of JavaScript. What raises an error makes no text at all. */
const LEAVES_LOOP =
  /^(?:if\b(?:[^{}]*\{|\s*\([^]*\))\s*)?(?:next|break|continue|last)(?:\(\))?(?:\s+(?:if|unless)\b[^]*)?(?:\s*\})?$|\b(?:and|or)\s+(?:next|break)$/;
/** Which lines behind it are there is not known. */
const LEAVES_TEXT = /^(?:if\s*\([^]*\)\s*)?(?:return|exit|redo|retry|(?:break|continue)\s+\d)\b/;

/** How many blocks are left open (or, below 0, closed) behind the code. */
function depthOf(code: string): number {
  const braces = count(code, /\{/g) - count(code, /\}/g);
  if (braces !== 0) return braces;
  const ends = count(code, /\bend(?:if|foreach|for|while|switch)?\b/g);
  const statements = count(
    code,
    /(?:^|[\n;])\s*(?:if|unless|case|while|until|for|foreach|begin|switch|def)\b/g,
  );
  const assigned = count(code, /=\s*(?:if|unless|case)\b/g);
  const blocks = count(code, /\bdo\b(?:\s*\|[^|]*\|)?\s*(?:\n|$)/g);
  // `while x do` is one.
  const isBoth = blocks > 0 && /^(?:while|until|for)\b/.test(code);
  return statements + assigned + blocks - Number(isBoth) - ends;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function open(test: string, kind = kindOf(test)): Effect {
  return { type: 'open', test: normalized(test.replace(/^if\b/i, '')), kind };
}

/** `{{#x}}` is a loop where x is a list, and `with x` where it is something: names are asked of x in it. Of Handlebars `{{#if x}}`, `{{#each x}}`. */
function openMustache(inner: string): Effect {
  const isHelper = /^(?:if|unless|each)\s/.test(inner);
  return isHelper ? open(inner) : open(inner, 'loop');
}

/** `case @x when 'a'`, `case $x { 'a': {`, `switch ($x): case 'a':`: what stands behind it is of that case. */
const FIRST_CASE = /^(?:case\b[^]*(?:\bwhen\b|:\s*\{?$)|switch\b[^]*[:{]\s*(?:case|default)\b)/;

function kindOf(code: string): BlockKind {
  if (/^(?:if|unless)\b/i.test(code) || FIRST_CASE.test(code)) return 'if';
  const isLoop = /^(?:for|while|until|range)\b|each|\.map\b|\bdo\b/i.test(code);
  return isLoop ? 'loop' : 'other';
}

function middle(inner: string): Effect {
  const test = inner.replace(/^(?:else\s+if|else|elif|elsif|elseif|when|rescue)\b/i, '').trim();
  return { type: 'middle', test: test === '' || test === ':' ? null : normalized(test) };
}

function normalized(test: string): string {
  return test.replace(/\s+/g, ' ').trim();
}
