import type { Effect } from './effects.ts';
import { wordEffect } from './effects.ts';
import type { TemplateTag } from './template-tag.ts';

/** A language whose choices and loops are lines of their own, without brackets that text of the configuration could not have, too. */
interface LineLanguage {
  /** Of a whole line, without the blanks around it; the word, then what it asks. */
  readonly begin: RegExp;
  readonly middle: RegExp;
  readonly end: RegExp;
}

const BEGIN = '(if|unless|foreach|for|while)';
const MIDDLE = '(else\\s+if|elseif|elsif|elif|else)';

const LANGUAGES: readonly LineLanguage[] = [
  // Of the C preprocessor, Cheetah and Velocity: for a server these are comments.
  {
    begin: /^#(ifn?def|if|unless|foreach|for(?=\s+\$?\w+\s+in\b))\b(.*)$/,
    middle: new RegExp(`^#${MIDDLE}\\b(.*)$`),
    end: /^#(?:endif|fi|end(?:\s+(?:if|unless|for|foreach))?)\s*(?:\/\*.*|#.*)?$/,
  },
  // i-MSCP, in comments.
  {
    begin: /^# (SECTION) (.+) BEGIN\.?$/,
    middle: /(?!)/,
    end: /^# SECTION .+ END(?:ING)?\.?$/,
  },
  // Mako.
  {
    begin: new RegExp(`^%\\s*${BEGIN}\\b(.*?):?$`),
    middle: new RegExp(`^%\\s*${MIDDLE}\\b(.*?):?$`),
    end: /^%\s*end\w*$/,
  },
  // Terraform.
  {
    begin: new RegExp(`^%\\{~?\\s*${BEGIN}\\b([^}]*?)~?\\}$`),
    middle: new RegExp(`^%\\{~?\\s*${MIDDLE}\\b([^}]*?)~?\\}$`),
    end: /^%\{~?\s*end\w*\s*~?\}$/,
  },
  // Smarty.
  {
    begin: new RegExp(`^\\{${BEGIN}\\b([^{}]*)\\}$`),
    middle: new RegExp(`^\\{${MIDDLE}\\b([^{}]*)\\}$`),
    end: /^\{\/(?:if|foreach|for|while)\}$/,
  },
];

/** One of them, or a line that begins with `%`, is in whatever the pattern matches: that looks at every line, which takes many times as long. */
const SIGNS = ['{if', '{for', '{while', '#if', '#unless', '#for', '# SECTION '];
const ANY = /^[ \t]*(?:#(?:if|unless|for| SECTION )|%\s*[a-z{]|\{(?:if|for|while)\b)/m;
const LINE = /^[ \t]*((?:#|%|\{)\S.*|%[ \t].*?|# SECTION .*?)[ \t\r]*$/gm;

/** Such lines of a text, in order; none of a language whose beginnings and ends do not fit: then they are something else. */
export function findLineTags(text: string): TemplateTag[] {
  if (!mayHoldLines(text) || !ANY.test(text)) return [];
  const lines = [...text.matchAll(LINE)];
  return LANGUAGES.flatMap((language) => {
    const tags = lines.flatMap(({ index, 0: whole, 1: written = '' }): TemplateTag[] => {
      const start = index + whole.indexOf(written);
      const line = written.trimEnd();
      const effect = effectOfLine(line, language);
      return effect === null ? [] : [{ span: { start, end: start + line.length }, effect }];
    });
    return isBalanced(tags) ? tags : [];
  });
}

const MARKED = /^[ \t]*(##[A-Za-z_][\w.-]*##)[ \t\r]*$/gm;
const MARKED_INSIDE = /^[ \t]*[^#\s][^#\n]*##[A-Za-z_][\w.-]*##/m;

/** `##NAME##` in lines of their own, in whose place a build tool puts lines: in a text that has such names in other lines, where they are no comment. */
export function findMarkedLines(text: string): TemplateTag[] {
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

function effectOfLine(line: string, { begin, middle, end }: LineLanguage): Effect | null {
  if (end.test(line)) return { type: 'close' };
  const [, word, asked = ''] = begin.exec(line) ?? middle.exec(line) ?? [];
  if (word === undefined) return null;
  if (word === 'SECTION') return wordEffect(`if ${asked}`);
  const defined = /^if(n?)def$/.exec(word);
  return wordEffect(
    defined === null ? `${word} ${asked}` : `${defined[1] ? 'unless' : 'if'} defined ${asked}`,
  );
}

function isBalanced(tags: readonly TemplateTag[]): boolean {
  let depth = 0;
  for (const { effect } of tags) {
    if (effect.type === 'open') depth++;
    else if (depth === 0) return false;
    else if (effect.type === 'close') depth--;
  }
  return depth === 0;
}
