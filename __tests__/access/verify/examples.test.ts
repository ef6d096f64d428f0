// The request that is told with a difference: what a person types to see it.
import { expect, test } from '@jest/globals';
import { compareTrees } from '../../../src/access/index.ts';
import type { ConcreteRequest } from '../../../src/access/index.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { compare } from './two-trees.ts';

/** As curl would be told: what is not said is left out. */
function asked(request: ConcreteRequest): string {
  const { method, host, port, serverAddress, path, clientName, user, groups, headers, env } = request;
  const words = [
    method,
    ...(host === null && serverAddress === null && port === null
      ? []
      : [`//${host ?? ''}@${serverAddress ?? ''}:${port ?? ''}`]),
    path,
    ...(clientName === null ? [] : [`from ${clientName}`]),
    ...(user === null ? [] : [`as ${user}`]),
    ...groups.map((group) => `in ${group}`),
    ...env.map((name) => `with ${name}`),
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  return words.join(' ');
}

/** The examples of all differences between a 2.2 tree and a 2.4 tree. */
function examples(before: string, after = ''): string[] {
  const { differences } = compare(memoryTree(MODULES_22 + before), memoryTree(MODULES_24 + after));
  return differences.map(({ example }) => (example === null ? 'none' : asked(example.request)));
}

const section = (name: string, arg: string, lines = 'Deny from all') =>
  `<${name} ${arg}>\n${lines}\n</${name}>\n`;

test.each([
  ['the address', section('Location', '/a/b'), 'GET /a/b/'],
  ['a pattern of addresses', section('LocationMatch', '"^/ap(i|p)/v[0-9]+"'), 'GET /api/v0/'],
  ['a pattern of addresses that is not anchored', section('LocationMatch', 'cgi'), 'GET /cgi/'],
  ['wildcards of addresses', section('Location', '"/adm*/x?"'), 'GET /admx/xx'],
  ['wildcards of folders', section('Directory', '"/srv/htdocs/*/private"'), 'GET /x/private/'],
  [
    'a pattern of folders',
    section('DirectoryMatch', '"^/srv/htdocs/users/[a-z]+/private"'),
    'GET /users/x/private/',
  ],
  ['a part of folders', section('DirectoryMatch', '/private'), 'GET /private/'],
  ['a file name', section('Files', 'a.txt'), 'GET /a.txt'],
  ['wildcards of file names', section('Files', '"*.ba[kx]"'), 'GET /x.bak'],
  [
    'a pattern of file names in a folder',
    section('Directory', '/srv/htdocs/a', section('FilesMatch', '"\\.inc$"')),
    'GET /a/.inc',
  ],
])('its path is made of %s', (_, before, path) => {
  expect(examples(before)).toEqual([path]);
});

test('its path goes by the Alias that leads to the folder; there is none where nothing leads there', () => {
  const alias = 'Alias /x /other/y\n';
  expect(examples(alias + section('Directory', '/other/y'), alias)).toEqual(['GET /x/']);
  expect(examples(section('Directory', '/nowhere'))).toEqual(['none']);
});

test('a pattern below another section keeps its address', () => {
  const before =
    section('Location', '/a') + section('LocationMatch', '"^/a/(b|c)/d"', 'Order deny,allow\nAllow from all');
  expect(examples(before, section('Location', '/a', 'Require all denied'))).toEqual(['GET /a/b/d/']);
  const loose =
    section('Location', '/a') + section('LocationMatch', '"/bd"', 'Order deny,allow\nAllow from all');
  expect(examples(loose, section('Location', '/a', 'Require all denied'))).toEqual(['GET /a/bd/']);
});

test.each([
  ['Limit PUT', 'PUT /a/'],
  ['LimitExcept GET POST', 'PUT /a/'],
  ['LimitExcept GET PUT DELETE', 'OPTIONS /a/'],
  ['LimitExcept GET PUT DELETE OPTIONS', 'PROPFIND /a/'],
  ['LimitExcept GET PUT DELETE OPTIONS PROPFIND', 'MKCOL /a/'],
])('its method is one that differs: <%s>', (limit, request) => {
  const [name = ''] = limit.split(' ');
  const lines = `<${limit}>\nDeny from all\n</${name}>`;
  expect(examples(section('Location', '/a', lines))).toEqual([request]);
});

test('its host is told by name, address and port, as far as they are written', () => {
  const denied = section('Location', '/');
  const host = (address: string, name: string, lines: string) =>
    section('VirtualHost', address, `${name === '' ? '' : `ServerName ${name}\n`}${lines}`);
  const hosts = (rule: string) =>
    host('*:80', 'a.example', '') +
    host('10.0.0.1:8080', 'b.example:8080', rule) +
    host('10.0.0.2', '', rule) +
    host('*:81', 'c.example', rule);
  expect(examples(`NameVirtualHost *:80\n${hosts(denied)}`, hosts(''))).toEqual([
    'GET //b.example@10.0.0.1:8080 /',
    'GET //@10.0.0.2: /',
    'GET //c.example@:81 /',
  ]);
});

test('who asks is told by name, user, groups, or by the header that sets the variable', () => {
  const group = 'AuthType Basic\nAuthName x\nAuthUserFile u\nAuthGroupFile g\n';
  const closed = section('Location', '/a', 'Require all denied');
  const open = (lines: string) => section('Location', '/a', lines);
  const allowed = (word: string) => open(`Order allow,deny\nAllow from ${word}`);
  expect(examples(open(`${group}Require group staff`), closed)).toEqual(['GET /a/ as somebody in staff']);
  expect(examples(open(`${group}Require user tom`), closed)).toEqual(['GET /a/ as tom']);
  expect(examples(allowed('example.org'), closed)).toEqual(['GET /a/ from example.org']);
  const set = (line: string) => examples(`${line}\n${allowed('env=ok')}`, `${line}\n${closed}`);
  expect(set('SetEnvIf Referer "^http://good/" OK')).toEqual(['GET /a/ with ok referer: http://good/']);
  expect(set('SetEnvIfNoCase X-Ok "yes|no" other ok=2')).toEqual(['GET /a/ with ok x-ok: yes']);
  expect(set('BrowserMatch "^Good" ok=1')).toEqual(['GET /a/ with ok user-agent: Good']);
  // None of these is a header by which it could be set.
  expect(set('SetEnvIf Remote_Addr "^10" ok')).toEqual(['GET /a/ with ok']);
  expect(set('SetEnvIf X-Ok "(?!a)b" ok')).toEqual(['GET /a/ with ok']);
  expect(set('SetEnvIf X-Ok yes other')).toEqual(['GET /a/ with ok']);
  expect(set('SetEnvIf ok yes other')).toEqual(['GET /a/ with ok']);
  const before = `IndexIgnore X-Ok yes ok\n${allowed('env=ok')}`;
  expect(examples(before, closed)).toEqual(['GET /a/ with ok']);
});

test('there is none where the rules of a macro may decide', () => {
  const macro = '<Macro D $p>\n<Location $p>\nRequire all denied\n</Location>\n</Macro>\n';
  expect(examples(section('Location', '/a'), `${macro}Use D /a\n`)).toEqual(['none']);
  expect(examples(section('Location', '/a'), macro)).toEqual(['GET /a/']);
});

test('it shows the difference by itself, if any of those that are tried does', () => {
  const before = section('Location', '/a', 'Order allow,deny\nAllow from all');
  const after =
    section('Location', '/a', '<RequireAll>\nRequire all granted\nRequire not env bad\n</RequireAll>') +
    section('LocationMatch', 'secret$', 'Require all denied');
  // /a/ is let in by both where the variable is not set.
  expect(examples(before, after)).toEqual(['GET /secret', 'GET /a/secret', 'GET /a/ with bad']);
});

test('where there are more differences than examples, openings have them', () => {
  const denied = ['a', 'b'].map((name) => section('Location', `/${name}`)).join('');
  const found = (mostExamples: number) => {
    const [old, made] = [
      memoryTree(MODULES_22 + denied),
      memoryTree(`${MODULES_24}${section('Location', '/0', 'Require all denied')}`),
    ];
    const { differences } = compareTrees(old.model, made.model, old.reader, {
      semantics: 'exact',
      mostExamples,
    });
    return differences.map(({ kind, example }) => `${kind} ${example?.request.path ?? 'none'}`);
  };
  expect(found(3)).toEqual(['opened /a/', 'opened /b/', 'closed /0/']);
  expect(found(2)).toEqual(['opened /a/', 'opened /b/', 'closed none']);
  expect(found(1)).toEqual(['opened /a/', 'opened none', 'closed none']);
});

test('openings come first, wherever they are written', () => {
  const named = 'ServerName main.example\n';
  const [old, made] = [
    memoryTree(
      MODULES_22 +
        named +
        section('Directory', '/', 'Order allow,deny') +
        section('Location', '/a', 'Order deny,allow') +
        section('Location', '/b', 'Order deny,allow'),
    ),
    memoryTree(
      MODULES_24 +
        named +
        section('Directory', '/', 'Require all denied') +
        section('Location', '/m', 'Require all granted'),
    ),
  ];
  const found = (mostExamples: number) =>
    compareTrees(old.model, made.model, old.reader, { semantics: 'exact', mostExamples }).differences.map(
      ({ kind, example }) => `${kind} ${example === null ? 'none' : asked(example.request)}`,
    );
  expect(found(3)).toEqual(['opened GET /m/', 'closed GET /a/', 'closed GET /b/']);
  expect(found(1)).toEqual(['opened GET /m/', 'closed none', 'closed none']);
  expect(found(2)).toEqual(['opened GET /m/', 'closed GET /a/', 'closed none']);
});

test('what the same section decides in many folders is one difference, and how many are alike is told', () => {
  const folders = Array.from({ length: 9 }, (_, at) =>
    section('Directory', `/srv/htdocs/${at}`, 'AllowOverride None'),
  ).join('');
  const { differences } = compare(
    memoryTree(MODULES_22 + folders + section('Files', 'secret')),
    memoryTree(MODULES_24 + folders),
  );
  expect(differences.map(({ kind, example, alike }) => [kind, example?.request.path, alike])).toEqual([
    ['opened', '/secret', 9],
  ]);
  const [old, made] = [
    memoryTree(MODULES_22 + folders + section('Files', 'secret')),
    memoryTree(MODULES_24 + folders),
  ];
  const counted = compareTrees(old.model, made.model, old.reader, { semantics: 'exact', mostExamples: 0 });
  expect(counted.differences.map(({ example, alike }) => [example, alike])).toEqual([[null, 9]]);
});

/** Who is named, and what is supposed, where BEFORE refuses everybody and AFTER asks for this. */
function supposedUsers(rule: string, files: Readonly<Record<string, string>>) {
  const login = 'AuthType Basic\nAuthName x\nAuthUserFile conf/users\nAuthGroupFile conf/groups\n';
  const tree = (modules: string, lines: string) =>
    memoryTree({ 'conf/httpd.conf': modules + section('Location', '/a', lines), 'htdocs/a/': '', ...files });
  const { differences } = compare(
    tree(MODULES_22, 'Deny from all'),
    tree(MODULES_24, `${login}Require ${rule}`),
  );
  return differences
    .filter(({ kind }) => kind === 'opened')
    .map(({ example }) => [example && asked(example.request), example?.supposed]);
}

test('its user is one who has a password and is in the group, where the files are here', () => {
  const files = { 'conf/users': 'ann:x\nbea:x\ncid:x\n', 'conf/groups': 'staff: gus bea\nempty:\n' };
  expect(supposedUsers('valid-user', files)).toEqual([['GET /a/ as ann', null]]);
  expect(supposedUsers('group staff', files)).toEqual([['GET /a/ as bea', null]]);
  expect(supposedUsers('user gus cid', files)).toEqual([['GET /a/ as cid', null]]);
  expect(supposedUsers('user gus', files)).toEqual([['GET /a/ as gus', 'user']]);
  expect(supposedUsers('group empty', files)).toEqual([['GET /a/ as somebody in empty', 'user']]);
});
