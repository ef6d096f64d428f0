// Line endings that an engine takes away: what it joins is one line, in the template as in what becomes of it.
import { describe, expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

const section = (...lines: string[]): string =>
  `<Directory /srv/www>\n${lines.map((line) => `${line}\n`).join('')}</Directory>\n`;

/** The second line is a part of the comment, or may be one. */
const JOINED: readonly (readonly [name: string, comment: string])[] = [
  ['x.conf.j2', '# Note {% if a %} yes {% endif %}'],
  ['x.conf.j2', '# Note {# of mine #}'],
  ['x.conf.j2', '# Note {% if a %}\n# more {% endif %}'],
  ['x.conf.twig', '# Note {% if a %} yes {% endif %}'],
  ['x.conf.erb', '# Note <% if @a %> yes <% end %>'],
  ['x.conf.erb', '# Note <%= @a %>'],
  ['x.conf.tt', '# Note [% IF a %] yes [% END %]'],
  ['x.conf.tpl', '# Note {if $a} yes {/if}'],
  ['x.conf.mustache', '#{{#a}}\nOptions None\n{{/a}}'],
];

describe.each(JOINED)('in %s, %s', (name, comment) => {
  const rules = ['Order allow,deny', 'Allow from all', 'Deny from 10.1'];

  test('is not known to end its line', () => {
    const text = section(comment, 'Order deny,allow', 'Deny from all');
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told.join('\n')).toContain('What this template makes would be answered differently');
  });

  test('is told of nothing where the next line is blank', () => {
    const { after, told } = migrateText(section(...rules, comment, '', 'Options None'), name);
    expect(told).toEqual([]);
    expect(after).toContain('Require not ip 10.1');
  });
});

test.each([
  ['x.conf.erb', 'ServerName <%= @name %>\n'],
  ['x.conf.tt', 'ServerName [% name %]\n'],
])('a setting with which no line of %s would end is not in use', (name, line) => {
  const text = `${line}${section('# Note for <%= @x %>[% x %]', 'Order deny,allow', 'Deny from all')}`;
  const { after, told } = migrateText(text, name);
  expect(told).toEqual([]);
  expect(after).toContain('Require all denied');
});

test.each([
  '# Note {% unless a %} yes {% endunless %}',
  '{% assign x = 1 %}\n# Note {% if a %} yes {% endif %}',
  "# Note {% if a %} yes {% endif %}\n{% case k %}\n{% when 'a' %}\nOptions None\n{% endcase %}",
])('Liquid takes away nothing that a dash does not say: %s', (comment) => {
  const { after, told } = migrateText(section(comment, 'Order deny,allow', 'Deny from all'), 'x.conf');
  expect(told).toEqual([]);
  expect(after).toContain('Require all denied');
});

test('blanks and line endings before a tag join the line before it to what follows', () => {
  const rules = ['Order deny,allow', 'Deny from all', 'Allow from 10.1'];
  const text = section(...rules, '{%- if a -%}', 'Deny from 10.2', '{% endif %}');
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(text);
  expect(told).not.toEqual([]);
});

test.each([
  ['before', 'Allow from 10.1', '%{~ if a ~}', 'Deny from 10.2', '%{ endif ~}'],
  ['behind a value', 'Allow from ${n ~}', 'Deny from 10.2'],
])('what Terraform strips %s joins two lines', (_, ...lines) => {
  const text = section('Order deny,allow', 'Deny from all', ...lines);
  const { after, told } = migrateText(text, 'x.conf.tftpl', new Map([['n ~', 'addresses']]));
  expect(after).toBe(text);
  expect(told).not.toEqual([]);
});

test('Terraform strips no more than the line before, or the blanks in the line of the tag', () => {
  const rules = ['Order deny,allow', 'Deny from all', 'Allow from 10.1'];
  const text = section(...rules, '', '%{~ if a ~}', 'Allow from 10.2', '  %{~ endif ~}');
  const { after, told } = migrateText(text, 'x.conf.tftpl');
  expect(told).toEqual([]);
  expect(after).toContain('Require ip 10.2');
});

test('nothing is joined to a line that closes a section', () => {
  const text = section('Order deny,allow', '#{{#a}}', 'Options None', '{{/a}}', 'Deny from all');
  const { after, told } = migrateText(text, 'x.conf.mustache');
  expect(after).toBe(text);
  expect(told.join('\n')).toContain('2.4 would not start with it');
});

describe('in EPP a dash takes away the blanks beside a tag', () => {
  const rules = (line: string) => section('Order deny,allow', 'Deny from all', line, '');

  test.each(['Allow from <%= $x -%> 10.2', 'Allow from <%= $x -%>\t10.2'])('%s is one word', (line) => {
    const { after, told } = migrateText(rules(line), 'x.conf.epp', new Map([['x', 'addresses']]));
    expect(after).toBe(rules(line));
    expect(told.join('\n')).toContain('<%= $x -%>');
  });

  test('among words that it chooses', () => {
    const { after, told } = migrateText(rules('Allow from 10.1 <%- if $a { -%> .2<% } %>'), 'x.conf.epp');
    expect(told).toEqual([]);
    expect(after).toContain('Require ip 10.1.2\n');
    expect(after).toContain('Require ip 10.1\n');
  });

  test('behind a comment', () => {
    const comment = '# For <%= $x -%>  ';
    const text = section(comment, 'Deny from all', 'Order deny,allow', 'Allow from 10.1');
    expect(migrateText(text, 'x.conf.epp').after).toContain(`${comment}\nDeny from all\n`);
  });
});

test('nothing is taken away from between two lines that are one without it', () => {
  const text = section(
    'Order deny,allow',
    'Deny from all',
    'Allow from 10.1',
    '{% for n in l -%}',
    'Options None',
    'Deny from 10.3',
    '{%- endfor %}',
    '',
  );
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(text);
  expect(told.join('\n')).toContain('2.4 would not start with it: `Options NoneOptions None`');
});

test('2.2 is not asked what it answers from lines that it does not start with', () => {
  const { told } = migrateText(
    section(
      'Order deny,allow',
      'Deny from {% for net in nets %}{{ net }} {% endfor %}',
      '',
      'Allow from 10.1',
    ),
    'x.conf.j2',
    new Map([['net', 'addresses']]),
  );
  expect(told).toEqual([]);
});

test('a branch of Mako keeps a line', () => {
  const text = section('Order deny,allow', '% if a:', 'Deny from all', '% else:', 'Options None', '% endif');
  const { after, told } = migrateText(text, 'x.mako');
  expect(told).toEqual([]);
  expect(after).not.toMatch(/:\n%/);
});

test('so does one whose only line is no access rule', () => {
  expect(migrateText('% if a:\nNameVirtualHost *:80\n% endif\n', 'x.mako').after).toBe(
    '% if a:\n\n% endif\n',
  );
});

describe('a branch of EPP puts something out, as Puppet wants it', () => {
  const rules = ['Order allow,deny', 'Allow from all'];

  test.each([
    [
      'where all of its lines go',
      [
        '<% if $a { -%>',
        'Allow from all',
        'Allow from 10.1',
        '<% } else { -%>',
        'Deny from none',
        '<% } -%>',
      ],
      ['<% if $a { -%>', '', '<% } else { -%>', '', '<% } -%>'],
    ],
    [
      'within a line',
      ['<% if $a { %>Allow from all<% } else { -%>Deny from none<% } %>'],
      ['<% if $a { %>', '<% } else { -%>', '', '<% } %>'],
    ],
    [
      'only where nothing else is left',
      ['<% if $a { -%>', 'Allow from all', 'Options None', '<% } -%>'],
      ['<% if $a { -%>', 'Options None', '<% } -%>'],
    ],
  ])('%s', (_where, choice, left) => {
    const { after, told } = migrateText(section(...rules, ...choice), 'x.conf.epp');
    expect(told).toEqual([]);
    expect(after).toBe(section('Require all granted', ...left));
  });

  test('whatever line is removed from it', () => {
    const text = '<% if $a { -%>\nNameVirtualHost *:80\n<% } -%>\n';
    expect(migrateText(text, 'x.epp').after).toBe('<% if $a { -%>\n\n<% } -%>\n');
  });
});

test('no else is written where choices end by {% end %}: not every such engine knows one', () => {
  const text = section(
    '{% if a %}',
    'AuthType Basic',
    'AuthName x',
    'AuthUserFile /u',
    'Require valid-user',
    '{% end %}',
    'Order deny,allow',
    'Deny from all',
    'Allow from 10.0.0.0/8',
  );
  const { after, told } = migrateText(text, 'x.conf');
  expect(told).toEqual([]);
  const tags = after.match(/^\{%.*/gm)?.join('\n');
  expect(tags).toBe('{% if a %}\n{% end %}\n{% if a %}\n{% end %}\n{% if not (a) %}\n{% end %}');
});

test('a line that is a part of a comment in one rendering, and none in another, is told', () => {
  const text = section(
    '{{ if .a }}',
    'Options None',
    '#{{ end -}}',
    'Order allow,deny',
    'Deny from all',
    'Satisfy any',
  );
  const { after, told } = migrateText(text, 'x.conf.tpl');
  expect(after).toBe(text);
  expect(told).not.toEqual([]);
});

test('a line that follows another one only where a choice leaves out what is between, is told', () => {
  const rules = ['Order deny,allow', 'Deny from all', 'Allow from 10.1'];
  const text = section(...rules, '{%- if a %}', 'Deny from 10.2', '{% endif %}');
  const { after, told } = migrateText(text, 'x.conf.twig');
  expect(after).toBe(text);
  expect(told.join()).toContain('trim_blocks');
});

test('a line that is a comment only by the # before a tag goes with that tag, or stays with it', () => {
  const rules = ['Order deny,allow', 'Deny from all', 'Allow from 10.1'];
  const loop = ['#{{ range .l -}}', 'Allow from {{ . }}', '# about', '#{{ end }}'];
  const { after, told } = migrateText(section(...rules, ...loop), 'x.conf.tpl');
  expect(told).toEqual([]);
  expect(after).toBe(section('Require ip 10.1', ...loop));
});

test('one choice with which 2.2 would not start does not hide what another one joins', () => {
  const text = section(
    '{% if a %}Allow from all{% endif %}',
    'Order deny,allow',
    'Deny from all',
    '{% if b %}Allow from 10.1{% endif %}',
  );
  const { after, told } = migrateText(text, 'x.twig');
  expect(after).toBe(text);
  expect(told.join()).toContain('trim_blocks');
});

test('nobody sets ERB to what makes one line of two directives', () => {
  const text = `<Location /a>\nOrder deny,allow\nDeny from all\nAllow from 10.1<% if @a %> 10.2<% end %>\nAllow from 10.3\n</Location>\n`;
  const { after, told } = migrateText(text, 'x.conf.erb');
  expect(told).toEqual([]);
  expect(after).not.toMatch(/Order|Allow|Deny/);
});
