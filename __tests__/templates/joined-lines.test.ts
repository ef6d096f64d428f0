// A tag that takes the line ending after it away, before a line that is none by itself: the rest of the one that it ends.
import { expect, test } from '@jest/globals';
import { parse } from '../../src/syntax/index.ts';
import { migrateText } from './migrate-template.ts';

const FAST_CGI = [
  'FastCgiExternalServer <%= @server %> -socket <%= @socket -%>',
  '<% unless @timeout.nil? %> -idle-timeout <%= @timeout %><% end %>',
  '',
];

test('is a line with it', () => {
  const { children, diagnostics } = parse({ path: 'x.erb', text: FAST_CGI.join('\n') });
  expect(diagnostics).toEqual([]);
  expect(children).toMatchObject([{ type: 'directive', name: { value: 'FastCgiExternalServer' } }]);
});

test('is no reason to leave access rules beside it', () => {
  const rules = ['<Directory /srv/www>', 'Order allow,deny', 'Allow from all', '</Directory>'];
  const { after, told } = migrateText([...FAST_CGI, ...rules, ''].join('\n'), 'x.conf.erb');
  expect(told).toEqual([]);
  expect(after).toContain('Require all granted');
});

test('of access rules it is told', () => {
  const text =
    '<Directory /srv/www>\nOrder deny,allow\nDeny from all\nAllow from <%= @x -%>\n 10.2\n</Directory>\n';
  const { after, told } = migrateText(text, 'x.conf.erb', new Map([['x', 'addresses']]));
  expect(after).toBe(text);
  expect(told.join('\n')).toContain('<%= @x -%> takes away what parts it from the text behind it');
});

test('a person is not asked for a value that would not help', () => {
  const text = '<Directory /srv/www>\nOrder deny,allow\nAllow from <?= $x ?>\nDeny from all\n</Directory>\n';
  const { told } = migrateText(text, 'x.conf.php');
  expect(told.join('\n')).toContain('Part them, with a blank line');
  expect(told.join('\n')).not.toContain('--assume');
});

test.each([
  ['a section ends', '</Directory>'],
  ['a directive stands', 'Options None'],
  ['a value stands', '<%= @lines %>'],
  ['a comment stands', '# note'],
])('is none where %s', (_what, next) => {
  const { children } = parse({ path: 'x.erb', text: `<Directory /a>\nServerName <%= @x -%>\n${next}\n` });
  expect(children[0]).toMatchObject({ type: 'section' });
  const [section] = children;
  const first = section?.type === 'section' ? section.children[0]?.span : undefined;
  expect(first).toEqual({ start: 15, end: 15 + 'ServerName <%= @x -%>\n'.length });
});
