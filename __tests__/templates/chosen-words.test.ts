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
  ['x.tpl', '{if $a}', '{else}', '{/if}'],
  ['x.tftpl', '%{ if a }', '%{ else }', '%{ endif }'],
  ['x.ftl', '<#if a>', '<#else>', '</#if>'],
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

/** What stands in the place of a value in each language, and what is written around lines. */
const EXPRESSIONS: readonly (readonly [
  name: string,
  value: string,
  open: string,
  otherwise: string,
  end: string,
])[] = [
  ['x.j2', "{{ 'all' if a else '10.1' }}", '{% if a %}', '{% else %}', '{% endif %}'],
  ['x.j2', "{{ a | ternary('all', '10.1') }}", '{% if a %}', '{% else %}', '{% endif %}'],
  ['x.j2', "{{ (a == 'x') | ternary('all', '10.1') }}", "{% if a == 'x' %}", '{% else %}', '{% endif %}'],
  ['x.twig', "{{ a ? 'all' : '10.1' }}", '{% if a %}', '{% else %}', '{% endif %}'],
  ['x.erb', "<%= @a ? 'all' : '10.1' %>", '<% if @a %>', '<% else %>', '<% end %>'],
  ['x.erb', "<%= (@a.empty? ? 'all' : '10.1') -%>", '<% if @a.empty? %>', '<% else %>', '<% end %>'],
  ['x.epp', "<%= if $a { 'all' } else { '10.1' } %>", '<% if $a { %>', '<% } else { %>', '<% } %>'],
  [
    'x.epp',
    "<%= $a ? { true => 'all', default => '10.1' } %>",
    '<% if $a == true { %>',
    '<% } else { %>',
    '<% } %>',
  ],
  ['x.erb', "<%= @a && 'all' || '10.1' %>", '<% if @a %>', '<% else %>', '<% end %>'],
  ['x.ejs', "<%- a && 'all' || '10.1' %>", '<% if (a) { %>', '<% } else { %>', '<% } %>'],
  ['x.ejs', "<%- a ? 'all' : '10.1' %>", '<% if (a) { %>', '<% } else { %>', '<% } %>'],
  ['x.tpl', "<%= $a->{b} ? 'all' : '10.1' %>", '<% if ($a->{b}) { %>', '<% } else { %>', '<% } %>'],
  ['x.php', "<?= $a ? 'all' : '10.1' ?>", '<?php if ($a): ?>', '<?php else: ?>', '<?php endif; ?>'],
  ['x.tt', "[% a ? 'all' : '10.1' %]", '[% IF a %]', '[% ELSE %]', '[% END %]'],
  ['x.tpl', '{{ ternary "all" "10.1" .a }}', '{{ if .a }}', '{{ else }}', '{{ end }}'],
  ['x.blade.php', "{{ $a ? 'all' : '10.1' }}", '@if ($a)', '@else', '@endif'],
  ['x.mako', "${'all' if a else '10.1'}", '% if a:', '% else:', '% endif'],
  ['x.genshi', "${'all' if a else '10.1'}", '{% if a %}', '{% end %}\n{% if not (a) %}', '{% end %}'],
  ['x.tftpl', '${a ? "all" : "10.1"}', '%{ if a }', '%{ else }', '%{ endif }'],
  ['x.ftl', '${a?then("all", "10.1")}', '<#if a>', '<#else>', '</#if>'],
  ['x.ftl', "${(a == 'x')?then('all', '10.1')}", "<#if a == 'x'>", '<#else>', '</#if>'],
];

describe.each(EXPRESSIONS)('in %s, %s', (name, value, open, otherwise, end) => {
  test('is written as a choice', () => {
    const { after, told } = migrateText(section(...SHUT, `Allow from ${value}`, ''), name);
    expect(told).toEqual([]);
    expect(after).toBe(section(open, 'Require all granted', otherwise, 'Require ip 10.1', end, ''));
  });

  test('stays where a person has said what it is', () => {
    const assumptions = new Map([
      [value.replace(/^\$\{([^]*)\}$|^[<{[]\S+ ([^]*) \S+$/, '$1$2'), 'addresses' as const],
    ]);
    const { after, told } = migrateText(section(...SHUT, `Allow from ${value}`, ''), name, assumptions);
    expect(told).toEqual([]);
    expect(after).toContain(`Require ip ${value}`);
  });
});

/** Of values that are there or not. */
const DEFAULTS: readonly (readonly [name: string, value: string, lines: readonly string[]])[] = [
  [
    'x.ftl',
    '${nets!"all"}',
    ['<#if nets??>', 'Require ip ${nets}', '<#else>', 'Require all granted', '</#if>'],
  ],
  [
    'x.ftl',
    "${(nets)!'all'}",
    ['<#if (nets)??>', 'Require ip ${nets}', '<#else>', 'Require all granted', '</#if>'],
  ],
  [
    'x.twig',
    "{{ nets ?: 'all' }}",
    ['{% if nets %}', 'Require ip {{ nets }}', '{% else %}', 'Require all granted', '{% endif %}'],
  ],
  [
    'x.twig',
    "{{ nets ?? 'all' }}",
    [
      '{% if nets is defined and nets is not null %}',
      'Require ip {{ nets }}',
      '{% else %}',
      'Require all granted',
      '{% endif %}',
    ],
  ],
  [
    'x.ejs',
    "<%- nets ?? 'all' %>",
    [
      '<% if (nets != null) { %>',
      'Require ip <%- nets %>',
      '<% } else { %>',
      'Require all granted',
      '<% } %>',
    ],
  ],
  [
    'x.j2',
    "{{ nets | default('all') }}",
    ['{% if nets is defined %}', 'Require ip {{ nets }}', '{% else %}', 'Require all granted', '{% endif %}'],
  ],
  [
    'x.j2',
    "{{ nets | default(['10.1', '10.2'], true) | join(' ') }}",
    [
      '{% if nets %}',
      "Require ip {{ nets | join(' ') }}",
      '{% else %}',
      'Require ip 10.1 10.2',
      '{% endif %}',
    ],
  ],
  [
    'x.j2',
    "{{ nets or 'all' }}",
    ['{% if nets %}', 'Require ip {{ nets }}', '{% else %}', 'Require all granted', '{% endif %}'],
  ],
  [
    'x.erb',
    "<%= @nets || 'all' %>",
    ['<% if @nets %>', 'Require ip <%= @nets %>', '<% else %>', 'Require all granted', '<% end %>'],
  ],
  [
    'x.erb',
    "<%= @nets or 'all' %>",
    ['<% if @nets %>', 'Require ip <%= @nets %>', '<% else %>', 'Require all granted', '<% end %>'],
  ],
  [
    'x.tpl',
    "<%= $nets->{x} || 'all' %>",
    [
      '<% if ($nets->{x}) { %>',
      'Require ip <%= $nets->{x} %>',
      '<% } else { %>',
      'Require all granted',
      '<% } %>',
    ],
  ],
  [
    'x.php',
    "<?= $nets ?? 'all' ?>",
    [
      '<?php if (isset($nets)): ?>',
      'Require ip <?= $nets ?>',
      '',
      '<?php else: ?>',
      'Require all granted',
      '<?php endif; ?>',
    ],
  ],
  [
    'x.tpl',
    '{{ .nets | default "all" }}',
    ['{{ if .nets }}', 'Require ip {{ .nets }}', '{{ else }}', 'Require all granted', '{{ end }}'],
  ],
  [
    'x.tpl',
    '{{ ternary "all" .nets .open }}',
    ['{{ if .open }}', 'Require all granted', '{{ else }}', 'Require ip {{ .nets }}', '{{ end }}'],
  ],
  [
    'x.blade.php',
    "{{ $nets ?? 'all' }}",
    ['@if (isset($nets))', 'Require ip {{ $nets }}', '@else', 'Require all granted', '@endif'],
  ],
];

test.each(DEFAULTS)('in %s, %s', (name, value, lines) => {
  const text = section(...SHUT, `Allow from ${value}`, '');
  const named = value.includes('->') ? 'nets->{x}' : 'nets';
  const { after, told } = migrateText(text, name, new Map([[named, 'addresses']]));
  expect(told).toEqual([]);
  expect(after).toBe(section(...lines, ''));
  const unsaid = migrateText(text, name);
  expect(unsaid.after).toBe(text);
  expect(unsaid.told.join('\n')).toContain('=addresses');
});

test.each(['{$nets}', '{NETS}'])('%s is spoken of by its name', (value) => {
  const text = section(...SHUT, `Allow from ${value}`);
  const name = value.slice(1, -1).replace('$', '');
  expect(migrateText(text).told.join('\n')).toContain(`--assume ${name}=addresses`);
  const { after } = migrateText(text, 'x.conf', new Map([[name, 'addresses']]));
  expect(after).toBe(section(`Require ip ${value}`));
});

test('a choice of three', () => {
  const chosen = 'Allow from {% if a %}all{% elif b %}10.1{% else %}10.2{% endif %}';
  const { after, told } = migrateText(section(...SHUT, chosen, ''), 'x.j2');
  expect(told).toEqual([]);
  expect(after).toContain(
    '{% else %}\n{% if b %}\nRequire ip 10.1\n{% else %}\nRequire ip 10.2\n{% endif %}\n{% endif %}',
  );
});

test.each([
  ['x.j2', "{{ 'all' if a else x + y }}"],
  ['x.j2', "{{ x == 1 | ternary('all', '10.1') }}"],
  ['x.conf', "{{ nets | default('all') }}"],
  ['x.erb', "<%= @a and @b ? 'all' : '10.1' %>"],
  ['x.erb', '<%= @a ? "#{@x}" : "10.1" %>'],
  ['x.erb', "<%= (@n = @a) ? 'all' : '10.1' %>"],
  ['x.php', "<?= $a ? 'all' : $b ? '10.1' : '10.2' ?>"],
  ['x.epp', "<%= $a ? { /x/ => 'all', default => '10.1' } %>"],
])('in %s, %s is no choice that is known', (name, value) => {
  const text = section(...SHUT, `Allow from ${value}`, '');
  const { after, told } = migrateText(text, name);
  expect(after).toBe(text);
  expect(told).not.toEqual([]);
});

test.each([
  ['x.j2', "10.{{ site | default('1') }}.0.0/16"],
  ['x.erb', "<%= @wide ? '10.1' : '10.2' %>.0.0/16"],
])('in %s, a part of an address stays one: %s', (name, address) => {
  const { after, told } = migrateText(section(...SHUT, `Allow from ${address}`), name);
  expect(told).toEqual([]);
  expect(after).toBe(section(`Require ip ${address}`));
});

test('a choice of words that begin behind another one', () => {
  const { after, told } = migrateText(section(...SHUT, "Allow from 10.1{{ ' 10.2' if a }}", ''), 'x.j2');
  expect(told).toEqual([]);
  expect(after).toContain('Require ip 10.1 10.2\n{% else %}\nRequire ip 10.1\n');
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

test.each([
  ['x.mako', '% if a:', '% else:', '% endif'],
  ['x.tftpl', '%{ if a }', '%{ else }', '%{ endif }'],
  ['x.tpl', '{if $a}', '{else}', '{/if}'],
  ['x.conf', '${IF-A}', '${ELSE-A}', '${ENDIF-A}'],
])('in %s, a text is written for each answer: %s', (name, open, otherwise, end) => {
  const login = ['AuthType Basic', 'AuthName x', 'AuthUserFile /u', 'Require valid-user'];
  const text = section(open, 'Satisfy any', end, ...login, ...SHUT, 'Allow from 10.1');
  const { after, told } = migrateText(text, name);
  expect(told).toEqual([]);
  for (const line of [open, otherwise, end]) expect(after.split('\n')).toContain(line);
});

test.each([
  ['all', '10.1'],
  ['10.2 10.3', '10.1'],
])('in Mustache, where a name has a section and its opposite: %s, else %s', (one, other) => {
  const line = `Allow from {{#a}}${one}{{/a}}{{^a}}${other}{{/a}}`;
  const { after, told } = migrateText(section(...SHUT, line), 'x.mustache');
  const written = (words: string): string => `Require ${words === 'all' ? 'all granted' : `ip ${words}`}`;
  expect(told).toEqual([]);
  expect(after).toBe(section('{{#a}}', written(one), '{{/a}}', '{{^a}}', written(other), '{{/a}}'));
});

const LOGIN = ['AuthType Basic', 'AuthName x', 'AuthUserFile /u', 'AuthGroupFile /g'];

test.each([
  [
    'x.j2',
    '{% if g is defined %}group {{ g }}{% else %}valid-user{% endif %}',
    'group {{ g }}',
    'valid-user',
  ],
  ['x.j2', "user ann{{ ' bob' if both }}", 'user ann bob', 'user ann'],
  ['x.erb', "<%= @all ? 'valid-user' : 'user ann' %>", 'valid-user', 'user ann'],
])('in %s, who is required: Require %s', (name, words, one, other) => {
  const { after, told } = migrateText(
    section(...LOGIN, ...SHUT, 'Allow from 10.1', `Require ${words}`, ''),
    name,
  );
  expect(told).toEqual([]);
  const required = after.match(/^\s*Require .*/gm)?.map((line) => line.trim());
  expect(required).toEqual(['Require ip 10.1', `Require ${one}`, 'Require ip 10.1', `Require ${other}`]);
});

test('the cases of a choose are branches of one choice', () => {
  const { after, told } = migrateText(
    section(
      ...SHUT,
      '{% choose %}\n{% when a %}\nAllow from 10.1\n{% end %}',
      '{% when b %}\nAllow from 10.2\n{% end %}',
      '{% otherwise %}\nAllow from all\n{% end %}\n{% end %}',
    ),
    'x.genshi',
  );
  expect(told).toEqual([]);
  expect(after.match(/^Require .*/gm)).toEqual(['Require ip 10.1', 'Require ip 10.2', 'Require all granted']);
});

describe('stays, and is told:', () => {
  test.each([
    [
      'a choice of five',
      'x.j2',
      'Allow from {% if a %}all{% elif b %}10.1{% elif c %}10.2{% elif d %}10.3{% else %}10.4{% endif %}\n',
    ],
    ['a choice in tags that may repeat', 'x.mustache', 'Allow from {{#a}}10.2 {{/a}}{{^a}}10.1{{/a}}\n'],
    ['code whose language is not known', 'x.conf', "Allow from ${a ? 'all' : '10.1'}\n"],
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

test('a file whose name does not say that it is of Jinja2 may be said to be', () => {
  const line = "Allow from {{ nets | default('all') }}\n";
  const [{ told }, { told: known }] = [
    migrateText(section(...SHUT, line), 'x.conf'),
    migrateText(section(...SHUT, line), 'x.conf.j2'),
  ] as const;
  expect([told, known].map((each) => each.join().includes('(--template jinja)'))).toEqual([true, false]);
  expect(told).toHaveLength(1);
});

test('one of the words of a line becomes a line, and the other none', () => {
  const inside = (deny: string[], allow: string) => [
    '{% for n in l %}',
    ...deny,
    '',
    '{% endfor %}',
    '{% if b %}',
    allow,
    '{% endif %}',
  ];
  const old = inside(["Deny from {{ a | ternary('all', '10.5') }}"], 'Allow from 10.3');
  const { after, told } = migrateText(section(...SHUT, 'Allow from 10.2', ...old), 'x.j2');
  const become = inside(['{% if a %}', 'Require all denied', '{% endif %}'], 'Require ip 10.3');
  expect([after, told]).toEqual([section('Require ip 10.2', ...become), []]);
});
