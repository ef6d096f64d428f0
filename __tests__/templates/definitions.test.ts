import { describe, expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

// What stands in these is put out elsewhere, or otherwise: lines with access rules stay and are told, and all else of the template is migrated.

const OTHER = '<Directory /srv/www>\n    Order allow,deny\n    Deny from all\n</Directory>\n';
const RULES = '<Directory /srv/x>\n    Order deny,allow\n    Deny from all\n</Directory>';

test.each([
  ['x.conf.j2', '{% filter upper %}', '{% endfilter %}'],
  ['x.conf.j2', '{% set rules %}', '{% endset %}'],
  ['x.conf.liquid', '{% capture rules %}', '{% endcapture %}'],
  ['x.conf.erb', '<% def rules(name) %>', '<% end %>'],
])('in %s, %s', (name, start, end) => {
  const harmless = `${start}\nTimeout 3\n${end}\n${OTHER}`;
  const made = migrateText(harmless, name);
  expect(made.told).toEqual([]);
  expect(made.after).toBe(harmless.replace(/ {4}Order.*\n.*Deny.*\n/, '    Require all denied\n'));
  const { after, unknowns } = migrateText(`${start}\n${RULES}\n${end}\n${OTHER}`, name);
  expect(after).toContain(`${start}\n${RULES}\n${end}\n`);
  expect(unknowns).not.toEqual([]);
});

test('a filter that changes no words leaves them what they are', () => {
  const text = `{% filter indent(4) %}\n${RULES}\n{% endfilter %}\n`;
  expect(migrateText(text, 'x.conf.j2').after).toContain('Require all denied');
});

describe('rules that are given to something else stay, and are told', () => {
  test.each([
    ['x.conf.j2', "{% call acl('/x') %}", '{% endcall %}'],
    ['x.conf.j2', '{% trans %}', '{% endtrans %}'],
    ['x.conf.twig', '{% apply upper %}', '{% endapply %}'],
    ['x.conf.tt', '[% WRAPPER site.tt %]', '[% END %]'],
    ['x.conf.tt', "[% FILTER replace('all', 'none') %]", '[% END %]'],
  ])('in %s, %s', (name, start, end) => {
    const rules = `<Location /x>\n${start}\n    Order deny,allow\n    Deny from all\n${end}\n</Location>\n`;
    const { after, told } = migrateText(rules, name);
    expect(after).toBe(rules);
    expect(told.join('\n')).toContain(
      `What becomes of the access rules between ${start} and its end is not known`,
    );
  });

  test('a call may put in rules of its own', () => {
    const text = `<Location /x>\n    Order deny,allow\n    Deny from all\n{% call acl() %}\n    Options None\n{% endcall %}\n</Location>\n`;
    const { after, told } = migrateText(text, 'x.conf.j2');
    expect(after).toBe(text);
    expect(told.join('\n')).toContain('{% call acl() %} stands for whole lines');
  });
});

test('a value that puts in the text of a block names the block', () => {
  const text = `{% set rules %}\n    Order deny,allow\n    Deny from all\n{% endset %}\n<Location /x>\n{{ rules }}\n</Location>\n${OTHER}`;
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(text);
  expect(told).toEqual([
    expect.stringContaining('The access rules in {% set rules %} stay as they are'),
    expect.stringContaining('{{ rules }} puts in the access rules of {% set rules %}'),
  ]);
});

test('of a block with rules that both versions know nothing is told', () => {
  const text = `{% macro acl() %}\n    Require valid-user\n{% endmacro %}\n${OTHER}`;
  expect(migrateText(text, 'x.conf.j2').told).toEqual([]);
});
