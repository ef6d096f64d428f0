// What puts nothing out, and what only looks so.
import { describe, expect, test } from '@jest/globals';
import { findTags, templateParts } from '../../src/syntax/index.ts';
import { migrateText } from './migrate-template.ts';

const section = (...lines: string[]): string =>
  `<Directory /srv/www>\n${lines.map((line) => `${line}\n`).join('')}</Directory>\n`;

test.each(['<%- x %>', '<%- include("acl") -%>', '<%- acl.lines() %>'])(
  'in EJS %s prints lines that are not known',
  (tag) => {
    const text = section('Order deny,allow', 'Deny from all', tag);
    const { after, told } = migrateText(text, 'x.conf.ejs');
    expect(after).toBe(text);
    expect(told.join('\n')).toContain('stands for whole lines');
  },
);

test('in EJS a value that is given to a name is put out, too', () => {
  const text = section('Order allow,deny', 'Allow from all', 'Deny from <%- x = y %>');
  const { after, told } = migrateText(text, 'x.conf.ejs');
  expect(after).toBe(text);
  expect(told).not.toEqual([]);
});

test.each(['<%- @x = 1 -%>', '<%- x.sort! -%>', '<%- | $x, $y | -%>'])(
  'in ERB and EPP %s does not',
  (tag) => {
    const name = tag.includes('$') ? 'x.conf.epp' : 'x.conf.erb';
    const { after, told } = migrateText(section('Order deny,allow', 'Deny from all', tag), name);
    expect(told).toEqual([]);
    expect(after).toContain('Require all denied');
  },
);

describe('a comment of an engine', () => {
  test.each([
    ['x.liquid', '{% comment %}\nAllow from all\n{% endcomment %}'],
    ['x.liquid', `{% comment %}\n${'Allow from all\n'.repeat(400)}{% endcomment %}`],
    ['x.conf.hbs', '{{!-- {{#if a}} }}\nAllow from all\n--}}'],
    ['x.conf.tpl', '{{/* {{ x }} */}}'],
    ['x.tpl', '{if $a}\n{* Allow from all\n{/if} *}\n{/if}'],
    ['x.mako', '<%doc>\nAllow from all\n</%doc>'],
    ['x.tt', '[%# Allow from all\n%]'],
    ['x.ejs', '<%# Allow from all\n%>'],
  ])('in %s says nothing: %s', (name, comment) => {
    const { after, told } = migrateText(section('Order deny,allow', 'Deny from all', comment), name);
    expect(told).toEqual([]);
    expect(after.trimEnd()).toBe(section('Require all denied', comment).trimEnd());
  });
});

test.each([
  ['x.j2', '{% raw %}', '{% endraw %}'],
  ['x.twig', '{% verbatim %}', '{% endverbatim %}'],
  ['x.tpl', '{* x *}\n{literal}', '{/literal}'],
])('in %s nothing between %s and %s is a tag', (name, begin, end) => {
  const text = `${begin}\n# {% if x %} {if $y}\n${end}\n${section('Order deny,allow', 'Deny from all')}`;
  const { after, told } = migrateText(text, name);
  expect(told).toEqual([]);
  expect(after).toContain('Require all denied');
});

test('EJS and its blanks: <%_ _%>', () => {
  const text = section(
    'Order deny,allow',
    'Deny from all',
    '<%_ if (a) { _%>',
    'Allow from all',
    '<%_ } _%>',
  );
  const { after, told } = migrateText(text, 'x.conf.ejs');
  expect(told).toEqual([]);
  expect(after).toBe(section('Require all denied', '<%_ if (a) { _%>', 'Require all granted', '<%_ } _%>'));
});

describe('Template Toolkit', () => {
  test('SWITCH is a choice', () => {
    const rules = [
      '[% SWITCH a %]',
      "[% CASE 'x' %]",
      'Allow from all',
      '[% CASE %]',
      'Allow from 10.1',
      '[% END %]',
    ];
    const { after, told } = migrateText(section('Order deny,allow', 'Deny from all', ...rules), 'x.tt');
    expect(told).toEqual([]);
    expect(after).toContain("[% CASE 'x' %]\nRequire all granted\n[% CASE %]\nRequire ip 10.1\n");
  });

  test.each(['[% CALL log(x) %]', '[% x = 1 %]', '[% DEFAULT x = 1 %]'])('%s puts nothing out', (tag) => {
    const { told } = migrateText(section('Order deny,allow', 'Deny from all', tag), 'x.tt');
    expect(told).toEqual([]);
  });

  test('a name that begins with `end` is a value', () => {
    const { told } = migrateText(section('Order deny,allow', 'Deny from all', '[% endpoint %]'), 'x.tt');
    expect(told.join('\n')).toContain('[% endpoint %] stands for whole lines');
  });
});

test('Smarty: what stands behind {foreachelse} is there where there is nothing to repeat', () => {
  const rules = ['{foreach $l as $n}', 'Allow from 10.1', '{foreachelse}', 'Allow from 10.2', '{/foreach}'];
  const { after, told } = migrateText(section('Order deny,allow', 'Deny from all', ...rules), 'x.tpl');
  expect(told).toEqual([]);
  expect(after).toContain('{foreach $l as $n}\nRequire ip 10.1\n{foreachelse}\nRequire ip 10.2\n{/foreach}');
});

test.each([
  ['x.epp', "<% case $x { 'a': { -%>", "<% } 'b': { -%>", '<% } } -%>'],
  ['x.erb', "<% case @x when 'a' -%>", "<% when 'b' -%>", '<% end -%>'],
])('in %s what stands behind %s may be left out', (name, first, second, end) => {
  const rules = [first, 'Allow from all', second, 'Allow from 10.1', end];
  const { after, told } = migrateText(section('Order deny,allow', 'Deny from all', ...rules), name);
  expect(told).toEqual([]);
  expect(after).toBe(
    section('Require all denied', first, 'Require all granted', second, 'Require ip 10.1', end),
  );
});

test('a first case in the tag of `case` is asked for as an `if` is, and what it is asked of is a part of each further question', () => {
  const text = "<% case @x when 'a' %>\nx\n<% when 'b' %>\ny\n<% end %>\n";
  const parts = templateParts(text, findTags(text)) ?? [];
  const blocks = parts.flatMap((part) =>
    part.type === 'block' ? part.branches.map(({ block }) => block) : [],
  );
  expect(blocks.map((block) => [block.kind, block.test])).toEqual([
    ['if', "case @x when 'a'"],
    ['if', "case @x when 'a': 'b'"],
  ]);
});

test.each(['<% nets %>', '<% site.nets() %>', '{#nets#}'])('%s in a line puts something out', (tag) => {
  const text = section('Order deny,allow', 'Deny from all', `Allow from 10.0.0.0/8 ${tag}`);
  const { after, told } = migrateText(text, 'x.conf');
  expect([after, told]).toEqual([text, [expect.stringContaining(`What ${tag} stands for`)]]);
});

test.each(['{*nets*}', '<%# nets %>'])('nothing but %s behind `Allow from` is more than a comment', (tag) => {
  const text = section('Order deny,allow', 'Deny from all', `Allow from ${tag}`);
  const { after, told } = migrateText(text, 'x.conf');
  expect([after, told]).toEqual([text, [expect.stringContaining('2.2 does not start with')]]);
});

test.each(['{{-- nets --}}', '<#-- nets -->', '<#assign x = 1>'])(
  '%s puts nothing out, and takes nothing away',
  (tag) => {
    const text = `${section('Order deny,allow', 'Deny from all')}${tag}\n${section('Order allow,deny', 'Allow from all')}`;
    const { after, told } = migrateText(text, 'x.conf');
    expect([after, told]).toEqual([
      `${section('Require all denied')}${tag}\n${section('Require all granted')}`,
      [],
    ]);
  },
);

test('a name of DirectAdmin gets its value', () => {
  const name = '|?ROOT=`HOME`/|DOMAIN||';
  const lines = ['|*if A="1"|', 'Order deny,allow', 'Deny from all', '|*endif|'];
  const { after, told } = migrateText(`${name}\n${section(...lines)}`, 'x.conf');
  expect([after, told]).toEqual([`${name}\n${section(lines[0]!, 'Require all denied', lines[3]!)}`, []]);
});
