// Tags that stand in one line with what they choose or repeat.
import { describe, expect, test } from '@jest/globals';
import type { Assumptions } from '../../src/model/index.ts';
import { migrateText } from './migrate-template.ts';

const section = (...lines: string[]): string =>
  `<Directory /srv/www>\n${['Order deny,allow', 'Deny from all', ...lines].map((line) => `${line}\n`).join('')}</Directory>\n`;

/** What becomes of a line. The blank line parts what trim_blocks would join. */
const LINES: readonly (readonly [name: string, lines: string, become: string])[] = [
  ['x.j2', '{% if a %}Allow from 10.1{% endif %}\n', '{% if a %}Require ip 10.1{% endif %}\n'],
  [
    'x.j2',
    '{% if a %}Allow from 10.1{% else %}Allow from 10.2{% endif %}\n',
    '{% if a %}Require ip 10.1{% else %}Require ip 10.2{% endif %}\n',
  ],
  [
    'x.j2',
    '{% for n in l %}Allow from {{ n }}\n{% endfor %}',
    '{% for n in l %}Require ip {{ n }}\n{% endfor %}',
  ],
  ['x.erb', '<% if @a %>Allow from 10.1<% end %>', '<% if @a %>Require ip 10.1<% end %>'],
  [
    'x.erb',
    '<% @l.each do |n| -%>Allow from <%= n %>\n<% end -%>',
    '<% @l.each do |n| -%>Require ip <%= n %>\n<% end -%>',
  ],
  ['x.ejs', '<% if (a) { %>Allow from 10.1<% } %>', '<% if (a) { %>Require ip 10.1<% } %>'],
  ['x.tt', '[% IF a %]Allow from 10.1[% END %]', '[% IF a %]Require ip 10.1[% END %]'],
  ['x.tpl', '{if $a}Allow from 10.1{/if}\n', '{if $a}Require ip 10.1{/if}\n'],
  ['x.conf.tpl', '{{ if .a }}Allow from 10.1{{ end }}', '{{ if .a }}Require ip 10.1{{ end }}'],
  ['x.j2', 'Allow from 10.1 {# office #}\n', 'Require ip 10.1\n {# office #}\n'],
];

const ADDRESSES: Assumptions = new Map([['n', 'addresses']]);

test('the value of a loop of Smarty is a part of an address in each round', () => {
  const lines = '{foreach from=$l item=n}\nAllow from {$n}/16\n{/foreach}\n{if $a}\nDeny from 10.3\n{/if}';
  const { after, told } = migrateText(section(lines), 'x.tpl');
  expect(told).toEqual([]);
  expect(after).toContain('Require ip {$n}/16');
});

test.each(LINES)('in %s, %s', (name, lines, become) => {
  const { after, told } = migrateText(section(lines), name, ADDRESSES);
  expect(told).toEqual([]);
  expect(after.replace(/^\s*Require all denied\n/m, '')).toBe(
    `<Directory /srv/www>\n${become}\n</Directory>\n`,
  );
});

describe('what comes out as one line stays, and is told', () => {
  test.each([
    ['the rounds of a loop', 'x.j2', '{% for n in l %}Allow from {{ n }}{% endfor %}'],
    ['the rounds of a loop', 'x.mustache', '{{#l}}Allow from {{n}}{{/l}}'],
    ['two choices', 'x.j2', '{% if a %}Allow from 10.1{% endif %}{% if b %}Allow from 10.2{% endif %}'],
    ['what stands behind a choice', 'x.j2', '{% if a %}Allow from 10.1{% endif %} 10.2'],
    [
      'the line behind, where there is no blank one',
      'x.j2',
      '{% if a %}Allow from 10.1{% endif %}\nAllow from 10.2',
    ],
  ])('%s (%s)', (_what, name, lines) => {
    const text = section(lines);
    const { after, told } = migrateText(text, name, ADDRESSES);
    expect(after).toBe(text);
    expect(told).not.toEqual([]);
  });
});

describe('tags in one line with what opens or closes a section', () => {
  const rules = (net: string): string => `    Order deny,allow\n    Deny from all\n    Allow from ${net}\n`;
  const converted = (text: string): string =>
    text.replace(/ {4}Order.*\n {4}Deny.*\n/g, '').replaceAll('Allow from', 'Require ip');

  test.each([
    [
      'x.j2',
      `{% for v in l %}<Location {{ v }}>\n${rules('10.1')}</Location>\n{% endfor %}<Location /c>\n${rules('10.2')}</Location>\n`,
    ],
    [
      'x.erb',
      `<% if @a %><Location /a>\n${rules('10.1')}</Location><% end %>\n<Location /b>\n${rules('10.1')}</Location>\n`,
    ],
    ['x.conf.tpl', `<Location /a>{{ if .a }}\n    Options None{{ end }}\n${rules('10.1')}</Location>\n`],
    [
      'x.erb',
      `<Location /a>\n${rules('10.1')}<% if @a %>    Allow from 10.3\n<% else %>    Allow from 10.4\n<% end %></Location>\n`,
    ],
    [
      'x.conf.tpl',
      `<Location /a>\n${rules('10.1')}{{ range .l }}    Allow from {{ . }}/16\n{{ end }}</Location>\n`,
    ],
  ])('in %s, %s', (name, text) => {
    const { after, told } = migrateText(text, name);
    expect([after, told]).toEqual([converted(text), []]);
  });

  test.each([
    [
      'a loop whose rounds meet in one line',
      'x.j2',
      `{% for v in l %}<Location {{ v }}>\n${rules('10.1')}</Location>{% endfor %}\n`,
    ],
    [
      'a choice of sections',
      'x.j2',
      `{% if a %}<Location /a>{% else %}<Location /b>{% endif %}\n${rules('10.1')}</Location>\n`,
    ],
    [
      'a section that opens in a branch',
      'x.erb',
      `<% if @a %><Location /a>\n${rules('10.1')}<% end %></Location>\n`,
    ],
  ])('%s stays, and is told', (_, name, text) => {
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told).not.toEqual([]);
  });
});

describe('a line that begins at a tag behind another line', () => {
  const text = (lines: string): string =>
    `<Location /a>\n    Order deny,allow\n    Deny from all${lines}\n</Location>\n`;

  test('of Go, in a choice and a loop', () => {
    const lines =
      '{{ if .a }}\n    Allow from 10.1{{ else }}{{ range .l }}\n    Allow from {{ . }}/16{{ end }}{{ end }}';
    const { after, told } = migrateText(text(lines), 'x.conf.tpl');
    expect(told).toEqual([]);
    expect(after).toBe(
      `<Location /a>\n    Require all denied\n${lines.replaceAll('Allow from', 'Require ip')}\n</Location>\n`,
    );
  });

  test.each([
    ['the line ending is taken away', 'x.conf.tpl', '{{ if .a -}}\n    Allow from 10.1{{ end }}'],
    ['a setting may take it away', 'x.conf.j2', '{% if a %}\n    Allow from 10.1{% endif %}\n'],
    ['rounds may be joined', 'x.conf.j2', '\n{% for n in l %}\n    Allow from {{ n }}/16{% endfor %}\n'],
  ])('where %s it stays, and is told', (_, name, lines) => {
    const { after, told } = migrateText(text(lines), name);
    expect(after).toBe(text(lines));
    expect(told).not.toEqual([]);
  });
});

describe('a loop beside a password', () => {
  const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile /u\n';
  const place = (inner: string) => `<Directory /srv>\n${AUTH}${inner}</Directory>\n`;
  const loop = (inner: string) => `{% for n in nets %}\n${inner}{% endfor %}\n`;
  const NETS: Assumptions = new Map([['n', 'addresses']]);

  test.each([
    [
      'of those who are let in',
      `Require valid-user\nOrder deny,allow\nDeny from all\n${loop('Allow from {{ n }}\n')}`,
      `<RequireAll>\nRequire valid-user\n<RequireAny>\nRequire all denied\n${loop('Require ip {{ n }}\n')}</RequireAny>\n</RequireAll>\n`,
    ],
    [
      'of some of them',
      `Require valid-user\nOrder deny,allow\nDeny from all\nAllow from 10.1\n${loop('Allow from {{ n }}\n')}`,
      `<RequireAll>\nRequire valid-user\n<RequireAny>\nRequire ip 10.1\n${loop('Require ip {{ n }}\n')}</RequireAny>\n</RequireAll>\n`,
    ],
    [
      'of those who are not, with users among its lines',
      `Order allow,deny\nAllow from all\nRequire user ann\nRequire user bob\n${loop('Deny from {{ n }}\n')}Satisfy all\n`,
      `<RequireAll>\n<RequireAny>\nRequire user ann\nRequire user bob\n</RequireAny>\n${loop('Require not ip {{ n }}\n')}</RequireAll>\n`,
    ],
  ])('%s goes into one <RequireAll> with it', (_, rules, become) => {
    const { after, told } = migrateText(place(rules), 'x.conf.j2', NETS);
    expect([after, told]).toEqual([place(become), []]);
  });

  test('between lines of something else it stays', () => {
    const text = place(
      `Require valid-user\nOrder deny,allow\nOptions None\nDeny from all\n${loop('Allow from {{ n }}\n')}`,
    );
    const { after, told } = migrateText(text, 'x.conf.j2', NETS);
    expect([after, told.length]).toEqual([text, 1]);
  });
});

describe('a loop of Require lines', () => {
  const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile /u\n';
  const LOOP = '{% for u in users %}\nRequire user {{ u }}\n{% endfor %}\n';
  const place = (inner: string) => `<Directory /srv>\n${AUTH}${inner}</Directory>\n`;

  test('by itself stays, and is told what to do', () => {
    const { after, told } = migrateText(place(LOOP), 'x.conf.j2');
    expect(after).toBe(place(LOOP));
    expect(told).toEqual([
      expect.stringMatching(
        /depends on `\{% for u in users %\}`.*Write one Require line outside of the loop/,
      ),
    ]);
  });

  test('beside another line stays, and is right', () => {
    const text = place(`Require user admin\n${LOOP}`);
    expect(migrateText(text, 'x.conf.j2')).toMatchObject({ after: text, told: [] });
  });

  test('beside host rules is told by its tag alone', () => {
    const text = place(`${LOOP}Order deny,allow\nDeny from all\nAllow from 10.1\n`);
    const { after, told } = migrateText(text, 'x.conf.j2');
    expect([after, told]).toEqual([text, [expect.not.stringContaining('outside of the loop')]]);
  });
});

test.each([
  ['x.erb', '<% if @a %><Location /b><% end %>\n', '<% if @a %> stands in one line with other text'],
  ['x.erb', '<<%= @kind %> /b>\n</<%= @kind %>>\n', '<%= @kind %> is the name of a section'],
  ['x.erb', '<<%= @kind %> /b>\n</<%= @kind %>>\n', '<<%= @kind %> opens no section'],
  ['x.erb', '<% return if @a %>\n', 'Which of the lines behind <% return if @a %> are left out'],
  [
    'x.conf.php',
    '<?php foreach ($names as $name => $address) {\n  print "ServerAlias $name\\n";\n  print "Listen $address\\n";\n} ?>\n\n',
    '<?php foreach ($names as $name => $address) { print "ServerA ... ?> stands for whole lines',
  ],
])('in %s, of %s it is told that it is in the way, and not what it holds', (name, line, message) => {
  const text = `${line}<Location /a>\n    Order deny,allow\n    Deny from all\n</Location>\n`;
  const told = migrateText(text, name).told.join('\n');
  expect(told).toContain(message);
  expect(told).not.toContain('--assume');
});
