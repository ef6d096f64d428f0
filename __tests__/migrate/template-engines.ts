/** How a template engine writes a value and a choice, and what it makes of them. */
export interface Engine {
  readonly value: (name: string) => string;
  /** Lines that are kept or left out; null where the engine knows none, or not by this program. */
  readonly choice: { readonly open: string; readonly otherwise: string; readonly end: string } | null;
}

const tag = (before: string, after: string) => (name: string) => `${before}${name}${after}`;

export const ENGINES: Readonly<Record<string, Engine>> = {
  erb: {
    value: tag('<%= @', ' %>'),
    choice: { open: '<% if @public -%>', otherwise: '<% else -%>', end: '<% end -%>' },
  },
  'erb with dashes': {
    value: tag('<%= scope["site::', '"] %>'),
    choice: { open: '<%- unless @closed -%>', otherwise: '<%-else-%>', end: '<%-end -%>' },
  },
  'a loop of erb': {
    value: tag('<%= h.gsub(/^\\*/, "', '") %>'),
    choice: { open: '<% @hosts.each do |h| %>', otherwise: '<%# no case %>', end: '<% end %>' },
  },
  epp: {
    value: tag('<%= $', ' %>'),
    choice: { open: '<%- if $public { -%>', otherwise: '<%- } else { -%>', end: '<%- } -%>' },
  },
  jinja: {
    value: tag('{{ ', ' }}'),
    choice: { open: '{% if public %}', otherwise: '{% else %}', end: '{% endif %}' },
  },
  'jinja with filters': {
    value: tag('{{ ', ' | join(" ") }}'),
    choice: { open: '{%- if not closed %}', otherwise: '{%- else %}', end: '{%- endif %}' },
  },
  'a loop of jinja': {
    value: tag('{{ host.', ' }}'),
    choice: { open: '{% for host in hosts %}', otherwise: '{% else %}', end: '{% endfor %}' },
  },
  mustache: {
    value: tag('{{{', '}}}'),
    choice: { open: '{{#public}}', otherwise: '{{/public}}\n{{^public}}', end: '{{/public}}' },
  },
  handlebars: {
    value: tag('{{', '}}'),
    choice: { open: '{{#if public}}', otherwise: '{{else}}', end: '{{/if}}' },
  },
  go: {
    value: tag('{{ .Values.', ' | quote }}'),
    choice: { open: '{{- if .Public }}', otherwise: '{{- else }}', end: '{{- end }}' },
  },
  php: {
    value: tag('<?= $', ' ?>'),
    choice: { open: '<?php if ($public): ?>', otherwise: '<?php else: ?>', end: '<?php endif; ?>' },
  },
  'template toolkit': {
    value: tag('[% ', ' %]'),
    choice: { open: '[% IF public %]', otherwise: '[% ELSE %]', end: '[% END %]' },
  },
  'html template': {
    value: tag('<TMPL_VAR NAME="', '">'),
    choice: { open: '<TMPL_IF NAME="public">', otherwise: '<TMPL_ELSE>', end: '</TMPL_IF>' },
  },
  'vlib template': {
    value: tag("<tmpl_var name='", "'>"),
    choice: {
      open: "<tmpl_if name='php' op='==' value='cgi'>",
      otherwise: '</tmpl_else>',
      end: '</tmpl_if>',
    },
  },
  'braces of vlib template': {
    value: tag("{tmpl_var name='", "'}"),
    choice: { open: "<tmpl_unless name='closed'>", otherwise: '<tmpl_else>', end: '</tmpl_unless>' },
  },
  'a tag of several lines': {
    value: tag('<%= [\n  "', '",\n].join(" ") %>'),
    choice: {
      open: '<%\n  x = 1\n  if @public\n%>',
      otherwise: '<% else %>',
      end: '<%\n  end\n%>',
    },
  },
  autoconf: { value: tag('@', '@'), choice: null },
  'doubled at': { value: tag('@@', '@@'), choice: null },
  'per cent': { value: tag('%%', '%%'), choice: null },
  underscores: { value: (name) => `__${name.toUpperCase()}__`, choice: null },
  'shell variable': { value: tag('${', '}'), choice: null },
  'bare shell variable': { value: tag('$', ''), choice: null },
  m4: { value: (name) => `SITE_${name.toUpperCase()}`, choice: null },
};

/** What the engine makes of a text: its value, and the first or the other of its choices. */
export function render({ value, choice }: Engine, text: string, put: string, takesFirst: boolean): string {
  const filled = text.replaceAll(value('net'), put);
  if (choice === null) return filled;
  const [open, otherwise, end] = [choice.open, choice.otherwise, choice.end].map(
    (each) => `[ \\t]*${escape(each)}[ \\t]*\\n`,
  );
  return filled
    .replace(new RegExp(`${open}([^]*?)${otherwise}([^]*?)${end}`, 'g'), takesFirst ? '$1' : '$2')
    .replace(new RegExp(`${open}([^]*?)${end}`, 'g'), takesFirst ? '$1' : '');
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
