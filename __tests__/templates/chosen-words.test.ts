// Choices within a line of access rules: it is one of two lines.
import { describe, expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

const section = (...lines: string[]): string =>
  `<Directory /srv/www>\n${lines.map((line) => `${line}\n`).join('')}</Directory>\n`;

const SHUT = ['Order deny,allow', 'Deny from all'];

/** Of each engine a choice, and what is written around lines. */
const ENGINES: readonly (readonly [name: string, open: string, otherwise: string, end: string])[] = [
  ['x.j2', '{% if a %}', '{% else %}', '{% endif %}'],
  ['x.erb', '<% if @a %>', '<% else %>', '<% end %>'],
  ['x.epp', '<% if $a { %>', '<% } else { %>', '<% } %>'],
  ['x.ejs', '<% if (a) { %>', '<% } else { %>', '<% } %>'],
  ['x.php', '<?php if ($a): ?>', '<?php else: ?>', '<?php endif; ?>'],
  ['x.hbs', '{{#if a}}', '{{else}}', '{{/if}}'],
  ['x.tpl', '{{ if .a }}', '{{ else }}', '{{ end }}'],
  ['x.tt', '[% IF a %]', '[% ELSE %]', '[% END %]'],
];

describe.each(ENGINES)('in %s', (name, open, otherwise, end) => {
  test.each([
    ['Allow from ', 'all', '10.0.0.1', [...SHUT, 'X'], ['Require all granted', 'Require ip 10.0.0.1']],
    [
      'Order ',
      'allow,deny',
      'deny,allow',
      ['X', 'Allow from 10.1', 'Deny from all'],
      ['Require all denied', 'Require ip 10.1'],
    ],
  ] as const)('%s with %s, else %s', (start, one, other, lines, become) => {
    const chosen = `${start}${open}${one}${otherwise}${other}${end}\n`;
    const { after, told } = migrateText(
      section(...lines.map((line) => line.replace('X', () => chosen))),
      name,
    );
    expect(told).toEqual([]);
    const written = [open, become[0], otherwise, become[1], end];
    expect(after.replace(/\n\n/, '\n')).toBe(section(...written));
  });
});

test('a choice among words beside others, in a loop', () => {
  const text = section(
    'Order allow,deny',
    'Allow from all',
    '{% for n in l %}',
    'Deny from 10.4{% if n.wide %} 10.5{% endif %}\n',
    '{% endfor %}',
  );
  const { after, told } = migrateText(text, 'x.j2');
  expect(told).toEqual([]);
  expect(after).toContain(
    '{% if n.wide %}\nRequire not ip 10.4 10.5\n{% else %}\nRequire not ip 10.4\n{% endif %}',
  );
});

describe('stays, and is told:', () => {
  test.each([
    ['a choice of three', 'x.j2', 'Allow from {% if a %}all{% elif b %}10.1{% else %}10.2{% endif %}\n'],
    ['a choice in tags that are not written', 'x.tpl', 'Allow from {if $a}all{else}10.1{/if}\n'],
    ['a list or nothing at all', 'x.j2', 'Allow from {% for n in l %}{{ n }} {% endfor %}\n'],
    [
      'a line to which trim_blocks joins the next one',
      'x.j2',
      'Allow from {% if a %}10.1{% else %}10.2{% endif %}\nAllow from 10.3',
    ],
  ])('%s (%s)', (_what, name, line) => {
    const text = section(...SHUT, line);
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told).not.toEqual([]);
  });
});
