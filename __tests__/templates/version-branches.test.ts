import { expect, test } from '@jest/globals';
import { decideTemplate } from '../../src/model/index.ts';
import { parse } from '../../src/syntax/index.ts';
import { migrateText } from './migrate-template.ts';

// A choice of a template that is for a version of httpd, and lines of 2.4 in choices that may be for anything.

const OLD = 'Order allow,deny\nAllow from all\n';
const NEW = 'Require all granted\n';
const section = (inner: string): string => `<Directory /srv>\n${inner}</Directory>\n`;

test.each([
  ['the opposite of a test', `{% if new %}\n${NEW}{% endif %}\n{% if not new %}\n${OLD}{% endif %}\n`],
  [
    'an opposite comparison',
    `{% if release < 7 %}\n${OLD}{% endif %}\n{% if release >= 7 %}\n${NEW}{% endif %}\n`,
  ],
  [
    'a filter that compares',
    `{% if os | version_compare('7', 'lt') %}\n${OLD}{% endif %}\n{% if os | version_compare('7', 'ge') %}\n${NEW}{% endif %}\n`,
  ],
  ['sections of Mustache', `{{#apache24}}\n${NEW}{{/apache24}}\n{{^apache24}}\n${OLD}{{/apache24}}\n`],
  [
    'sections of Mustache by another name',
    `{{#modern}}\n${NEW}{{/modern}}\n{{^modern}}\n${OLD}{{/modern}}\n`,
  ],
  [
    'two versions of a flag',
    `{{#apache22}}\n${OLD}{{/apache22}}\n{{#site.apache24}}\n${NEW}{{/site.apache24}}\n`,
  ],
  [
    'a branch for each version, and none besides',
    `<% if node['apache']['version'] == '2.4' -%>\n${NEW}<% elsif node['apache']['version'] == '2.2' -%>\n${OLD}<% end -%>\n`,
  ],
  [
    'the same the other way round',
    `<% if node['apache']['version'] == '2.2' -%>\n${OLD}<% elsif node['apache']['version'] == '2.4' -%>\n${NEW}<% end -%>\n`,
  ],
  ['not 2.2', `<% if @apache_version != '2.2' -%>\n${NEW}<% else -%>\n${OLD}<% end -%>\n`],
])('two choices for one version each stay: %s', (_, inner) => {
  const name = inner.includes('<%') ? 'x.conf.erb' : undefined;
  expect(migrateText(section(inner), name)).toMatchObject({ after: section(inner), told: [] });
});

test.each([
  [
    'a version and something else',
    `<% if scope.function_versioncmp([@apache_version, '2.4']) >= 0 and @open %>\n${NEW}<% elsif scope.function_versioncmp([@apache_version, '2.4']) >= 0 %>\nRequire all granted\n<% else %>\n${OLD}<% end %>\n`,
  ],
  [
    'the denial of something else, and a version',
    `<% if !@shut && scope.function_versioncmp([@apache_version, '2.4']) >= 0 %>\n${NEW}<% elsif scope.function_versioncmp([@apache_version, '2.4']) >= 0 %>\nRequire all granted\n<% else %>\n${OLD}<% end %>\n`,
  ],
  [
    'or something else than an older version',
    `<% if scope.function_versioncmp([@apache_version, '2.4']) < 0 || !@open %>\n${OLD}<% else %>\n${NEW}<% end %>\n`,
  ],
])('a test is for a version as far as it asks for one: %s', (_, inner) => {
  const { after, told } = migrateText(section(inner), 'x.conf.erb');
  expect([after.includes(NEW), after.includes('valid-user'), told]).toEqual([true, false, []]);
});

test.each([
  ['open', `{% if open %}\n${NEW}{% endif %}\n`],
  ['with lines of 2.2 around it', `${OLD}{% if open %}\n${NEW}{% endif %}\n`],
  ['two of 2.4', `{% if a %}\n${NEW}{% elif b %}\nRequire ip 10.1\n{% else %}\n${OLD}{% endif %}\n`],
  ['a container', `{% if a %}\n<RequireAny>\nRequire user ann\n</RequireAny>\n{% endif %}\n${OLD}`],
])('lines of 2.4 in a branch that may be for 2.2 stay, and are told: %s', (_, inner) => {
  const text = `${section(inner)}<Directory /var/other>\n${OLD}</Directory>\n`;
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(`${section(inner)}<Directory /var/other>\n${NEW}</Directory>\n`);
  expect(told).toContainEqual(expect.stringMatching(/^Only 2\.4 knows `Require/));
});

test.each([['{% if new %}'], ["{% if apache_version is version('2.4', '>=') %}"]])(
  'what the branch for 2.4 says is not changed: %s',
  (open) => {
    const text = section(`${open}\nRequire ip 10.1\n{% else %}\n${OLD}{% endif %}\n`);
    const { after, told } = migrateText(text, 'x.conf.j2');
    expect(after).toBe(text);
    expect(told).toEqual([expect.stringContaining('does not let in the same people here')]);
  },
);

test('values in the branches for both are told as what can not be compared', () => {
  const text = section(
    `{% if new %}\nRequire ip {{ nets }}\n{% else %}\nOrder deny,allow\nDeny from all\nAllow from {{ nets }}\n{% endif %}\n`,
  );
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(text);
  expect(told).toEqual([expect.stringMatching(/nor whether 2\.4 lets in the same people/)]);
});

test.each([
  ['values in the branches', 'Require ip {{ nets }}\n', 'Allow from {{ nets }}\n', /nor whether 2\.4/],
  ['other people', 'Require local\n', 'Allow from 127.0.0.1\n', /does not let in the same people here/],
])('what is told of the branch for 2.4 keeps no other line from its change: %s', (_, made, old, told) => {
  const access = (tail: string) =>
    section(
      `{% if apache_version >= '2.4' %}\n${made}{% else %}\nOrder deny,allow\nDeny from all\n${old}{% endif %}\n`,
    ) + `{% if slow %}\n${tail} 5\n{% endif %}\n`;
  const result = migrateText(access('MaxClients'), 'x.conf.j2');
  expect(result.after).toBe(access('MaxRequestWorkers'));
  expect(result.told).toEqual([expect.stringMatching(told)]);
});

test('a branch for 2.2 stays beside lines that change where they stand', () => {
  const versions = `{% if apache_version == '2.4' %}\nRequire all denied\n{% else %}\nOrder deny,allow\nDeny from all\n{% endif %}\n`;
  const text = section(`{% if a %}\nAllow from 10.1\n{% endif %}\n${versions}`);
  const { after } = migrateText(text, 'x.conf.j2');
  expect(after).toBe(section(`{% if a %}\nRequire ip 10.1\n{% endif %}\n${versions}`));
});

test('a template that was migrated in part stays as it is in a second run', () => {
  const open = '<Directory /var/log>\nOrder deny,allow\nDeny from all\nAllow from {{ nets }}\n</Directory>\n';
  const first = migrateText(
    section(`{% if open %}\n${OLD}{% else %}\nDeny from all\n{% endif %}\n`) + open,
    'x.conf.j2',
  );
  expect(first.after).toContain('Require all denied');
  expect(migrateText(first.after, 'x.conf.j2').after).toBe(first.after);
});

test.each(['apache22_nets', 'site.apache24_admins'])('%s asks for no version', (name) => {
  const text = section(`Order deny,allow\nDeny from all\n{% if ${name} %}\nAllow from 10.1\n{% endif %}\n`);
  const made = `Require all denied\n{% if ${name} %}\nRequire ip 10.1\n{% endif %}\n`;
  expect(migrateText(text, 'x.conf.j2')).toMatchObject({ after: section(made), told: [] });
});

// A role gives its version as 2.4, or as 2.4.62: what it compares holds for one of these, and may not for the other.
const SIGNS: readonly (readonly [sign: string, word: string, holds: (order: number) => boolean])[] = [
  ['>', 'gt', (order) => order > 0],
  ['>=', 'ge', (order) => order >= 0],
  ['<', 'lt', (order) => order < 0],
  ['<=', 'le', (order) => order <= 0],
];
const COMPARED = SIGNS.flatMap(([sign, word, holds]) =>
  ['2.2', '2.3', '2.4', '2.4.6'].map((number) => ({ sign, word, holds, number })),
);

function orderOf(version: string, number: string): number {
  const [left, right] = [version, number].map((each) => each.split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const order = (left![at] ?? -1) - (right![at] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}

function heldBy(versions: readonly string[], number: string, holds: (order: number) => boolean): string {
  const held = new Set(versions.map((version) => holds(orderOf(version, number))));
  return held.size > 1 ? 'maybe' : held.has(true) ? 'yes' : 'no';
}

const decided = (asked: string, text = '<% x %>\n') =>
  decideTemplate({ test: asked, isNegated: false }, parse({ path: 'x.erb', text }));

test.each(COMPARED)('a comparison with a version: $sign $number', ({ sign, word, holds, number }) => {
  const on22 = heldBy(['2.2', '2.2.3', '2.2.34'], number, holds);
  const on24 = heldBy(['2.4', '2.4.1', '2.4.6', '2.4.62'], number, holds);
  const written = [
    `versioncmp($apache_version, '${number}') ${sign} 0`,
    `scope.function_versioncmp([scope.lookupvar('::apache::version'), '${number}']) ${sign} 0`,
    `apache_version is version('${number}', '${sign}')`,
    `apache_version | version_compare("${number}", "${word}")`,
    `@apache_version ${sign} '${number}'`,
    `node['apache']['version'] ${sign} "${number}"`,
    `Gem::Version.new(node['apache']['version']) ${sign} Gem::Version.new('${number}')`,
  ];
  for (const asked of written) expect([asked, decided(asked)]).toEqual([asked, { on22, on24 }]);
});

test.each([
  ["versioncmp($apache_version, '2.4') > -1", 'no', 'yes'],
  ["versioncmp($apache_version, '2.4') == -1", 'yes', 'no'],
  ["versioncmp($apache_version, '2.4') < 1", 'yes', 'maybe'],
  ['node[:apache][:version].to_f <= 2.2', 'yes', 'no'],
  ['apache_version | float > 2.2', 'no', 'yes'],
  ["apache_version == '2.4'", 'no', 'yes'],
  ["apache_version == '2.4.6'", 'no', 'maybe'],
  ["apache_version is version('2.4.0', '>=')", 'no', 'maybe'],
  ["version_compare($apache_version, '2.4', '>=')", 'no', 'yes'],
  ["version_compare($apache_version, '2.4') < 0", 'yes', 'no'],
  ["$apache_version === '2.4'", 'no', 'yes'],
  ['ge .Values.apache.version "2.4"', 'no', 'yes'],
  ["case @apache_version: '2.4'", 'no', 'yes'],
  ["case $apache_version { '2.2':: '2.4':", 'no', 'yes'],
  ["case @apache_version: '2.2', '2.4'", 'maybe', 'maybe'],
  ["@apache_version.start_with?('2.2')", 'yes', 'no'],
  ["apache_version | regex_search('^2\\.4')", 'no', 'yes'],
  ['@apache_version =~ /^2\\.4/', 'no', 'yes'],
  ["php_version >= '2.4'", 'maybe', 'maybe'],
  ["@passenger_version >= '2.4'", 'maybe', 'maybe'],
  ["versioncmp($release, '2.4') >= 0", 'maybe', 'maybe'],
  ["versioncmp('2.4', $apache_version) <= 0", 'maybe', 'maybe'],
])('%s is for 2.2: %s, for 2.4: %s', (asked, on22, on24) => {
  expect(decided(asked)).toEqual({ on22, on24 });
});

test('what 2.2 reads is let in by 2.4, too, where only some versions of it come to that branch', () => {
  const rules = (inner: string) => section(`Order deny,allow\nDeny from all\n${inner}`);
  const text = rules(`{% if apache_version <= '2.4' %}\nAllow from 10.1\n{% endif %}\n`);
  const { after, told } = migrateText(text, 'x.conf.j2');
  expect([after, told]).toEqual([
    section(`Require ip 10.1\n{% if apache_version <= '2.4' %}\n{% endif %}\n`),
    [],
  ]);
});

test('a comparison that holds for both servers is not taken to ask for one of them', () => {
  const text = section(`{% if apache_version >= '2.2' %}\n${NEW}{% else %}\n${OLD}{% endif %}\n`);
  const { told, findings } = migrateText(
    text + '<Location /b>\nOrder allow,deny\nAllow from all\n</Location>\n',
    'x.conf.j2',
  );
  expect(told).toEqual([expect.stringMatching(/^Only 2\.4 knows `Require all granted`/)]);
  expect(findings.filter(({ messageId }) => messageId === 'version-choice')).toEqual([]);
});

test('a release of 2.4 that comes to the branch with the old lines is served, too', () => {
  const choice = (old: string) =>
    section(
      `{% if apache_version is version('2.4.8', '>=') %}\nRequire ip 10.1\n{% else %}\n${old}{% endif %}\n`,
    );
  const { after, told } = migrateText(
    choice('Order deny,allow\nDeny from all\nAllow from 10.1\n'),
    'x.conf.j2',
  );
  expect([after, told]).toEqual([choice('Require ip 10.1\n'), []]);
});

test('how a version is asked for that can not be told is told, where who gets in depends on it', () => {
  const asked = "{% if apache_version.split('.')[1] | int > 2 %}\n";
  const warned = (inner: string) =>
    migrateText(section(`${OLD}${asked}${inner}{% endif %}\n`), 'x.conf.j2').findings.flatMap(
      ({ level, message }) => (level === 'warning' ? [message] : []),
    );
  expect(warned('Deny from 10.1\n')).toEqual([
    expect.stringMatching(/^How .* asks for the version of httpd/),
  ]);
  expect(warned('Options None\n')).toEqual([]);
});

test.each(["apache_version > '2.4'", "apache_version > '2.2'"])(
  'rules of both versions behind %s stay, with the number that leaves it open',
  (asked) => {
    const text = section(`{% if ${asked} %}\n${NEW}{% else %}\n${OLD}{% endif %}\n`);
    const { after, told, findings } = migrateText(text, 'x.conf.j2');
    const warnings = findings.filter(({ level }) => level === 'warning').map(({ message }) => message);
    expect([after, told]).toEqual([text, []]);
    expect(warnings).toEqual([
      expect.stringMatching(/holds for some 2\.[24] and not for others, by how the version is given/),
    ]);
  },
);

test.each([
  ["apache_version == '2.4'", `${NEW}{% else %}\n${OLD}`, true],
  ["apache.version == '2.4'", `${NEW}{% else %}\n${OLD}`, true],
  ["apache_version != '2.4'", `${OLD}{% else %}\n${NEW}`, true],
  ["apache_version != '2.4'", OLD, true],
  ["apache_version is version('2.4', '==')", `${NEW}{% else %}\n${OLD}`, true],
  ["apache_version == '2.4'", NEW, false],
  ["apache_version == '2.4'", 'Options None\n', false],
  ["apache_version == '2.2'", `${OLD}{% else %}\n${NEW}`, false],
  ["apache_version != '2.2'", `${NEW}{% else %}\n${OLD}`, false],
  ["apache_version >= '2.4'", `${NEW}{% else %}\n${OLD}`, false],
  ["apache_version[:3] == '2.4'", `${NEW}{% else %}\n${OLD}`, false],
  ['apache_version | float == 2.4', `${NEW}{% else %}\n${OLD}`, false],
  ["apache_version is match('2.4')", `${NEW}{% else %}\n${OLD}`, false],
  ["apache_version == '2.4.6'", `${NEW}{% else %}\n${OLD}`, false],
])(
  'that a version may have three numbers is told where it leads to old lines: %s',
  (asked, inner, isTold) => {
    const { findings } = migrateText(section(`{% if ${asked} %}\n${inner}{% endif %}\n`), 'x.conf.j2');
    const told = findings.filter(({ message }) => message.includes('If it may have three (2.4.62)'));
    expect(told.map(({ level }) => level)).toEqual(isTold ? ['info'] : []);
  },
);

test.each([
  ["@apache_version >= '2.4' and @open", 'no', 'maybe'],
  ["@apache_version >= '2.4' or @open", 'maybe', 'yes'],
  ["@apache_version < '2.4' and @open", 'maybe', 'no'],
  ["@apache_version < '2.4' or @open", 'yes', 'maybe'],
  ["@apache_version < '2.4' or @apache_version == '2.4'", 'yes', 'yes'],
])('%s is for 2.2: %s, for 2.4: %s', (asked, on22, on24) => {
  expect(decided(asked)).toEqual({ on22, on24 });
});

test.each([
  // What is left open is as the branches have it, and what the comparison denies is not.
  ["@apache_version > '2.4'", NEW, OLD, { on22: 'no', on24: 'yes' }],
  ["@apache_version > '2.4'", OLD, NEW, { on22: 'no', on24: 'maybe' }],
  ["@apache_version > '2.2'", NEW, OLD, { on22: 'no', on24: 'yes' }],
  ["@apache_version > '2.2'", OLD, NEW, { on22: 'maybe', on24: 'yes' }],
  ["@apache_version >= '2.4'", OLD, NEW, { on22: 'no', on24: 'yes' }],
  ['@any', NEW, OLD, { on22: 'no', on24: 'yes' }],
  ['@any', OLD, NEW, { on22: 'yes', on24: 'no' }],
] as const)('%s above %j, and else %j', (asked, first, second, decision) => {
  const text = section(`<% if ${asked} %>\n${first}<% else %>\n${second}<% end %>\n`);
  expect(decided(asked, text)).toEqual(decision);
});

test.each([
  ["apache_version > '2.4'", `${NEW}{% else %}\n${OLD}`, [/some 2\.4 and/]],
  ["apache_version > '2.2'", `${NEW}{% else %}\n${OLD}`, [/some 2\.2 and/]],
  ['any', `${NEW}{% else %}\n${OLD}`, [/is taken to ask for the version of httpd/]],
  ["apache_version >= '2.4'", `${NEW}{% else %}\n${OLD}`, []],
  // How it is asked is known, if not what it answers for all.
  ["apache_version > '2.4'", OLD, []],
  ["apache_version <= '2.2'", OLD, []],
  ["apache_version == '2.2'", OLD, []],
])('what is warned of %s above %j', (asked, inner, warnings) => {
  const { findings } = migrateText(section(`{% if ${asked} %}\n${inner}{% endif %}\n`), 'x.conf.j2');
  const warned = findings.filter(
    ({ messageId, level }) => messageId === 'version-choice' && level === 'warning',
  );
  expect(warned.map(({ message }) => message)).toEqual(warnings.map((each) => expect.stringMatching(each)));
});

test.each([
  ['apache24', '4'],
  ['@apache_24', '4'],
  ['$httpd2_4', '4'],
  ['.apache2.4', '4'],
  ['apache22?', '2'],
  ['is_apache_version_2_2', '2'],
  ['httpd_version24', '4'],
  ['site.web.apache24', '4'],
  ["node['apache24']", '4'],
  ["node['web']['apache_24']", '4'],
  ['node[:apache24]', '4'],
  ['apache24_or_later', '4'],
  ['apache24ornewer', '4'],
  ['apache24_or_above', '4'],
  ['apache24_or_up', '4'],
  ['apache24plus', '4'],
  ['apache24_up', '4'],
  ['apache24_enabled', '4'],
  ['apache22_mode', '2'],
  ['apache22_style', '2'],
  ['apache22_syntax', '2'],
  ['!apache24', null],
  ['apache24 == x', null],
  ['my-apache24', null],
  ['apache25', null],
  ['apache24_nets', null],
  ['apache24_or', null],
  ['apache2-4', null],
])('a name that asks for a version by itself: %s', (name, minor) => {
  const isAsked = (version: string) => (minor === null ? 'maybe' : minor === version ? 'yes' : 'no');
  expect(decided(name)).toEqual({ on22: isAsked('2'), on24: isAsked('4') });
});

test.each([
  ['alone', (lines: string) => section(lines)],
  ['in another choice', (lines: string) => `{% if l %}\n${section(lines)}{% endif %}\n`],
])(
  'lines of 2.4 that only 2.2 reads make no tree of 2.4, and what stands for 2.4 is told: %s',
  (_, around) => {
    const old = 'Order deny,allow\nDeny from all\nAllow from 10.1\n';
    const text = around(`{% if apache_version < 2.4 %}\nRequire ip 10.1\n{% else %}\n${old}{% endif %}\n`);
    const { after, told } = migrateText(text, 'x.conf.j2');
    expect(after).toBe(text);
    expect(told).toContainEqual(expect.stringMatching(/^`Order deny,allow` is for 2\.4 alone/));
  },
);
