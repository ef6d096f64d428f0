import { expect, test } from '@jest/globals';
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
