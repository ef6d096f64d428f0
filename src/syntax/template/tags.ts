import type { Span } from '../../text/index.ts';
import type { TemplateEngine } from './engine.ts';
import type { Effect } from './effects.ts';
import { effectOf } from './effects.ts';
import { joinCases } from './genshi-choose.ts';
import { joinHeldBlocks, openUnknownWords } from './held-blocks.ts';
import { findLineTags, findMarkedLines } from './line-tags.ts';
import { findMacroTags } from './macro-tags.ts';
import { findSmartyTags } from './smarty-tags.ts';
import { joinSwitches } from './switch-cases.ts';
import type { LoneTag, TemplateTag } from './template-tag.ts';
import { holdsBlanks } from './put-in-value.ts';
import { putInValue } from './value-choice.ts';

/**
 * ERB, EPP, EJS, Mako, Mason; PHP; Jinja2, Twig, Liquid; Mustache, Handlebars, Go; Template Toolkit; HTML::Template and vlibTemplate (ISPConfig); FreeMarker. What follows the first bracket tells them from
 * text of the configuration: `<%u>` and `%{Referer}i` are LogFormat's, `[%\w]` is a pattern's.
 */
const CODE = [
  /<%(?:doc|text|args|init|once|shared|attr|flags|cleanup|perl)>[^]*?<\/%\w+>/,
  /<%(?:def|block|call|method)\b[^>]*(?<!\/)>[^]*?<\/%(?:def|block|call|method)>/,
  /<%(?:include|inherit|namespace|page|call|\w+:\w+)\b[^>]*\/>/,
  /<%(?:[-_=#!|@$}\s]|(?:if|unless|else|elsif|end|for|while|case|when|do)\b)[^]*?%>/,
];
const PHP = [/<\?(?:php\b|=)[^]*?\?>/];
const BRACES = [/\{\{~?!--[^]*?--~?\}\}/, /\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}/, /\{\{(?:(?!\{\{)[^])*?\}\}\}?/];
const WORDS = [
  /\{%[-+~]?\s*comment\b[^%]*%\}[^]*?\{%[-+~]?\s*endcomment\s*[-+~]?%\}/,
  /\{%[-+~]?\s*[A-Za-z_]+(?=[\s(%+~-])[^]*?%\}/,
  /\{#[^]*?#\}/,
];
const TOOLKIT = [/\[%[-+#]?\s[^]*?%\]/];
const HTML_TEMPLATE = [
  /<\/?(?:tmpl_(?:var|if|unless|else|elseif|elsif|loop|include|comment)|TMPL_(?:VAR|IF|UNLESS|ELSE|ELSIF|LOOP|INCLUDE))(?=[\s/>])(?:"[^"\n]*"|'[^'\n]*'|[^>"'\n])*>/,
  /\{tmpl_var\s[^{}\n]*\}/,
];
/** FreeMarker, in either of its brackets. */
const FREEMARKER_WORDS =
  '(?:if|elseif|else|list|switch|case|default|assign|global|local|setting|ftl|import|include|macro|break|continue)\\b';
const FREEMARKER = [
  /<#--[^]*?-->/,
  /\[#--[^]*?--\]/,
  new RegExp(`</?#${FREEMARKER_WORDS}(?:"[^"\\n]*"|'[^'\\n]*'|\\([^()\\n]*\\)|[^>"'(\\n])*>`),
  new RegExp(`\\[/?#${FREEMARKER_WORDS}(?:"[^"\\n]*"|'[^'\\n]*'|[^\\]"'\\n])*\\]`),
];
/** Choices and loops of Terraform. */
const TERRAFORM = [/%\{~?\s*(?:(?:if|for)\s(?:"[^"\n]*"|[^{}"\n])*|else\s*~?|end(?:if|for)\s*~?)\}/];
/**
 * Code of Mako, Genshi, Terraform and others, with a sign in it that no name has: `${NAME}` is the server's own, `${map:key}` mod_rewrite's, and
 * `${NAME:-x}` a shell's.
 */
export const EXPRESSIONS: readonly RegExp[] = [
  /(?<![\\$])\$\{(?!\w+[:}%#/+=-])(?=[^{}\n]*[\s"'([?,|])(?:"[^"\n]*"|'[^'\n]*'|[^{}\n"'])*\}/,
];
const ALL = [CODE, PHP, BRACES, WORDS, TOOLKIT, HTML_TEMPLATE, FREEMARKER, TERRAFORM, EXPRESSIONS].flat();

const TAGS: Readonly<Record<TemplateEngine, RegExp | null>> = {
  auto: anyOf(ALL),
  erb: anyOf(CODE),
  epp: anyOf(CODE),
  jinja: anyOf([BRACES, WORDS].flat()),
  mako: anyOf([CODE, EXPRESSIONS].flat()),
  genshi: anyOf([BRACES, WORDS, EXPRESSIONS].flat()),
  mustache: anyOf(BRACES),
  m4: null,
  none: null,
};

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

const LONGEST_TAG = 4000;

/** All tags of a text, in order. */
export function findTags(text: string, engine: TemplateEngine = 'auto'): TemplateTag[] {
  const tags = joinSwitches(openUnknownWords(allTags(text, engine), text), text);
  const joined = engine === 'genshi' ? joinCases(tags, text) : tags;
  return joinHeldBlocks(settleSkips(joined.map(asSwitch(joined, text)), text), text);
}

function allTags(text: string, engine: TemplateEngine): LoneTag[] {
  if (engine === 'm4') return findMacroTags(text);
  const pattern = TAGS[engine];
  if (pattern === null) return [];
  const tags = findBracketed(text, pattern, engine);
  const others = engine === 'auto' ? [...findMarkedLines(text), ...findSmartyTags(text)] : [];
  const lines = [...findLineTags(text, engine), ...others];
  if (lines.length === 0) return tags;
  const apart = lines.filter(({ span }) =>
    tags.every((tag) => tag.span.end <= span.start || tag.span.start >= span.end),
  );
  return [...tags, ...apart].toSorted((a, b) => a.span.start - b.span.start);
}

function findBracketed(text: string, pattern: RegExp, engine: TemplateEngine): LoneTag[] {
  if (!/<[%?]|[<[]\/?#|[{$]\{|\{[%#]|\[%|[<{]\/?tmpl_|%\{~?\s*(?:if|for)\s/i.test(text)) return [];
  const tags: LoneTag[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { index, 0: written } = found;
    const raw = literalEnd(written, text, index + written.length);
    if (raw !== null) {
      tags.push({ span: { start: index, end: index + written.length }, effect: { type: 'none' } });
      tags.push({ span: raw, effect: { type: 'none' } });
      pattern.lastIndex = raw.end;
      continue;
    }
    // What is closed that far behind was never opened.
    if (written.length > LONGEST_TAG && !COMMENT_BLOCK.test(written)) continue;
    const plain = { start: index, end: index + written.length };
    const effect = effectOfTag(plain, text, engine);
    const span = engine === 'genshi' ? withBackslash(plain, text) : plain;
    tags.push(engine === 'epp' ? { span, effect, takesBlanks: true } : { span, effect });
  }
  return tags;
}

/** Genshi takes the line ending behind `\` away, of which a blank line is left here: behind a line of tags that is no other text. */
function withBackslash({ start, end }: Span, text: string): Span {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isLone = text.startsWith('{%', start) && /^\s*(?:\{%[^\n]*?%\}\s*)*$/.test(before);
  return isLone && /^\\\r?\n/.test(text.slice(end, end + 3)) ? { start, end: end + 1 } : { start, end };
}

function effectOfTag({ start, end }: Span, text: string, engine: TemplateEngine): Effect {
  const written = text.slice(start, end);
  const effect = effectOf(written, engine);
  if (effect.type === 'none' && mayPrintInLine({ start, end }, text, engine)) return { type: 'value' };
  const value = effect.type === 'value' ? putInValue(written, engine) : null;
  if (value === null) return effect;
  const isPart = IN_WORD.test(text[start - 1] ?? '') || IN_WORD.test(text[end] ?? '');
  return isPart && !holdsBlanks(value) ? effect : { type: 'value', value };
}

/** `<% nets %>` of Mason's kin, `{#nets#}` of Smarty. */
const LONE_NAME =
  /^(?:<%\s*(?!(?:begin|do|end)\b)[@$]?[A-Za-z_]\w*(?:(?:\.|::|->)\w+)*(?:\(\))?\s*%>|\{#\w+#\})$/;

/** `Deny from <%- x = y %>`: to EJS a value, to ERB none. So is a name by itself to others. */
function mayPrintInLine({ start, end }: Span, text: string, engine: TemplateEngine): boolean {
  if (engine !== 'auto') return false;
  const isDashed = text.startsWith('<%-', start) && text[start + 3] !== '#';
  if (!isDashed && !LONE_NAME.test(text.slice(start, end))) return false;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const behind = /[^\n]*/y;
  behind.lastIndex = end;
  return /\S/.test(before + (behind.exec(text)?.[0] ?? ''));
}

/** A part of an address, or of a path, is no word: what it says by itself is nothing. */
const IN_WORD = /[\w./:-]/;

const COMMENT_BLOCK = /^(?:<%doc>|\{%[-+~]?\s*comment\b|\{\{~?!--)/;

/** The tag that ends what stands behind `{% raw %}`, where nothing is a tag. */
function literalEnd(written: string, text: string, at: number): Span | null {
  const [, word] = /^\{%[-+~]?\s*(raw|verbatim)\s*[-+~]?%\}$/.exec(written) ?? [];
  if (word === undefined) return null;
  const pattern = new RegExp(`\\{%[-+~]?\\s*end${word}\\s*[-+~]?%\\}`, 'g');
  pattern.lastIndex = at;
  const end = pattern.exec(text);
  return end === null ? null : { start: end.index, end: end.index + end[0].length };
}

/**
 * `{{#public}}all{{/public}}` within a line: of a list the words of its rounds would run into each other, so the name holds none, and the word is
 * there or not.
 */
function asSwitch(tags: readonly LoneTag[], text: string): (tag: LoneTag, at: number) => LoneTag {
  return (tag, at) => {
    const { effect, span } = tag;
    const end = tags[at + 1];
    if (effect.type !== 'open' || effect.kind !== 'loop' || end?.effect.type !== 'close') return tag;
    const isSection = /^\{\{~?#\s*[\w.-]+\s*~?\}\}$/.test(text.slice(span.start, span.end));
    const isWord = /^[^\s][^\n]*(?<!\s)$/.test(text.slice(span.end, end.span.start));
    return isSection && isWord ? { ...tag, effect: { ...effect, kind: 'if', isOfList: true } } : tag;
  };
}

/**
 * A loop that is left before anything of a round is put out has a round less, which is no news: it has any number of them. Elsewhere what
 * stands behind such a tag may be there or not, in ways that are not gone through.
 */
function settleSkips(tags: readonly LoneTag[], text: string): TemplateTag[] {
  if (tags.every(isSettled)) return [...tags];
  // For each open tag the innermost loop, by its number.
  const loops: number[] = [];
  let lastPutOut = -1;
  return tags.map((tag, at) => {
    const { type } = tag.effect;
    const before = text.slice(at === 0 ? 0 : tags[at - 1]!.span.end, tag.span.start);
    if (type === 'value' || /\S/.test(before)) lastPutOut = at;
    if (type === 'open') loops.push(isLoop(tag) ? at : (loops.at(-1) ?? NO_LOOP));
    if (type === 'close') loops.pop();
    if (isSettled(tag)) return tag;
    const loop = loops.at(-1) ?? NO_LOOP;
    return { ...tag, effect: { type: loop !== NO_LOOP && lastPutOut <= loop ? 'none' : 'value' } };
  });
}

const NO_LOOP = -1;

function isSettled(tag: LoneTag): tag is TemplateTag {
  return tag.effect.type !== 'skip';
}

function isLoop({ effect }: LoneTag): boolean {
  return effect.type === 'open' && effect.kind === 'loop';
}

/** Ends of tags that take the line ending behind them away, whatever the engine's settings are: `-%>`, `-}}`, `-%}`, `-#}`, `-%]`, `~}}`, `~%}`, `~}`, all of PHP; not those of comments, `--}}`. */
const TRIMMING_END = /(?:-%>|(?<!-)[-~]\}\}|[-~][%#]\}|-%\]|\?>|~\})$/;
/** Those that take one line ending, and not all that is blank. */
const ENDS_ONE_LINE = /(?:[%?]>|~\})$/;

/** Whether what stands behind the line is joined to it. */
export function endsInTrimmingTag(line: string): boolean {
  return TRIMMING_END.test(line.slice(-4));
}

/** Where the line begins that a tag at the end of the one before joins to it; null if none does. @param end of the line before, behind its line ending */
export function joinedLineStart(
  text: string,
  start: number,
  end: number,
  engine: TemplateEngine,
): number | null {
  const line = text.slice(start, end).replace(engine === 'epp' ? /\s+$/ : /\r?\n$/, '');
  if (!endsInTrimmingTag(line) || end >= text.length) return null;
  if (ENDS_ONE_LINE.test(line)) return end;
  const blank = /(?:[^\S\n]*\n)*/y;
  blank.lastIndex = end;
  blank.exec(text);
  return blank.lastIndex < text.length ? blank.lastIndex : null;
}
