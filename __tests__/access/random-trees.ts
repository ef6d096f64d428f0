import fc from 'fast-check';

/** A server's files by path: httpd.conf and .htaccess files. */
export type Tree = Readonly<Record<string, string>>;

export const ROOT = '/opt/httpd-2.2';
export const MAIN_FILE = `${ROOT}/httpd.conf`;

const FOLDERS = ['/', `${ROOT}/htdocs`, `${ROOT}/htdocs/a`, `${ROOT}/htdocs/a/b`, `${ROOT}/alt`];
const FOLDER_PATTERNS = [
  'Directory /opt/*/htdocs',
  `Directory ${ROOT}/htdocs/?`,
  `Directory ${ROOT}/htdocs/[a-c]`,
  'DirectoryMatch "/a/"',
  'DirectoryMatch "/b/|t$"',
];
const FILES = [
  'Files x.txt',
  'Files y.cgi',
  'Files "x.*"',
  'Files "*.cgi"',
  'FilesMatch "\\.txt$"',
  'FilesMatch "^\\."',
];
const LOCATIONS = [
  'Location /',
  'Location /a',
  'Location /a/b',
  'Location /a/',
  'Location /alt',
  'Location /a/*',
  'LocationMatch "^/a"',
  'LocationMatch "^/alt/x"',
  'LocationMatch "\\.cgi$"',
  'Location /alt/b',
];

/** The arbitrary so many times in ten, nothing otherwise. */
function sometimes(tenths: number, lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> {
  return fc.oneof({ arbitrary: fc.constant([]), weight: 10 - tenths }, { arbitrary: lines, weight: tenths });
}

const hostWords = fc
  .array(fc.constantFrom('all', '10.0.0.0/8', '10.9', 'env=bot', '192.0.2.7', 'env=!bot'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((words) => words.join(' '));

const hostRules = fc
  .tuple(
    fc.constantFrom('Order deny,allow', 'Order allow,deny', ''),
    fc.option(hostWords),
    fc.option(hostWords),
  )
  .map(([order, allow, deny]) => [
    ...(order === '' ? [] : [order]),
    ...(allow === null ? [] : [`Allow from ${allow}`]),
    ...(deny === null ? [] : [`Deny from ${deny}`]),
  ]);

const COMMON_RULES = [
  ['Order allow,deny', 'Allow from all'],
  ['Order deny,allow', 'Deny from all'],
  ['Order deny,allow', 'Deny from all', 'Allow from 10.0.0.0/8'],
];
const users = fc.constantFrom(['Require valid-user'], ['Require user alice'], ['Require group staff']);
const satisfy = fc.constantFrom(['Satisfy any'], ['Satisfy all']);
const type = fc.constantFrom(['AuthType Basic'], ['AuthType Basic', 'AuthName x']);

/** What one section says: most often a little. */
const channels = fc
  .tuple(
    sometimes(6, fc.oneof(fc.constantFrom(...COMMON_RULES), hostRules)),
    sometimes(4, users),
    sometimes(2, satisfy),
    sometimes(3, type),
  )
  .map((parts) => parts.flat());

const limited = fc
  .tuple(fc.constantFrom('Limit GET', 'Limit POST PUT', 'LimitExcept GET'), channels)
  .map(([name, lines]) =>
    section(
      name,
      lines.filter((line) => !line.startsWith('Auth')),
    ),
  );

/** A guard that holds on both servers, one that holds on neither, and two that depend on how the server is started. */
const guarded = fc
  .tuple(
    fc.constantFrom('IfModule mod_authz_host.c', 'IfModule mod_access.c', 'IfDefine D', 'IfDefine !D'),
    channels,
  )
  .map(([name, lines]) => section(name, lines));

export const sectionBody = fc.oneof(
  { arbitrary: fc.tuple(channels, guarded).map((parts) => parts.flat()), weight: 1 },
  { arbitrary: channels, weight: 6 },
  { arbitrary: fc.tuple(channels, limited).map((parts) => parts.flat()), weight: 1 },
);

function section(name: string, lines: readonly string[]): string[] {
  return [`<${name}>`, ...lines.map((line) => `    ${line}`), `</${name.split(' ')[0]}>`];
}

const files = fc.tuple(fc.constantFrom(...FILES), sectionBody).map(([name, body]) => section(name, body));

const directory = fc
  .tuple(
    fc.constantFrom(...FOLDERS.map((folder) => `Directory ${folder}`), ...FOLDER_PATTERNS),
    fc.constantFrom('', '', 'AllowOverride All', 'AllowOverride None', 'AllowOverride Limit'),
    sectionBody,
    sometimes(2, files),
  )
  .map(([name, override, body, inner]) =>
    section(name, [...(override === '' || /Match/.test(name) ? [] : [override]), ...body, ...inner]),
  );

const location = fc
  .tuple(fc.constantFrom(...LOCATIONS), sectionBody)
  .map(([name, body]) => section(name, body));

const anySection = fc.oneof(
  { arbitrary: directory, weight: 5 },
  { arbitrary: files, weight: 1 },
  { arbitrary: location, weight: 3 },
);

const sections = (most: number) => fc.array(anySection, { maxLength: most }).map((all) => all.flat());

const hosts = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom('htdocs', 'alt', 'htdocs/a'),
        fc.constantFrom('htdocs', 'alt'),
        sections(2),
        sections(2),
      )
      .map(([first, second, ofFirst, ofSecond]) =>
        [host('one', first, ofFirst), host('two', second, ofSecond)].flat(),
      ),
    weight: 1,
  },
);

/** What AllowOverride says in a host alone is left to the tests of default-allow-override. */
function host(name: string, root: string, lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !line.includes('AllowOverride'));
  return section('VirtualHost *:80', [
    `ServerName ${name}.example.org`,
    `DocumentRoot ${ROOT}/${root}`,
    ...kept,
  ]);
}

const htaccess = sometimes(
  4,
  fc.oneof(
    { arbitrary: sectionBody, weight: 3 },
    { arbitrary: fc.tuple(sectionBody, files).map((parts) => parts.flat()), weight: 1 },
  ),
);

/** The order of loading decides between Require user and Require group. */
const modules = fc.constantFrom(['authz_user', 'authz_groupfile'], ['authz_groupfile', 'authz_user']);

const MODULES = [
  'auth_basic',
  'authn_file',
  'authz_host',
  'authz_default',
  'authn_default',
  'alias',
  'setenvif',
];

/** Small servers: a few sections of every sort that meet each other in many ways, .htaccess files, two hosts. */
export const randomTree: fc.Arbitrary<Tree> = fc
  .record({
    authz: modules,
    isAuthAbove: fc.boolean(),
    main: sections(5),
    hosts,
    inA: htaccess,
    inB: htaccess,
  })
  .map(({ authz, isAuthAbove, main, hosts: virtual, inA, inB }) => {
    const auth = ['AuthType Basic', 'AuthGroupFile /etc/groups'];
    const lines = [
      `ServerRoot "${ROOT}"`,
      'Listen 80',
      ...[...MODULES, ...authz].map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
      `DocumentRoot "${ROOT}/htdocs"`,
      `Alias /alt/b ${ROOT}/htdocs/a/b`,
      `Alias /alt ${ROOT}/alt`,
      'NameVirtualHost *:80',
      ...(isAuthAbove ? section('Directory /', auth) : []),
      ...main,
      ...virtual,
    ];
    return {
      [MAIN_FILE]: `${lines.join('\n')}\n`,
      [`${ROOT}/htdocs/a/x.txt`]: 'x\n',
      [`${ROOT}/htdocs/a/b/y.cgi`]: 'y\n',
      [`${ROOT}/alt/index.html`]: 'z\n',
      ...(inA.length === 0 ? {} : { [`${ROOT}/htdocs/a/.htaccess`]: `${inA.join('\n')}\n` }),
      ...(inB.length === 0 ? {} : { [`${ROOT}/htdocs/a/b/.htaccess`]: `${inB.join('\n')}\n` }),
    };
  });
