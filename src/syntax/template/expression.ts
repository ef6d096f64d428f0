import type { TemplateTag } from './template-tag.ts';

/** What lists are made one text with, and what does not change what their members are. */
const SHAPING =
  /\s*(?:\|\s*(?:join(?:\(\s*|\s+)(["'])[ \\n]*\1\s*\)?|(?:list|sort|unique|trim|safe|string|flatten)(?:\(\))?)|\.(?:join\(?\s*(["'])[ \\n]*\2\s*\)?|sort|uniq|flatten|compact|strip|to_s)(?:\(\))?|\*\s*(["'])[ \\n]*\3)\s*$/;

/** `join(" ", nets)` of Terraform, `join ' ', @nets` of Perl, `join " " .nets` of Sprig, `implode(' ', $nets)` of PHP. */
const CALL_OF_JOIN = /^(?:join|implode)[\s(]\s*(["'])[ \\n]*\1\s*,?\s*([@$.\w]+)\s*\)?$/;

/** `<tmpl_var name='site'>` is `site`. */
const HTML_TEMPLATE = /^[<{]tmpl_var\s+(?:name\s*=\s*)?["']?([\w.:-]+)/i;

/**
 * By which names a value may be spoken of that a placeholder puts in: `<%= @scope["site::net"].join(' ') %>` is
 * `@scope["site::net"].join(' ')`, `@scope["site::net"]`, `scope["site::net"]` and `site::net`. The last one is the shortest.
 */
export function placeholderNames(written: string): readonly string[] {
  const [, name] = HTML_TEMPLATE.exec(written) ?? [];
  // What is put in where there is none is a word of its own: `DEFAULT=all`.
  if (name !== undefined) return /\sdefault\s*=/i.test(written) ? [written] : [name];
  const inner = written
    .replace(
      /^(?:<%[-=~]*|<\?(?:=|php\b(?:\s+(?:echo|print)\b)?)?|\{\{\{?[-~&]?|\{%[-+~]?|\[%[-+]?|#\{|\$!?\{|\$\(|\{(?=[$A-Z])|@@?|##|%%|%\(|%(?=[A-Z])|__|<<|\|)/,
      '',
    )
    .replace(/(?:-?%>|;?\s*\?>|[-~]?\}\}\}?|[-+~]?%\}|[-+]?%\]|\}|(?<=^\w+)\)[sd]?|@@?|##|%%?|__|>>|\|)$/, '')
    // What a rendering marks its round with.
    .replace(/\/\*[\d.]*\*\/|\.__[\d_]+$/g, '')
    .trim();
  const [, , listed] = CALL_OF_JOIN.exec(inner) ?? [];
  const names = listed === undefined ? [inner] : [inner, listed];
  for (
    let text = listed ?? inner, shaped = text.replace(SHAPING, '');
    shaped !== text;
    shaped = text.replace(SHAPING, '')
  ) {
    text = shaped.trim();
    names.push(text);
  }
  const last = (names.at(-1) ?? inner).replace(/^(?:Array\(|\[\s*)(.*?)\s*[)\]]$/s, '$1');
  const bare = last.replace(/^(?:@|\$!?|\.|::)+(?=\w)/, '');
  const [, key] = /^\w+(?:\.\w+\(\s*|\[\s*)["'](?:::)?([^"']+)["']\s*[)\]]$/.exec(bare) ?? [];
  return [...new Set([...names, last, bare, key ?? dotted(bare)])];
}

/** `node['site']['nets']` and `params[:site][:nets]` are `node.site.nets`. */
function dotted(name: string): string {
  const isLookedUp = /^\w+(?:\[(?:'[\w-]+'|"[\w-]+"|:\w+)\])+$/.test(name);
  return isLookedUp ? name.replace(/\[(?:'([\w-]+)'|"([\w-]+)"|:(\w+))\]/g, '.$1$2$3') : name;
}

/** The tags, without what those put in of which a person has said what it is. @param isAssumed whether that is so of a name */
export function withoutAssumed(
  text: string,
  tags: readonly TemplateTag[],
  isAssumed: (name: string) => boolean,
): readonly TemplateTag[] {
  const settle = (tag: TemplateTag): TemplateTag => {
    const { span, effect } = tag;
    const isOpen = effect.type === 'value' && effect.value !== undefined;
    return isOpen && placeholderNames(text.slice(span.start, span.end)).some(isAssumed)
      ? { ...tag, effect: { type: 'value' } }
      : tag;
  };
  return tags.map(settle);
}
