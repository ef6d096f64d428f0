// What a template becomes: right for all that may be made of it, or left byte for byte and told.
import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { AccessProof } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { differencesOf, migrateText } from '../templates/migrate-template.ts';
import { ENGINES, render } from './template-engines.ts';
import type { Engine } from './template-engines.ts';

interface Outcome {
  readonly after: string;
  /** Whether a person is told: an error, or a refusal. */
  readonly isTold: boolean;
}

function migrated(text: string): Outcome {
  const { after, told } = migrateText(text);
  return { after, isTold: told.length > 0 };
}

const NETS = ['10.1.0.0/16', '192.0.2.7 198.51.100.0/24', 'all', 'intern.example'];
const PATHS = ['/srv/www', '/srv'];
const USERS = ['alice', 'alice bob'];

/** Lines -> what may be put in, and what has to come of it. `V` is the value, `IF`, `ELSE` and `END` the tags of a choice. */
const SHAPES: Readonly<
  Record<string, readonly [lines: string, put: readonly string[], becomes: 'right' | 'told']>
> = {
  allow: ['<Location /a>\nOrder deny,allow\nDeny from all\nAllow from V\n</Location>\n', NETS, 'told'],
  deny: ['<Location /a>\nOrder allow,deny\nAllow from all\nDeny from V\n</Location>\n', NETS, 'told'],
  'deny beside others': [
    '<Location /a>\nOrder allow,deny\nAllow from all\nDeny from 192.0.2.1 V\n</Location>\n',
    NETS,
    'told',
  ],
  'part of an address': [
    '<Directory /a>\nOrder allow,deny\nAllow from all\nDeny from 10.0.0.V\n</Directory>\n',
    ['1', '0/24'],
    'right',
  ],
  order: [
    '<Location /a>\nOrder V\nDeny from 10\nAllow from 10.1\n</Location>\n',
    ['allow,deny', 'deny,allow'],
    'told',
  ],
  satisfy: [
    '<Location /a>\nAuthType Basic\nAuthName x\nRequire valid-user\nDeny from all\nAllow from 10\nSatisfy V\n</Location>\n',
    ['any', 'all'],
    'told',
  ],
  'whom to require': [
    '<Location /a>\nAuthType Basic\nAuthName x\nAuthUserFile u\nRequire V\nDeny from all\nAllow from 10\n</Location>\n',
    ['valid-user', 'user alice'],
    'told',
  ],
  'void words': [
    '<Location /a>\nOrder deny,allow\nAllow from all\nDeny from V\n</Location>\n',
    NETS,
    'right',
  ],
  'names of users': [
    '<Location /a>\nAuthType Basic\nAuthName x\nAuthUserFile u\nRequire user V\nOrder deny,allow\nDeny from all\nAllow from 10\nSatisfy any\n</Location>\n',
    USERS,
    'right',
  ],
  'a section for a folder': [
    '<Directory "V/private">\nOrder deny,allow\nDeny from all\nAllow from 10\n</Directory>\n<Directory V>\nAuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user\nSatisfy any\nAllow from all\n</Directory>\n',
    PATHS,
    'right',
  ],
  renames: ['MaxClients V\n<Location /a>\nOrder allow,deny\nAllow from all\n</Location>\n', ['150'], 'right'],
  'a line that is made whole': [
    '<Location /a>\nOrder allow,deny\nAllow from all\nV\n</Location>\n',
    ['Deny from 10', ''],
    'told',
  ],
};

const CHOICES: Readonly<Record<string, readonly [lines: string, becomes: 'right' | 'told']>> = {
  'one line': [
    '<Directory /srv>\nOrder deny,allow\nDeny from all\nIF\n    Allow from all\nEND\n</Directory>\n',
    'right',
  ],
  'one line or another': [
    '<Directory /srv>\n  Order allow,deny\n  IF\n  Allow from all\n  ELSE\n  Allow from 10.0.0.0/8\n  END\n</Directory>\n',
    'right',
  ],
  'a whole section': [
    'IF\n<Location /status>\n    Order deny,allow\n    Deny from all\n    Allow from 10.0.0.0/8\n</Location>\nEND\n',
    'right',
  ],
  'one section or another': [
    'IF\n<Location /a>\nOrder allow,deny\nAllow from all\n</Location>\nELSE\n<Location /a>\nOrder deny,allow\nDeny from all\n</Location>\nEND\n',
    'right',
  ],
  'lines that say nothing of access': [
    '<Location /a>\nIF\nOptions None\nELSE\nOptions Indexes\nEND\nOrder allow,deny\nAllow from all\n</Location>\n',
    'right',
  ],
  'a limit around': ['<Location /a>\nIF\nOrder deny,allow\nDeny from all\nEND\n</Location>\n', 'right'],
};

const forEngine = (engine: Engine, lines: string): string =>
  lines
    .replaceAll(/\bV\b/g, () => engine.value('net'))
    .replaceAll(/\b(?:IF|ELSE|END)\b/g, (word) => {
      const { open = '', otherwise = '', end = '' } = engine.choice ?? {};
      return { IF: open, ELSE: otherwise, END: end }[word] ?? word;
    });

/** What PHP puts in takes the line ending after it away: their next line would not be one. */
const JOINED = new Set(['part of an address', 'names of users']);

describe.each(Object.entries(ENGINES))('%s', (name, engine) => {
  // What `$NAME` and a name of m4 are is told only where no address and no host can be called so.
  const isBare = name === 'm4' || name === 'bare shell variable';
  const known = (shape: string) =>
    !isBare || ['allow', 'deny', 'deny beside others', 'void words'].includes(shape);

  test.each(Object.entries(SHAPES).filter(([shape]) => known(shape)))('%s', (shape, [lines, put, meant]) => {
    const becomes = name === 'php' && JOINED.has(shape) ? 'told' : meant;
    const text = forEngine(engine, lines);
    const { after, isTold } = migrated(text);
    expect({ isLeft: after === text, isTold }).toEqual({
      isLeft: becomes === 'told',
      isTold: becomes === 'told',
    });
    for (const value of put) {
      expect(differencesOf(...renderings(engine, [text, after], value, true))).toEqual([]);
    }
  });

  if (engine.choice !== null) {
    test.each(Object.entries(CHOICES))('a choice: %s', (_choice, [lines, becomes]) => {
      const text = forEngine(engine, lines);
      const { after, isTold } = migrated(text);
      expect({ isLeft: after === text, isTold }).toEqual({
        isLeft: becomes === 'told',
        isTold: becomes === 'told',
      });
      for (const takesFirst of [true, false]) {
        expect(differencesOf(...renderings(engine, [text, after], '', takesFirst))).toEqual([]);
      }
    });
  }
});

/** Nothing is compared of what was left as it is. */
function renderings(
  engine: Engine,
  [before, after]: readonly [string, string],
  value: string,
  takesFirst: boolean,
): [string, string] {
  return before === after
    ? ['', '']
    : [render(engine, before, value, takesFirst), render(engine, after, value, takesFirst)];
}

test('what is right for all is done beside what is left', () => {
  const text =
    'MaxClients {{ n }}\nKeepAlive 5\n<Location /a>\nOrder deny,allow\nDeny from all\nAllow from {{ net }}\n</Location>\n';
  const { after, isTold } = migrated(text);
  expect({ after, isTold }).toEqual({
    after: text.replace('MaxClients', 'MaxRequestWorkers').replace('KeepAlive 5', 'KeepAlive On'),
    isTold: true,
  });
});

test('of a path that is put in whole no folder above it is tried', () => {
  const section = (path: string): string =>
    `<Directory ${path}>\nAllowOverride None\nOrder allow,deny\nAllow from all\n</Directory>\n`;
  const { after, isTold } = migrated(
    `DocumentRoot <%= docs %>/\n${section('<%= docs %>/')}ScriptAlias /cgi-bin/ <%= programs %>/\n${section('"<%= programs %>"')}`,
  );
  expect({ isTold, hasOld: /Order/.test(after) }).toEqual({ isTold: false, hasOld: false });
});

test('rules for each version of the server are no difference, and stay', () => {
  const text = `<Directory /srv>
<%- if scope.function_versioncmp([@apache_version, '2.4']) >= 0 -%>
    Require all granted
<%- else -%>
    Order allow,deny
    Allow from all
<%- end -%>
</Directory>
`;
  expect(migrated(text)).toEqual({ after: text, isTold: false });
});

test.each([
  ["<% if @lsbdistcodename == 'trusty' %>", '<% else %>', '<% end %>'],
  ['<% unless @old %>', '<% else %>', '<% end %>'],
  ["{% if ansible_os_family == 'RedHat' and major | int >= 7 %}", '{% else %}', '{% endif %}'],
])('rules of both versions in one choice are for these, whatever it asks: %s', (open, otherwise, end) => {
  const text = `<Directory /srv>\n${open}\nRequire all granted\n${otherwise}\nOrder allow,deny\nAllow from all\n${end}\n</Directory>\n`;
  const { after, told, findings } = migrateText(text, 'x.conf');
  const warnings = findings.filter(({ level }) => level === 'warning').map(({ message }) => message);
  expect([after, told]).toEqual([text, []]);
  expect(warnings).toEqual([expect.stringContaining('is taken to ask for the version')]);
});

test('a choice with old rules in both branches asks for something else', () => {
  const text = `<Directory /srv>\n{% if a %}\nOrder deny,allow\nDeny from all\n{% else %}\nOrder allow,deny\nAllow from all\n{% endif %}\n</Directory>\n`;
  expect(migrateText(text, 'x.conf').after).not.toContain('Order');
});

test.each([
  ['>', '2.2', 'Require all granted', 'Order allow,deny\n    Allow from all'],
  ['<', '2.4', 'Order allow,deny\n    Allow from all', 'Require all granted'],
])('so are those of ISPConfig: %s %s', (operator, value, first, second) => {
  const asked = `<tmpl_if name='apache_version' op='${operator}' value='${value}' format='version'>`;
  const text = `<Directory /srv>\n${asked}\n    ${first}\n<tmpl_else>\n    ${second}\n</tmpl_if>\n</Directory>\n`;
  expect(migrated(text)).toEqual({ after: text, isTold: false });
});

test('sections and tags that overlap are told', () => {
  const text =
    '{% if ssl %}\n<VirtualHost *:443>\n{% else %}\n<VirtualHost *:80>\n{% endif %}\nMaxClients 5\n</VirtualHost>\n';
  expect(migrated(text)).toEqual({ after: text, isTold: true });
});

test.each([
  ['LogFormat "%h <%u> %>s %{Referer}i {%{a}C}" x\n'],
  ['RewriteCond %{HTTP_HOST} ^[%\\w]{2}{3}$\n'],
  ['ServerAdmin webmaster@example.com,a@b.example\n'],
  ['<Location /__utm.gif>\nOrder allow,deny\nAllow from all\n</Location>\n'],
  ['<Macro Site $name>\nServerName $name\n</Macro>\n'],
])('is no template: %j', (text) => {
  expect(migrated(text).isTold).toBe(false);
});

describe('a path that is not known', () => {
  const ASKED = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user\nSatisfy any\n';
  const NETS_ONLY = 'Order deny,allow\nDeny from all\nAllow from 10\n';
  const two = (inner: string, outer: string) =>
    `<Directory /srv/a>\n${outer}</Directory>\n<Directory ${inner}>\n${NETS_ONLY}</Directory>\n`;

  test.each(['${X}', '{{ x }}', '/srv/<%= @name %>', '@x@/b'])(
    '%s may lead to where other rules are inherited: told',
    (path) => {
      const text = two(path, ASKED);
      expect(migrated(text)).toEqual({ after: text, isTold: true });
    },
  );

  test.each(['${X}', '{{ x }}', '/srv/<%= @name %>', '@x@/b'])('%s inherits nothing that counts', (path) => {
    const { after, isTold } = migrated(two(path, 'Order allow,deny\nAllow from all\n'));
    expect({ isTold, hasOld: /Order|Allow from/.test(after) }).toEqual({ isTold: false, hasOld: false });
  });
});

test('lines that a template puts in whole are told, and are no directives', () => {
  const text = '<VirtualHost *:80>\nMaxRequestsPerChild 5\n{{ fragment }}\n</VirtualHost>\n';
  const { unknowns, findings } = migrateText(text);
  expect(unknowns).toMatchObject([{ kind: 'template', subject: '{{ fragment }}', bearing: 'none' }]);
  expect(findings.map(({ transform }) => transform)).not.toContain('report-unknown-directives');
});

describe('a round of a loop that is left', () => {
  const access = (inside: string) => `<Location /a>\nOrder deny,allow\nDeny from all\n${inside}</Location>\n`;
  const LOOPS: readonly (readonly [engine: string, open: string, skip: string, close: string])[] = [
    ['ERB', '<% @nets.each do |net| %>', '<% next if net == @own %>', '<% end %>'],
    ['ERB with a trimming end', '<% @nets.each do |net| -%>', '<%- break unless net -%>', '<% end -%>'],
    ['EPP', '<% $nets.each |$net| { %>', '<% if $net == $own { next() } %>', '<% } %>'],
    ['EJS', '<% for (const net of nets) { %>', '<% if (net === own) continue; %>', '<% } %>'],
    ['Jinja2', '{% for net in nets %}', '{% if net == own %}{% continue %}{% endif %}', '{% endfor %}'],
    ['Go', '{{ range .Nets }}', '{{ if eq . $own }}{{ break }}{{ end }}', '{{ end }}'],
  ];

  test.each(LOOPS)('%s: before its first line it is one round less', (_, open, skip, close) => {
    const { after, isTold } = migrated(access(`${open}\n${skip}\nAllow from 10.1\n${close}\n`));
    expect(isTold).toBe(false);
    expect(after).toContain('Require');
  });

  test.each(LOOPS)('%s: behind a line it is not known what follows', (_, open, skip, close) => {
    const text = access(`${open}\nAllow from 10.2\n${skip}\nDeny from 10.1\n${close}\n`);
    expect(migrated(text)).toEqual({ after: text, isTold: true });
  });

  test('what leaves the whole text is not known either', () => {
    const text = access('<% return if @done %>\nAllow from 10.1\n');
    expect(migrated(text)).toEqual({ after: text, isTold: true });
  });

  test('what raises an error makes no text', () => {
    const text = `<% raise 'no nets' if @nets.empty? %>\n${access('Allow from 10.1\n')}`;
    expect(migrated(text)).toMatchObject({ isTold: false });
  });
});

describe('what a template puts out where it is called', () => {
  const rules = 'Order deny,allow\nDeny from all\nAllow from 10.1\n';
  type Block = readonly [engine: string, open: string, close: string];
  const CALLED_BY_VALUES: readonly Block[] = [
    ['Jinja2', '{% macro acl(net) %}', '{% endmacro %}'],
    ['Go', '{{ define "acl" }}', '{{ end }}'],
    ['Template Toolkit', '[% MACRO acl(net) BLOCK %]', '[% END %]'],
  ];
  const CALLED_BY_CODE: readonly Block[] = [
    ['ERB', '<% acl = lambda do |net| -%>', '<% end -%>'],
    ['ERB, in short', '<% acl = ->(net) do -%>', '<% end -%>'],
    ['EJS', '<% function acl(net) { %>', '<% } %>'],
  ];

  test.each(CALLED_BY_CODE)('%s: rules in it stay, and are told', (_, open, close) => {
    const text = `${open}\n${rules}${close}\n<Location /a>\n${rules}</Location>\n`;
    expect(migrated(text)).toEqual({ after: text, isTold: true });
  });

  test.each(CALLED_BY_VALUES)(
    '%s: rules in it stay, and are told; others are converted',
    (_, open, close) => {
      const block = `${open}\n${rules}${close}\n`;
      expect(migrated(`${block}<Location /a>\n${rules}</Location>\n`)).toEqual({
        after: `${block}<Location /a>\nRequire ip 10.1\n</Location>\n`,
        isTold: true,
      });
    },
  );

  test.each([...CALLED_BY_VALUES, ...CALLED_BY_CODE])(
    '%s: without rules it is in the way of nothing',
    (_, open, close) => {
      const { after, isTold } = migrated(
        `${open}\nTimeout 5\n${close}\n<Location /a>\n${rules}</Location>\n`,
      );
      expect(isTold).toBe(false);
      expect(after).toContain('Require ip 10.1');
    },
  );
});

test.each([
  [true, 'Not all that this template makes could be compared (x: yes). Too much. Give less.'],
  [
    false,
    'What this template makes would be answered differently (x: yes). Too much. Give less. Migrate what it makes, or let its tags stand around whole sections.',
  ],
])('a refusal of what is made says once what to do: undecided %s', (isUndecided, message) => {
  const text = '<Location /a>\n{% if x %}\nOrder allow,deny\n{% endif %}\nAllow from all\n</Location>\n';
  const path = '/srv/x.conf.j2';
  const options = {
    access: 'require',
    semantics: 'exact',
    apply: 'safe',
    target: targetProfile('stock'),
  } as const;
  const request = { path, options: { ...options, defines: [], only: null, skip: [] } };
  const proof: AccessProof = ({ files }) =>
    [...files.values()].some(({ document }) => document.tags.length > 0)
      ? []
      : [{ path, position: null, message: 'Too much. Give less.', isUndecided }];
  const result = migrate({ ...request, proveAccess: proof }, createMemoryReader({ [path]: text }));
  expect('code' in result ? [] : result.refused.map((each) => each.message)).toEqual([message]);
});
