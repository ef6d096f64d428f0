// Guards that may hold for one of the versions alone, by what a template puts into them.
import { expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

const guarded = (guard: string): string => {
  const [name = ''] = guard.split(' ');
  return `<${guard}>\n<Location /a>\n    Order deny,allow\n    Deny from all\n</Location>\n</${name}>\n`;
};
const OTHER = '<Location /b>\n    Order deny,allow\n    Deny from all\n</Location>\n';
const converted = (text: string): string =>
  text.replace(/ {4}Order.*\n {4}Deny.*\n/g, '    Require all denied\n');

test.each([
  ['IfVersion {{ sign }} 2.4', '{{ sign }}'],
  ['IfVersion >= {{ version }}', '{{ version }}'],
  ['IfModule {{ module }}', '{{ module }}'],
  ['IfModule !mod_authz_{{ name }}.c', '{{ name }}'],
])('rules in <%s> stay, and are told', (guard, value) => {
  const { after, told } = migrateText(guarded(guard) + OTHER, 'x.conf.j2');
  expect(after).toBe(guarded(guard) + converted(OTHER));
  expect(told).toEqual([expect.stringContaining(`What ${value} stands for in \`<${guard}>\` is not known`)]);
});

test.each([
  'IfModule mod_php{{ version }}.c',
  'IfModule mod_auth_{{ name }}_example.c',
  'IfDefine {{ name }}',
])('rules in <%s>, which both versions read or neither does, are converted', (guard) => {
  const { after, told } = migrateText(guarded(guard), 'x.conf.j2');
  expect([after, told]).toEqual([converted(guarded(guard)), []]);
});
