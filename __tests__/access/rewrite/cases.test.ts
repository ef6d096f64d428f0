// What is written where one section inherits different things in different requests, and AuthMerging can't say it: cases, copies,
// or a refusal. That the texts are right is proven on each run; here is what they look like.
import { expect, test } from '@jest/globals';
import type { Migration } from '../../../src/migrate/index.ts';
import { MAIN, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';

const section = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const deny = (who: string) => `Order deny,allow\nDeny from ${who}\n`;

/** The tree with a Location behind all else that lets in users beside whom it inherits. */
function converted(before: string): Migration {
  const location = section('Location', '/', `${AUTH}Require valid-user\nSatisfy any\n`);
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${before}${location}`;
  return migrated({ [MAIN]: text }, { semantics: 'exact' });
}

/** What stands in the Location and behind it, line by line. */
function written(before: string): string[] {
  const { patchSet, refused } = converted(before);
  expect(refused).toEqual([]);
  const text = patchSet.files[0]?.after ?? '';
  return text
    .slice(text.indexOf(AUTH) + AUTH.length)
    .trimEnd()
    .split('\n');
}

const ALL_BUT = (net: string) => [
  '<RequireAll>',
  'Require all granted',
  `Require not ip ${net}`,
  '</RequireAll>',
];
const USERS_AND_ALL_BUT = (net: string) => [...ALL_BUT(net), 'Require valid-user'];
const when = (condition: string, lines: readonly string[]) => [
  '<RequireAll>',
  `Require expr "${condition}"`,
  ...(lines.length === 1 ? lines : ['<RequireAny>', ...lines, '</RequireAny>']),
  '</RequireAll>',
];
const FILE = '%{REQUEST_FILENAME}';

test.each<readonly [what: string, before: string, lines: readonly string[]]>([
  [
    'file names',
    section('Files', 'a.txt', deny('10')) + section('Files', 'b.txt', deny('all')),
    [
      ...when(`${FILE} =~ m#/a\\.txt$#`, USERS_AND_ALL_BUT('10')),
      ...when(`${FILE} !~ m#/a\\.txt$#`, ['Require valid-user', `Require expr "${FILE} !~ m#/b\\.txt$#"`]),
    ],
  ],
  [
    'patterns of file names',
    section('FilesMatch', '"\\.pdf$"', deny('10')) + section('FilesMatch', '"^secret"', deny('all')),
    [
      ...when(`${FILE} =~ m#/secret[^/]*$#`, ['Require valid-user']),
      ...when(`${FILE} !~ m#/secret[^/]*$#`, [
        ...USERS_AND_ALL_BUT('10'),
        `Require expr "${FILE} !~ m#\\.pdf$#"`,
      ]),
    ],
  ],
  [
    'a pattern of folders: beside everybody the others need not be told',
    section('DirectoryMatch', '"/private/"', deny('10')),
    ['Require valid-user', ...ALL_BUT('10'), `Require expr "${FILE} !~ m#/private/#"`],
  ],
  [
    'wildcards of folders',
    section('Directory', '"/srv/*/x"', deny('10')),
    [
      'Require valid-user',
      ...ALL_BUT('10'),
      `Require expr "!(${FILE} =~ m#^(/srv/[^/]+/x)(/|$)# && -e '$1')"`,
    ],
  ],
  [
    'a pattern of addresses',
    section('LocationMatch', '"^/a/"', deny('10')),
    ['Require valid-user', ...ALL_BUT('10'), 'Require expr "%{REQUEST_URI} !~ m#^/a/#"'],
  ],
])('cases are told apart by %s', (_, before, lines) => {
  expect(written(before)).toEqual([...lines, '</Location>']);
  expect(converted(before).findings.map(({ messageId }) => messageId)).toContain('cases');
});

test('addresses and folders have a copy each, for the methods that differ', () => {
  const copy = (address: string, lines: readonly string[]) => [
    `<Location ${address}>`,
    ...lines,
    '</Location>',
  ];
  const open = ['Require all granted', '</Location>'];
  expect(written(section('Location', '/a', deny('10')) + section('Location', '/a/b', deny('11')))).toEqual([
    ...open,
    ...copy('/a', USERS_AND_ALL_BUT('10')),
    ...copy('/a/b', USERS_AND_ALL_BUT('11')),
  ]);
  const limits = `<Limit POST>\n${deny('10')}</Limit>\n<Limit PUT>\n${deny('all')}</Limit>\n`;
  expect(written(section('Directory', '/srv/www/a', limits))).toEqual([
    ...open,
    ...copy('/a', [
      '<Limit POST>',
      ...USERS_AND_ALL_BUT('10'),
      '</Limit>',
      '<Limit PUT>',
      'Require valid-user',
      '</Limit>',
    ]),
  ]);
  const except = `<LimitExcept GET>\n${deny('all')}</LimitExcept>\n`;
  expect(written(section('Directory', '/srv/www/a', except))).toEqual([
    ...open,
    ...copy('/a', ['<LimitExcept GET>', 'Require valid-user', '</LimitExcept>']),
  ]);
});

test('cases are told apart for those methods that differ', () => {
  const limited = `<Limit POST PUT>\n${deny('all')}</Limit>\n`;
  expect(written(section('Files', 'a.txt', limited))).toEqual([
    '<Limit POST PUT>',
    'Require valid-user',
    `Require expr "${FILE} !~ m#/a\\.txt$#"`,
    '</Limit>',
    '<LimitExcept POST PUT>',
    'Require all granted',
    '</LimitExcept>',
    '</Location>',
  ]);
});

test('what is inherited from cases need not be written again further in', () => {
  const inner = section('Location', '/a', 'AuthGroupFile g\n');
  const users = section('Location', '/', `${AUTH}Require valid-user\nSatisfy any\n`);
  const files = section('Files', 'a.txt', deny('10'));
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${files}${users}${inner}`;
  const { patchSet, refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  expect(patchSet.files[0]?.after).toContain(`</Location>\n${inner}`);
});

test('a copy has cases of its own', () => {
  const before =
    section('FilesMatch', '"\\.pdf$"', deny('all')) + section('Directory', '/srv/www/a', deny('11'));
  expect(written(before)).toEqual([
    'Require valid-user',
    `Require expr "${FILE} !~ m#\\.pdf$#"`,
    '</Location>',
    '<Location /a>',
    ...when(`${FILE} =~ m#\\.pdf$#`, ['Require valid-user']),
    ...when(`${FILE} !~ m#\\.pdf$#`, USERS_AND_ALL_BUT('11')),
    '</Location>',
  ]);
  expect(converted(before).findings.map(({ messageId }) => messageId)).toContain('cases');
});

test('what is joined to what is inherited is told apart where that itself is too much', () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'];
  const files = words.map((word, i) => section('FilesMatch', word, deny('all') + `Allow from 10.${i}\n`));
  const open = section(
    'Directory',
    '/srv/www/open',
    `${AUTH}Require valid-user\nSatisfy any\nAllow from 11\n`,
  );
  const login = section('LocationMatch', '/login', `${AUTH}Require valid-user\n`);
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${open}${files.join('')}${login}`;
  const { patchSet, refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  const after = patchSet.files[0]?.after ?? '';
  expect(
    after
      .slice(after.lastIndexOf(AUTH) + AUTH.length)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'AuthMerging And',
    '<RequireAll>',
    `Require expr "${NOT_IN('open')}"`,
    'Require valid-user',
    '</RequireAll>',
    `Require expr "${IN_SRV('open')}"`,
    '</LocationMatch>',
    '',
  ]);
});

test('of many patterns those are told apart whose sections ask somebody', () => {
  const deaf = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((word) =>
    section('FilesMatch', word, deny('10')),
  );
  const asking = section('FilesMatch', '"~$"', `${AUTH}Require valid-user\nSatisfy any\n`);
  const login = section('LocationMatch', '/login', `${AUTH}Require user bob\n`);
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${deaf.join('')}${asking}${login}`;
  const { refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
});

const IN_SRV = (path: string) => `${FILE} =~ m#^/srv/www/${path}(/|$)#`;
const NOT_IN = (path: string) => IN_SRV(path).replace('=~', '!~');

/** What a Files section of all folders, which may not be there, says beside its lines about authentication. */
function filesInFolders(...folders: readonly (readonly [path: string, denied: string])[]): string[] {
  const files = section('Files', 'secret', `${AUTH}Require valid-user\nSatisfy any\n`);
  const sections = folders.map(([path, net]) => section('Directory', `"/srv/www/${path}"`, deny(net)));
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${sections.join('')}${section('IfDefine', 'X', files)}`;
  const { patchSet, refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  const after = patchSet.files[0]?.after ?? '';
  return after
    .slice(after.lastIndexOf(AUTH) + AUTH.length)
    .split('\n')
    .slice(0, -3);
}

test('folders are told apart from those around them, named no more often than need be', () => {
  const outside = `Require expr "${NOT_IN('a')}"`;
  const one = [outside, ...when(IN_SRV('a'), USERS_AND_ALL_BUT('10'))];
  expect(filesInFolders(['a', '10'])).toEqual(one);
  expect(filesInFolders(['a', '10'], ['a/b', '10'])).toEqual(one);
  const two = [
    outside,
    ...when(`${IN_SRV('a')} && ${NOT_IN('a/b')}`, USERS_AND_ALL_BUT('10')),
    ...when(IN_SRV('a/b'), USERS_AND_ALL_BUT('11')),
  ];
  expect(filesInFolders(['a', '10'], ['a/b', '11'])).toEqual(two);
  expect(filesInFolders(['a/b', '11'], ['a', '10'])).toEqual(two);
});

test('a folder is told apart from the innermost one around it, in whichever order requests come to the section', () => {
  const files = section('FilesMatch', '"~$"', 'Deny from all\n');
  const host = `DocumentRoot /srv/www\n${files}Alias /other /srv/other\n`;
  const { patchSet, refused } = migrated(
    {
      [MAIN]: `ServerRoot /srv/httpd\nDocumentRoot /srv/default\nNameVirtualHost *:80\n${section('VirtualHost', '*:80', host)}`,
      '/srv/www/.htaccess': `${AUTH}Allow from 10\nRequire valid-user\nSatisfy any\n`,
      '/srv/www/drop/.htaccess': '<Limit PUT>\nRequire valid-user\n</Limit>\n',
      '/srv/default/a': '',
      '/srv/other/a': '',
    },
    { semantics: 'exact' },
  );
  expect(refused).toEqual([]);
  const after = patchSet.files.find(({ path }) => path === MAIN)?.after ?? '';
  expect(after).toContain(`Require expr "${FILE} =~ m#^/srv/www(/|$)# && ${NOT_IN('drop')}"`);
});

test.each([
  ['a pattern of files', section('FilesMatch', `'a"$'`, deny('10'))],
  ['a folder', section('Directory', `'/srv/www/a"b'`, deny('10'))],
])('nothing is converted where %s would have to be named and can’t be: a quotation mark', (_, before) => {
  const { findings, refused } = converted(before);
  expect(refused).toHaveLength(1);
  expect(findings.map(({ messageId }) => messageId)).toContain('no-exact-tree');
});

test('requests that lead to no file are told apart from those that do', () => {
  const user = (name: string) => `${AUTH}Require user ${name}\n`;
  const proxy = section('Proxy', '"http://back/*"', `${user('tom')}${deny('10')}Satisfy any\n`);
  const mapping = 'LoadModule proxy_module modules/mod_proxy.so\nProxyPass /p http://back/\n';
  const all = section('LocationMatch', '"^/"', user('ann'));
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${mapping}${proxy}${section('Directory', '/', deny('11'))}${all}`;
  const { patchSet, refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  const after = patchSet.files[0]?.after ?? '';
  expect(after.slice(after.lastIndexOf(AUTH) + AUTH.length).split('\n')).toEqual([
    ...when(`${FILE} !~ m#^/#`, [...ALL_BUT('10'), 'Require user ann']),
    '<RequireAll>',
    `Require expr "${FILE} =~ m#^/#"`,
    'Require not ip 11',
    'Require user ann',
    '</RequireAll>',
    '</LocationMatch>',
    '',
  ]);
});

const X_FILES = (lines: string) => section('FilesMatch', '"\\.x$"', lines);
const IN_X = (lines: string) => section('DirectoryMatch', '"^/srv/www/x"', lines);

test.each([
  ['files', X_FILES(deny('10')), (lines: string) => X_FILES(lines)],
  ['folders', IN_X(deny('10')), (lines: string) => IN_X(X_FILES(lines))],
  ['files, in folders too', X_FILES(deny('10')), (lines: string) => IN_X(X_FILES(lines))],
])('a pattern that is written again is no case: %s', (_, before, around) => {
  const again = around(`${AUTH}Require valid-user\nSatisfy any\n`);
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${before}${again}`;
  const { patchSet, refused } = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  const lines = [...AUTH.trimEnd().split('\n'), 'Require valid-user', ...ALL_BUT('10'), ''];
  expect(patchSet.files[0]?.after).toContain(around(lines.join('\n')));
});

test('what everybody inherits is joined by AuthMerging, a proxied address among them', () => {
  const proxy = 'LoadModule proxy_module modules/mod_proxy.so\nProxyPass /p http://back/\n';
  const before =
    proxy + section('Proxy', '"http://back/*"', deny('10')) + section('Directory', '/srv/www', deny('all'));
  expect(written(before)).toEqual(['Require valid-user', 'AuthMerging Or', '</Location>']);
});

test('what four lines can say is written out, more is joined by AuthMerging', () => {
  const after = (count: number) => {
    const nets = Array.from({ length: count }, (_, at) => `Allow from 10.${at}\n`).join('');
    const { patchSet } = converted(
      section('Directory', '/srv/www', `Order allow,deny\n${nets}`) +
        section('Directory', '/srv/www/a', `${AUTH}Require user tom\nSatisfy any\n`),
    );
    const text = patchSet.files[0]?.after ?? '';
    return text.slice(text.indexOf(AUTH) + AUTH.length, text.indexOf('</Directory>', text.indexOf(AUTH)));
  };
  expect(after(3)).toBe('Require user tom\nRequire ip 10.0\nRequire ip 10.1\nRequire ip 10.2\n');
  expect(after(4)).toBe('Require user tom\nAuthMerging Or\n');
});

const hosts = (count: number) =>
  `NameVirtualHost *:80\n${Array.from({ length: count }, (_, at) =>
    section(
      'VirtualHost',
      '*:80',
      `ServerName h${at}\n${section('Directory', '/srv/www', deny(`10.${at}`))}`,
    ),
  ).join('')}`;

test.each([2, 6])('%i hosts are told apart by flags that are set in them', (count) => {
  const names = Array.from({ length: count }, (_, at) => `vhost_h${at}`);
  expect(written(hosts(count))).toEqual([
    ...names.flatMap((name, at) => when(`-n reqenv('${name}')`, USERS_AND_ALL_BUT(`10.${at}`))),
    `Require expr "${names.map((name) => `-z reqenv('${name}')`).join(' && ')}"`,
    '</Location>',
  ]);
  const { patchSet } = converted(hosts(count));
  expect(patchSet.files[0]?.after.match(/^SetEnvIf Request_URI \^ vhost_h\d$/gm)).toEqual(
    names.map((name) => `SetEnvIf Request_URI ^ ${name}`),
  );
});

test('seven hosts are not: nothing is converted, and what it would be is told', () => {
  const { patchSet, findings, refused } = converted(hosts(7));
  expect(patchSet.files[0]?.after).toContain('Satisfy any');
  expect(patchSet.files[0]?.after).not.toContain('Require not');
  expect(refused).toHaveLength(1);
  const told = findings.find(({ messageId }) => messageId === 'no-exact-tree');
  expect(told?.message).toContain('In /srv/www it would be: Require all granted.');
  expect(told?.message).toContain(
    'In /srv/www on h0 it would be: <RequireAll>; Require all granted; Require not ip 10.0; </RequireAll>; Require valid-user.',
  );
});
