// Texts in which something stands that an engine, a build tool or a shell replaces: whatever it becomes, what was migrated is right.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { differencesOf, migrateText } from './migrate-template.ts';

/** What stands for X, and in a file of which name. */
const SIGNS: Readonly<Record<string, readonly [sign: string, file: string]>> = {
  erb: ['<%= @x %>', 'x.conf.erb'],
  epp: ['<%= $x %>', 'x.conf.epp'],
  jinja: ['{{ x | default("") }}', 'x.conf.j2'],
  'jinja in any file': ['{{ x }}', 'x.conf'],
  mustache: ['{{{x}}}', 'x.mustache'],
  go: ['{{ .Values.x }}', 'x.conf.tpl'],
  php: ['<?= $x ?>', 'x.conf.php'],
  'what PHP prints': ['<?php echo $x ?>', 'x.conf.php'],
  'a word of m4': ['SITE_X', 'x.m4'],
  'a call of m4': ['SITE_X(a)', 'x.conf.m4'],
  '%%X%%': ['%%X%%', 'x.conf.in'],
  '@X@': ['@X@', 'x.conf.in'],
  __X__: ['__X__', 'x.conf'],
  '%NAME%': ['%NAME%', 'x.conf.in'],
  '{NAME}': ['{NAME}', 'x.conf'],
  '$(NAME)': ['$(NAME)', 'x.conf.mk'],
  '$X of a shell': ['$X', 'x.conf'],
  '${X}': ['${X}', 'x.conf'],
  'code of Terraform': ['${join(" ", X)}', 'x.tftpl'],
};

const OPEN = 'Order allow,deny\nAllow from all';
const SHUT = 'Order deny,allow\nDeny from all';
const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile /u';
/** What a line may bring in that stands between sections, and between the lines of one. */
const SECTIONS = [
  '',
  'KeepAlive On',
  `<Location /a/b>\n${SHUT}\n</Location>`,
  `<Directory />\n${SHUT}\n</Directory>`,
  '<Directory /srv/www>\nOrder allow,deny\nAllow from all\nDeny from 10.0.0.0/8\n</Directory>',
];
const LINES = ['', 'Options None', 'Deny from 10.0.0.0/8', OPEN, 'Satisfy any\nAllow from 10.0.0.0/8'];

/** Texts with X, and what may come in its place. */
const TEXTS: Readonly<Record<string, readonly [text: string, values: readonly string[]]>> = {
  'a line before a section': [`X\n<Location /a>\n${OPEN}\n</Location>\n`, SECTIONS],
  'a line behind a section': [
    `<Location /a>\n${SHUT}\n</Location>\nX\n`,
    [...SECTIONS, `<Location /a/b>\n${OPEN}\n</Location>`],
  ],
  'a line in a virtual host with sections': [
    `<VirtualHost *:80>\nServerName a\nX\n<Location /a>\n${OPEN}\n</Location>\n</VirtualHost>\n`,
    SECTIONS,
  ],
  'a line in a virtual host beside sections of the server': [
    `<Location /a>\n${OPEN}\n</Location>\n<VirtualHost *:80>\nServerName a\nX\n</VirtualHost>\n`,
    SECTIONS,
  ],
  'a line in another virtual host': [
    `<VirtualHost *:80>\nServerName a\nX\n</VirtualHost>\n<VirtualHost *:80>\nServerName b\n<Location /a>\n${OPEN}\n</Location>\n</VirtualHost>\n`,
    SECTIONS,
  ],
  'a line in a guard': [`<IfModule mod_ssl.c>\nX\n</IfModule>\n<Files x>\n${OPEN}\n</Files>\n`, SECTIONS],
  'a line in a section without rules': [
    `<Directory /srv/www>\nOptions None\nX\n</Directory>\n<Directory /srv/www/pub>\n${OPEN}\n</Directory>\n`,
    LINES,
  ],
  'a line among rules': [`<Directory /srv/www>\n${OPEN}\nX\n</Directory>\n`, LINES],
  'a line among rules for methods': [
    `<Location /a>\n<Limit POST>\n${SHUT}\nX\n</Limit>\n</Location>\n`,
    ['', 'Allow from 10.0.0.0/8'],
  ],
  'who is required': [
    `<Location /a>\n${LOGIN}\nRequire X\n${SHUT}\nAllow from 10.0.0.0/8\nSatisfy any\n</Location>\n`,
    ['valid-user', 'user ann bob'],
  ],
  Satisfy: [
    `<Location /a>\n${LOGIN}\nRequire valid-user\n${SHUT}\nAllow from 10.0.0.0/8\nSatisfy X\n</Location>\n`,
    ['any', 'all'],
  ],
  Order: [
    '<Location /a>\nOrder X\nDeny from all\nAllow from 10.0.0.0/8\n</Location>\n',
    ['allow,deny', 'deny,allow'],
  ],
  from: [`<Location /a>\n${SHUT}\nAllow X\n</Location>\n`, ['from all', 'from 10.0.0.0/8']],
  'an address': [`<Location /a>\n${SHUT}\nAllow from X.0.0/16\n</Location>\n`, ['10.1', '192.168']],
  'a mask': [`<Location /a>\n${SHUT}\nAllow from 10.0.0.0/X\n</Location>\n`, ['8', '255.255.0.0']],
  'a domain': [`<Location /a>\n${SHUT}\nAllow from .X\n</Location>\n`, ['example.org 10.0.0.0/8']],
  'one of several': [
    `<Location /a>\n${SHUT}\nAllow from 10.0.0.0/8 X\n</Location>\n`,
    ['192.0.2.0/24', 'all', '.example.com'],
  ],
  'a folder by which rules are told apart': [
    `<LocationMatch "^/q">\nDeny from 10.0.0.1\n</LocationMatch>\n<Directory "X">\n${LOGIN}\nRequire valid-user\n</Directory>\n<Directory "X/in">\nSatisfy any\nDeny from 10.0.0.2\n</Directory>\n`,
    ['/srv/www', '/srv/a.b'],
  ],
  'a path': [
    `<Location /X>\n${LOGIN}\nRequire valid-user\n</Location>\n<Location /a>\n${SHUT}\nAllow from 10.0.0.0/8\nSatisfy any\n</Location>\n`,
    ['a', 'a/b', 'z'],
  ],
};

describe.each(Object.entries(TEXTS))('%s', (_, [text, values]) => {
  test.each(Object.entries(SIGNS))('%s', (_name, [sign, file]) => {
    const before = text.replaceAll('X', () => sign);
    const { after, told } = migrateText(before, file);
    if (after === before) expect(told).not.toEqual([]);
    for (const value of values) {
      const [old, made] = [before, after].map((each) => each.replaceAll(sign, () => value));
      if (old !== made) expect(differencesOf(old ?? '', made ?? '')).toEqual([]);
    }
  });
});

describe('what a message asks to be said of a value', () => {
  const text = (line: string) => `<Location /a>\nOrder deny,allow\nDeny from all\n${line}\n\n</Location>\n`;

  test.each([
    ['Allow from {{ nets }}', 'nets', 'x.conf.j2'],
    ['Allow from 10.1 {{ nets }} 10.2', 'nets', 'x.conf.j2'],
    ['Allow from 10.1<% @l.each do |n| %> <%= n %><% end %>', 'n', 'x.conf.erb'],
  ])('is what it holds, after which it is known: %s', (line, name, file) => {
    expect(migrateText(text(line), file).told.join()).toContain(`--assume ${name}=addresses`);
    expect(migrateText(text(line), file, new Map([[name, 'addresses']])).told).toEqual([]);
  });

  test.each([
    ['Allow {{ from }}', 'x.conf.j2'],
    ["Allow <%= d['allow'] %>", 'x.conf.erb'],
    ['Order {{ order }}', 'x.conf.j2'],
  ])('is nothing, where no list stands: %s', (line, file) => {
    const { told } = migrateText(text(line), file);
    expect(told.join()).toContain('is not known');
    expect(told.join()).not.toContain('--assume');
  });
});

describe('a line that is put in whole', () => {
  const text = (line: string) => `${line}\n<Location /a>\n${OPEN}\n</Location>\n`;

  test.each([
    ['{{ extra }}', 'x.conf'],
    ['EXTRA_RULES', 'x.conf.m4'],
    // Any word may be a macro of m4.
    ['extra_rules', 'x.conf.m4'],
  ])('leaves the rules that it could affect, and names itself: %s', (line, file) => {
    const { after, told } = migrateText(text(line), file);
    expect(after).toBe(text(line));
    expect(told.join()).toContain(`${line} stands for whole lines`);
    const [, name = ''] = /\(--assume (\w+)=lines\)/.exec(told.join()) ?? [];
    expect(migrateText(text(line), file, new Map([[name, 'lines']])).after).toContain('Require all granted');
  });

  test.each([
    ['{% for n in nets %}Allow from {{ n }}{% endfor %}', '{% for n in nets %}', 'x.conf.j2'],
    ['<% @l.each do |n| %>Require ip <%= n %> <% end %>', '<% @l.each do |n| %>', 'x.conf.erb'],
  ])('is a loop in one line, and named by its tag: %s', (line, tag, file) => {
    const { after, told } = migrateText(text(line), file);
    expect(after).toBe(text(line));
    expect(told.join('\n')).toContain(`${tag} begins and ends in one line`);
    expect(told.join('\n')).not.toContain('--assume');
  });

  test.each([
    ["<%= '#' if x %>", 'x.conf.erb'],
    ['<%= "a b" unless $y %>', 'x.conf.erb'],
    ['<%= `id` if x %>', 'x.conf.erb'],
    ["{{ '#' if x else '' }}", 'x.conf.j2'],
  ])('is named in words that a shell takes: %s', (line, file) => {
    const [, hint] = /say so \((--assume .*=lines'?)\)/.exec(migrateText(text(line), file).told.join()) ?? [];
    const got = execFileSync('sh', ['-c', `set -- ${hint}; printf %s "$#$1 $2"`], { encoding: 'utf8' });
    const [, name = ''] = /^2--assume ([^]*)=lines$/.exec(got) ?? [];
    const { after } = migrateText(text(line), file, new Map([[name, 'lines']]));
    expect(after).toContain('Require all granted');
  });

  test.each([
    ['said to hold no access rules', '{{ extra }}', new Map([['extra', 'lines' as const]])],
    ['a comment', "{{ ansible_managed | comment('plain') }}", new Map()],
  ])('is passed over if it is %s', (_, line, assumed) => {
    const { after, told } = migrateText(text(line), 'x.conf.j2', assumed);
    expect(after).toContain('Require all granted');
    expect(told).toEqual([]);
  });

  test('keeps nothing of another virtual host', () => {
    const { after } = migrateText(TEXTS['a line in another virtual host']![0].replace('X', '{{ x }}'));
    expect(after).toContain('Require all granted');
  });
});

test.each(['x.conf', 'x.conf.in', 'x.conf.erb'])(
  'a host with a character that no address has is something that is put in: %s',
  (file) => {
    const text = `<Location /a>\n${SHUT}\nAllow from a&b\n</Location>\n<Location /b>\n${SHUT}\nAllow from 10.0.0.0/8\n</Location>\n`;
    const { after, told } = migrateText(text, file);
    expect(told.join()).toContain('What a&b stands for in `');
    expect(after).toContain(`<Location /a>\n${SHUT}\nAllow from a&b\n</Location>`);
    expect(after).toContain('Require ip 10.0.0.0/8');
  },
);

test.each([
  '[[+net]]',
  '[[++site.net]]',
  '[[!x]]',
  '(net)',
  '((site.net))',
  '\\(net)',
  '==net==',
  '[= net =]',
])('%s is a word of an engine that is not known, and no host', (word) => {
  const text = `<Location /a>\n${SHUT}\nAllow from ${word}\n</Location>\n`;
  const { after, told } = migrateText(text);
  expect([after, told]).toEqual([text, [expect.stringMatching(/^What .* stands for/)]]);
});

test('an address in brackets is none', () => {
  const { after, told } = migrateText(`<Location /a>\n${SHUT}\nAllow from [2001:db8::1]\n</Location>\n`);
  expect([after.includes('Require all denied'), told]).toEqual([true, []]);
});

test.each([
  ['{{ host }}.example.com', '(--assume host=hosts)'],
  ['.{{ domain }}', '(--assume domain=hosts)'],
  ['{{ nets }}', '(--assume nets=addresses, hosts or addresses-or-all)'],
])('of %s it is said what it can hold', (word, kinds) => {
  const { told } = migrateText(
    `<Location /a>\n    Order deny,allow\n    Deny from all\n    Allow from ${word}\n</Location>\n`,
    'x.conf.j2',
  );
  expect(told).toEqual([expect.stringContaining(`Say what it holds ${kinds}, migrate`)]);
});

test.each(['##nets##', '%(nets)s', '$(nets)', '$!nets', '$!{nets}'])('%s is called nets', (sign) => {
  const text = `<Location /a>\n${SHUT}\nAllow from ${sign}\n</Location>\n`;
  expect(migrateText(text).told.join()).toContain('--assume nets=addresses');
  expect(migrateText(text, 'x.conf', new Map([['nets', 'addresses']])).after).toContain(`Require ip ${sign}`);
});

test('a value with a word for where there is none is called by its whole tag', () => {
  const text = `<Location /a>\n${SHUT}\nAllow from <TMPL_VAR nets DEFAULT=all>\n</Location>\n`;
  const { after, told } = migrateText(text, 'x.conf', new Map([['nets', 'addresses']]));
  expect([after, told]).toEqual([text, [expect.stringContaining('DEFAULT=all')]]);
});
