import { describe, expect, test } from '@jest/globals';
import type { Assumptions } from '../../src/model/index.ts';
import { migrateText } from './migrate-template.ts';

const ADDRESSES: Assumptions = new Map([['nets', 'addresses']]);

/** Between two rules of one section a tag gives a name its value. */
const GIVEN: readonly (readonly [ending: string, assignment: string, value: string])[] = [
  ['j2', `{% set nets = admins | join(' ') %}`, '{{ nets }}'],
  ['erb', `<% nets = @admins.join(' ') -%>`, '<%= nets %>'],
  ['epp', `<% $nets = $admins.join(' ') -%>`, '<%= $nets %>'],
  ['tmpl', '{{- $nets := join " " .admins }}', '{{ $nets }}'],
  ['liquid', `{% assign nets = admins | join: ' ' %}`, '{{ nets }}'],
];

describe('a name that a tag gives a value', () => {
  test.each(GIVEN)('is put in behind that tag (.%s)', (ending, assignment, value) => {
    const before = `<Directory /srv/www>
    Order deny,allow
    Deny from all
    ${assignment}
    Allow from 10.0.0.1 ${value}
</Directory>
`;
    const { after, told } = migrateText(before, `x.conf.${ending}`, ADDRESSES);
    expect(told).toEqual([]);
    expect(after).toBe(`<Directory /srv/www>
    ${assignment}
    Require ip 10.0.0.1 ${value}
</Directory>
`);
  });

  test('is not asked for before that tag', () => {
    const text = `<Directory /srv/www>
    Order allow,deny
    Allow from all
    {% set closed = site.closed %}
    {% if closed %}
    Order deny,allow
    Deny from all
    Require valid-user
    {% endif %}
</Directory>
`;
    const { after, told } = migrateText(text, 'x.conf.j2');
    expect(after).toBe(text);
    expect(told.join('\n')).toContain('What this template makes would be answered differently');
  });

  test.each([
    ['another value', 'j2', '{% if a %}', '{% set a = true %}', '{% endif %}'],
    ['two values at once', 'j2', '{% if a %}', '{% set a, b = b, a %}', '{% endif %}'],
    ['a member', 'j2', '{% if ns.a %}', '{% set ns.a = true %}', '{% endif %}'],
    ['one more item', 'j2', '{% if list %}', '{% do list.append(x) %}', '{% endif %}'],
    ['one more item', 'erb', '<% if @list.any? -%>', '<% @list << x -%>', '<% end -%>'],
    ['one item less, by asking', 'erb', '<% if @list.shift -%>', '', '<% end -%>'],
    ['a value of its own', 'j2', '{% if a %}', '{% with a = b %}', '{% endif %}', '{% endwith %}'],
    ['what it is asked of', 'tmpl', '{{- if .a }}', '{{- with .site }}', '{{- end }}', '{{- end }}'],
    ['what it is asked of', 'hbs', '{{#if a}}', '{{#with site}}', '{{/if}}', '{{/with}}'],
  ])('is another question where it has %s (.%s)', (_what, ending, asks, assignment, end, last = '') => {
    const text = `<Directory /srv/www>
${asks}
Order deny,allow
Deny from all
${end}
${assignment}
${asks}
Allow from 10.0.0.1
Satisfy any
Require valid-user
${end}
${last}
</Directory>
`;
    const { after, told } = migrateText(text, `x.conf.${ending}`);
    expect(after).toBe(text);
    expect(told.join('\n')).toContain('What this template makes would be answered differently');
  });
});
