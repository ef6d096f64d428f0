import type { AskingTag } from './branches.ts';

/** The tags of a choice, as the author of another one writes them. */
export interface ChoiceTags {
  readonly open: string;
  readonly otherwise: string;
  readonly end: string;
}

/**
 * Tags that ask what a tag asks, which opens a choice or goes on with one: `{% elif b -%}` gives `{% if b -%}`, `{% else -%}` and
 * `{% endif -%}`. Null where the engine knows no choice, or not by such a tag.
 */
export function choiceTags({ tag, endsBare }: AskingTag): ChoiceTags | null {
  if (endsBare) return bareWords(tag);
  for (const write of WRITERS) {
    const tags = write(tag);
    if (tags !== null) return tags;
  }
  return null;
}

const FIRST = /^(?:\}\s*)?(?:else\s+if|elif|elsif|elseif)\b/i;

/** Jinja2, Twig, Liquid. */
function words(tag: string): ChoiceTags | null {
  const [, before = '', word = '', rest = '', after = ''] =
    /^(\{%[-+~]?\s*)(if|unless|elif|elsif|elseif)\b([^]*?)(\s*[-+~]?%\})$/i.exec(tag) ?? [];
  if (word === '') return null;
  const isUnless = word.toLowerCase() === 'unless';
  const name = isUnless ? 'unless' : 'if';
  const tagOf = (inner: string): string => `${before}${inner}${after}`;
  return { open: tagOf(name + rest), otherwise: tagOf('else'), end: tagOf(`end${name}`) };
}

/** Genshi, which has no `else`, and Tornado. */
function bareWords(tag: string): ChoiceTags | null {
  const [, before = '', rest, after = ''] = /^(\{%\s*)(?:if|elif|when)\s+([^]*?)(\s*%\})\\?$/.exec(tag) ?? [];
  if (rest === undefined) return null;
  const tagOf = (inner: string): string => `${before}${inner}${after}`;
  return {
    open: tagOf(`if ${rest}`),
    otherwise: `${tagOf('end')}\n${tagOf(`if not (${rest})`)}`,
    end: tagOf('end'),
  };
}

/** ERB; EPP and EJS, whose blocks stand in braces. */
function code(tag: string): ChoiceTags | null {
  const [, before = '', inner = '', after = ''] = /^(<%-?\s*)([^]*?)(\s*-?%>)$/.exec(tag) ?? [];
  const asked = inner.replace(FIRST, 'if');
  if (!/^(?:if|unless)\b/.test(asked) || inner.includes('\n')) return null;
  const tagOf = (text: string): string => `${before}${text}${after}`;
  if (asked.endsWith('{')) return { open: tagOf(asked), otherwise: tagOf('} else {'), end: tagOf('}') };
  return /[;{}]/.test(asked) ? null : { open: tagOf(asked), otherwise: tagOf('else'), end: tagOf('end') };
}

function php(tag: string): ChoiceTags | null {
  const [, before = '', inner = ''] = /^(<\?(?:php)?\s+)([^]*?)\s*:\s*\?>$/.exec(tag) ?? [];
  const asked = inner.replace(FIRST, 'if');
  if (!/^if\b/.test(asked)) return null;
  return { open: `${before}${asked}: ?>`, otherwise: `${before}else: ?>`, end: `${before}endif; ?>` };
}

/** Handlebars, then Go, then Mustache. */
function braces(tag: string): ChoiceTags | null {
  const [, before = '', inner = '', after = ''] = /^(\{\{[-~]?\s*)([^]*?)(\s*[-~]?\}\})$/.exec(tag) ?? [];
  const tagOf = (text: string): string => `${before}${text}${after}`;
  const [, helper] = /^#(if|unless)\s/.exec(inner) ?? [];
  if (helper !== undefined) return { open: tag, otherwise: tagOf('else'), end: tagOf(`/${helper}`) };
  if (/^(?:else\s+)?if\s/.test(inner)) {
    return { open: tagOf(inner.replace(FIRST, 'if')), otherwise: tagOf('else'), end: tagOf('end') };
  }
  const [, sign, name] = /^([#^])\s*([\w.$-]+)$/.exec(inner) ?? [];
  if (sign === undefined || name === undefined) return null;
  const other = sign === '#' ? '^' : '#';
  return { open: tag, otherwise: `${tagOf(`/${name}`)}\n${tagOf(other + name)}`, end: tagOf(`/${name}`) };
}

function toolkit(tag: string): ChoiceTags | null {
  const [, before = '', word = '', rest = '', after = ''] =
    /^(\[%[-+]?\s*)(IF|UNLESS|ELSIF)\b([^]*?)(\s*[-+]?%\])$/.exec(tag) ?? [];
  if (word === '') return null;
  const tagOf = (inner: string): string => `${before}${inner}${after}`;
  return {
    open: tagOf((word === 'UNLESS' ? word : 'IF') + rest),
    otherwise: tagOf('ELSE'),
    end: tagOf('END'),
  };
}

/** HTML::Template and vlibTemplate. */
function htmlTemplate(tag: string): ChoiceTags | null {
  const [, prefix = '', word = '', rest = ''] =
    /^<(tmpl_)(if|unless|elseif|elsif)\b([^]*)>$/i.exec(tag) ?? [];
  if (word === '') return null;
  const isUnless = word.toLowerCase() === 'unless';
  const tagOf = (name: string): string => prefix + (prefix === 'TMPL_' ? name.toUpperCase() : name);
  const name = tagOf(isUnless ? 'unless' : 'if');
  return { open: `<${name}${rest}>`, otherwise: `<${tagOf('else')}>`, end: `</${name}>` };
}

function smarty(tag: string): ChoiceTags | null {
  const [, rest] = /^\{(?:if|elseif|else\s+if)\b([^{}\n]*)\}$/.exec(tag) ?? [];
  return rest === undefined ? null : { open: `{if${rest}}`, otherwise: '{else}', end: '{/if}' };
}

function terraform(tag: string): ChoiceTags | null {
  const [, rest] = /^%\{~?\s*(?:if|elseif)\b([^}\n]*?)\s*~?\}$/.exec(tag) ?? [];
  return rest === undefined ? null : { open: `%{ if${rest} }`, otherwise: '%{ else }', end: '%{ endif }' };
}

function virtualmin(tag: string): ChoiceTags | null {
  const [, name] = /^\$\{IF-([\w-]+)\}$/.exec(tag) ?? [];
  return name === undefined ? null : { open: tag, otherwise: `\${ELSE-${name}}`, end: `\${ENDIF-${name}}` };
}

/** Mako; a line of Ruby has no colon, and another end. */
function mako(tag: string): ChoiceTags | null {
  const [, before = '', rest] = /^(%\s*)(?:if|elif)\b([^\n]*:)$/.exec(tag) ?? [];
  if (rest === undefined) return null;
  return { open: `${before}if${rest}`, otherwise: `${before}else:`, end: `${before}endif` };
}

function freemarker(tag: string): ChoiceTags | null {
  const [, open = '', rest, close = ''] = /^([<[])#(?:if|elseif)\b([^]*)([>\]])$/.exec(tag) ?? [];
  if (rest === undefined) return null;
  const tagOf = (inner: string): string => open + inner + close;
  return { open: tagOf(`#if${rest}`), otherwise: tagOf('#else'), end: tagOf('/#if') };
}

function directAdmin(tag: string): ChoiceTags | null {
  return /^\|\*if\s[^|]+\|$/.test(tag) ? { open: tag, otherwise: '|*else|', end: '|*endif|' } : null;
}

function blade(tag: string): ChoiceTags | null {
  const [, word = '', rest] = /^@(if|unless|isset|elseif)\b([^\n]*)$/.exec(tag) ?? [];
  if (rest === undefined) return null;
  const name = word === 'elseif' ? 'if' : word;
  return { open: `@${name}${rest}`, otherwise: '@else', end: `@end${name}` };
}

const WRITERS = [
  words,
  code,
  php,
  braces,
  toolkit,
  htmlTemplate,
  smarty,
  terraform,
  virtualmin,
  mako,
  freemarker,
  directAdmin,
  blade,
];
