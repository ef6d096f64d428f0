import { expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

// A tag at the end of a comment that takes the line ending after it away: the next line is a part of the comment, whatever it says.

const section = (comment: string, ...rules: string[]): string =>
  `<Directory /srv/www>\n${[comment, ...rules].map((line) => `    ${line}\n`).join('')}</Directory>\n`;

test.each([
  ['x.conf.erb', '# For <%= @name -%>'],
  ['x.conf.j2', '# For {{ name -}}'],
  ['x.conf.j2', '# A note {# of mine -#}'],
  ['x.conf.php', '# For <?= $name ?>'],
])('in %s, %s', (name, comment) => {
  const rules = ['Deny from 10.1', 'Order allow,deny', 'Allow from 10.2'];
  const { after, told } = migrateText(section(comment, ...rules), name);
  expect(told).toEqual([]);
  expect(after).toBe(section(comment, 'Deny from 10.1', 'Require ip 10.2'));
});

test('lines behind it that are blank are no end of it where all that is blank goes', () => {
  const text = section('# For {{ name -}}', '', 'Order allow,deny', 'Order deny,allow', 'Deny from all');
  expect(migrateText(text, 'x.conf.j2').after).toBe(
    section('# For {{ name -}}', '', 'Order allow,deny', 'Require all denied'),
  );
  const one = section('# For <%= @name -%>', '', 'Order deny,allow', 'Deny from all').replace('    \n', '\n');
  expect(migrateText(one, 'x.conf.erb').after).toBe(
    section('# For <%= @name -%>', '', 'Require all denied').replace('    \n', '\n'),
  );
});

test('a tag that is put behind a # leaves the # for the next line', () => {
  const text = `#<% if @old -%>\n#Deny from all\n#<% end -%>\nDeny from 10.1\n${section('Order deny,allow')}`;
  const { after } = migrateText(text, 'x.conf.erb');
  expect(after).toContain('#<% end -%>\nDeny from 10.1\n');
});

test('where tags alone stand on the next line, it is not known what becomes of the one behind it, and nothing is written', () => {
  const text = section(
    '# For <%= @name -%>',
    '<% if @x -%>',
    'Deny from 10.1',
    '<% end -%>',
    'Order allow,deny',
    'Allow from all',
  );
  const { after, told } = migrateText(text, 'x.conf.erb');
  expect(told).not.toEqual([]);
  expect(after).toBe(text);
});

test.each([
  ['x.conf.j2', '{% if shut %}#{% endif %}    Allow from all\n'],
  ['x.conf.erb', '<% if @shut %># <% end %>Allow from all'],
  ['x.conf.erb', '<% if @shut %>ServerAlias <% else %>Allow from <% end %>10.1'],
])(
  'in %s, a line that a choice makes a comment of, or another line, stays, and is told: %s',
  (name, line) => {
    const text = section(line, 'Order deny,allow', 'Deny from all');
    const { after, told } = migrateText(text, name);
    expect(after).toBe(text);
    expect(told).toEqual([expect.stringContaining('stands in one line with other text')]);
  },
);
