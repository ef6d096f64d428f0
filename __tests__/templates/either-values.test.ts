// Values that are a list or the word `all` (--assume x=addresses-or-all): no one Require line is right for both, so the server is asked.
import { describe, expect, test } from '@jest/globals';
import type { AssumedKind } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { hasRealServer, startRealServer } from '../access/policy/real-server.ts';
import { differencesOf, migrateText } from './migrate-template.ts';

/** What stands for X, and in a file of which name. */
const SIGNS: Readonly<Record<string, readonly [sign: string, file: string, name: string]>> = {
  erb: ['<%= @scope["site::x"] %>', 'x.conf.erb', 'site::x'],
  epp: ['<%= $x.join(" ") %>', 'x.conf.epp', 'x'],
  jinja: ["{{ x | join(' ') }}", 'x.conf.j2', 'x'],
  'jinja in any file': ['{{ x }}', 'x.conf', 'x'],
  mustache: ['{{{x}}}', 'x.mustache', 'x'],
  "the round's own value": ['{{ . }}', 'x.conf.tpl', '.'],
  'what is looked up': ["<%= node['site'][:x] %>", 'x.conf.erb', 'node.site.x'],
  'code of Mako': ['${" ".join(x)}', 'x.mako', '" ".join(x)'],
  go: ['{{ .Values.x }}', 'x.conf.tpl', 'Values.x'],
  php: ['<?= $x ?>', 'x.conf.php', 'x'],
  'a word of m4': ['SITE_X', 'x.m4', 'SITE_X'],
  '%%X%%': ['%%X%%', 'x.conf.in', 'X'],
  '@X@': ['@X@', 'x.conf.in', 'X'],
  __X__: ['__X__', 'x.conf', 'X'],
  '$X of a shell': ['$X', 'x.conf', 'X'],
  '${X}': ['${X}', 'x.conf', 'X'],
};

const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile /u';
const SHUT = 'Order deny,allow\nDeny from all';

const TEXTS: Readonly<Record<string, string>> = {
  // PHP takes the line ending after its tags away.
  allow: `<Location /a>\n${SHUT}\nAllow from X\n\n</Location>\n`,
  'allow by default': '<Location /a>\nOrder deny,allow\nDeny from 10.1.2.0/24\nAllow from X\n</Location>\n',
  deny: '<Location /a>\nOrder allow,deny\nAllow from all\nDeny from X\n</Location>\n',
  'deny before allow': '<Location /a>\nOrder deny,allow\nDeny from X\nAllow from 10.1.2.0/24\n</Location>\n',
  'allow, then deny': '<Location /a>\nOrder allow,deny\nAllow from X\nDeny from 10.1.2.0/24\n</Location>\n',
  'one of several': `<Location /a>\n${SHUT}\nAllow from 192.0.2.0/25 X .example.org\n</Location>\n`,
  'twice in a line': `<Location /a>\n${SHUT}\nAllow from X 192.0.2.128/25 X\n</Location>\n`,
  'in both lists': '<Location /a>\nOrder allow,deny\nAllow from X\nDeny from X\n</Location>\n',
  'beside a login': `<Location /a>\n${LOGIN}\nRequire valid-user\n${SHUT}\nAllow from X\n</Location>\n`,
  'or a login': `<Location /a>\n${LOGIN}\nRequire valid-user\n${SHUT}\nAllow from X\nSatisfy any\n</Location>\n`,
  'for methods': `<Location /a>\n<Limit POST PUT>\n${SHUT}\nAllow from X\n</Limit>\n</Location>\n`,
  'in a guard': `<Location /a>\n<IfModule mod_ssl.c>\n${SHUT}\nAllow from X\n</IfModule>\n</Location>\n`,
  'above another section': `<Directory /srv>\n${SHUT}\nAllow from X\n</Directory>\n<Directory /srv/b>\nAllow from 10.0.0.0/8\n</Directory>\n<Directory /srv/c>\n${LOGIN}\nRequire valid-user\nSatisfy any\n</Directory>\n`,
  'in two sections': `<Directory /srv>\n${SHUT}\nAllow from X\n</Directory>\n<Location /b>\nOrder allow,deny\nAllow from all\nDeny from X\n</Location>\n`,
};

const ADDRESSES = ['10.1.0.0/16', '192.0.2.7 198.51.100.0/24', '2001:db8::/32', '10.1', '10.0.0.0/255.0.0.0'];
const VALUES: readonly (readonly [AssumedKind, readonly string[]])[] = [
  ['addresses-or-all', ['all', 'All', ...ADDRESSES]],
  ['hosts-or-all', ['all', 'All', '.example.com', 'a.example.com b.example.org']],
];

function expectRight(text: string, [sign, file, name]: (typeof SIGNS)[string]): void {
  const before = text.replaceAll('X', () => sign);
  for (const [kind, values] of VALUES) {
    const { after, told } = migrateText(before, file, new Map([[name, kind]]));
    expect(told).toEqual([]);
    expect(after).not.toMatch(/^\s*(?:Order|Allow|Deny|Satisfy)\b/m);
    for (const value of values) {
      const [old = '', made = ''] = [before, after].map((each) => each.replaceAll(sign, () => value));
      expect({ value, found: differencesOf(old, made) }).toEqual({ value, found: [] });
    }
  }
}

test.each(Object.entries(TEXTS))('%s', (_, text) => expectRight(text, SIGNS['jinja in any file']!));

test.each(Object.entries(SIGNS))('in tags of %s', (_, sign) => expectRight(TEXTS.allow!, sign));

test('what it becomes', () => {
  const assumed = new Map([['x', 'addresses-or-all' as const]]);
  const text = `<Location /a>\n    Order deny,allow\n    Deny from all\n    Allow from {{ x }}\n</Location>\n`;
  expect(migrateText(text, 'x.conf', assumed).after).toBe(`<Location /a>
    Define value-is-all
    Define value-is-All
    <IfDefine value-is-{{ x }}>
        Require all granted
    </IfDefine>
    <IfDefine !value-is-{{ x }}>
        Require ip {{ x }}
    </IfDefine>
</Location>
`);
});

const askTest = hasRealServer() ? test : test.skip;

askTest('a server reads the line that fits the value, and not the other', async () => {
  const assumed = new Map([['x', 'addresses-or-all' as const]]);
  const allow = migrateText(TEXTS.allow!.replace('X', '{{ x }}'), 'x.conf', assumed).after;
  const deny = migrateText(TEXTS.deny!.replace('X', '{{ x }}'), 'x.conf', assumed).after;
  const values = ['all', 'All', '127.0.0.1', '127.0.0.8/30 2001:db8::/32'];
  const sections = values.flatMap((value, i) => [
    allow.replaceAll('{{ x }}', value).replace('/a>', `/allow${i}>`),
    deny.replaceAll('{{ x }}', value).replace('/a>', `/deny${i}>`),
  ]);
  const files = values.map((_, i) => [
    [`allow${i}/x`, ''],
    [`deny${i}/x`, ''],
  ]);
  const server = await startRealServer(
    sections.join(''),
    Object.fromEntries(files.flat()) as Record<string, string>,
  );
  try {
    const answers = await Promise.all(
      values.map((_, i) =>
        Promise.all(
          ['allow', 'deny'].flatMap((name) =>
            ['127.0.0.1', '127.0.0.9'].map((from) => server.ask({ path: `/${name}${i}/x`, from })),
          ),
        ),
      ),
    );
    expect(answers).toEqual([
      [200, 200, 403, 403],
      [200, 200, 403, 403],
      [200, 403, 403, 200],
      [403, 200, 200, 403],
    ]);
  } finally {
    await server.stop();
  }
});

describe('what has to be told all the same', () => {
  const assumed = new Map([['x', 'addresses-or-all' as const]]);
  const lines = `${SHUT}\nAllow from {{ x }}\n`;

  test('lines that may be those of a .htaccess file, in which there is no Define', () => {
    for (const name of ['x.conf', '.htaccess', 'htaccess.j2']) {
      const { after, told } = migrateText(lines, name, assumed);
      expect([after, told.length]).toEqual([lines, 1]);
    }
  });

  test('a part of a word', () => {
    const text = `<Location /a>\n${lines.replace('{{ x }}', 'x{{ x }}')}</Location>\n`;
    expect(migrateText(text, 'x.conf', assumed).after).toBe(text);
  });

  test('before 2.4.34, whose IfDefine takes no name with blanks', () => {
    const text = `<Location /a>\n${lines}</Location>\n`;
    const { after, told } = migrateText(text, 'x.conf', assumed, targetProfile('2.4.29') ?? undefined);
    expect([after, told.length]).toEqual([text, 1]);
  });
});
