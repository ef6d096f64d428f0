// What a loop gives a name a value for is written nowhere else.
import { expect, test } from '@jest/globals';
import { migrateText } from './migrate-template.ts';

const NETS = new Map([['n', 'addresses'] as const]);

test.each([
  [
    'two loops',
    '{% for n in nets %}\nAllow from {{ n }}\n{% endfor %}\n{% for n in nets %}\nDeny from {{ n }}\n{% endfor %}\n',
  ],
  ['one loop', '{% for n in nets %}\nAllow from {{ n }}\nDeny from {{ n }}\n{% endfor %}\n'],
])('lines of %s that say nothing together leave no value behind', (_, lines) => {
  const { after, told } = migrateText(
    `<Location /a>\nOrder deny,allow\n${lines}</Location>\n`,
    'x.conf.j2',
    NETS,
  );
  expect(told).toEqual([]);
  expect(after).toContain('Require all granted');
  expect(after).not.toContain('{{ n }}');
});

test('a section in a loop has the values of its round', () => {
  const section =
    '<Location {{ n.path }}>\nOrder deny,allow\nDeny from all\nAllow from {{ n.net }}\n</Location>\n';
  const { after, told } = migrateText(
    `{% for n in nets %}\n${section}{% endfor %}\n`,
    'x.conf.j2',
    new Map([['n.net', 'addresses']]),
  );
  expect(told).toEqual([]);
  expect(after).toContain('Require ip {{ n.net }}');
});

test('who is kept out by a loop alone is kept out in each round', () => {
  const server = 'ServerRoot /etc/httpd\nListen 80\n';
  const { after, told } = migrateText(
    `${server}<Directory /srv>\n{% for n in nets %}\nDeny from {{ n }}\n{% endfor %}\n</Directory>\n`,
    'x.conf.j2',
    NETS,
  );
  expect(told).toEqual([]);
  expect(after).toMatch(
    /<RequireAll>\s+Require all granted\s+\{% for .*\s+Require not ip \{\{ n \}\}\s+\{% endfor %\}\s+<\/RequireAll>/,
  );
});

test('a part of a server in which nobody but a loop keeps anybody out leaves the rest to be written', () => {
  const section = '<Directory /srv>\n{% for n in nets %}\nDeny from {{ n }}\n{% endfor %}\n</Directory>\n';
  const { after, told } = migrateText(`MaxClients 9\n${section}`, 'x.conf.j2', NETS);
  expect(told).toEqual([expect.stringContaining('Who gets in here depends on `{% for n in nets %}`')]);
  expect(after).toBe(`MaxRequestWorkers 9\n${section}`);
});
