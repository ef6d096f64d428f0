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

/** How big and how odd trees are. */
interface Style {
  readonly main: number;
  readonly inHost: number;
  readonly directories: readonly string[];
  readonly files: readonly string[];
  readonly locations: readonly string[];
  readonly proxies: readonly string[];
  /** In tenths. */
  readonly htaccess: number;
  readonly odd: number;
  /** What AllowOverride says in a host alone is left to the tests of default-allow-override. */
  readonly hostsSayOverride: boolean;
}

const SMALL: Style = {
  main: 5,
  inHost: 2,
  directories: [...FOLDERS.map((folder) => `Directory ${folder}`), ...FOLDER_PATTERNS],
  files: FILES,
  locations: LOCATIONS,
  proxies: [],
  htaccess: 4,
  odd: 0,
  hostsSayOverride: false,
};

/** Larger, and with every mechanism that the reference servers know. */
const DENSE: Style = {
  main: 9,
  inHost: 4,
  directories: [
    ...SMALL.directories,
    'Directory ~ "/a/b"',
    'Directory /home/*/public_html',
    'Directory /home',
    `Directory ${ROOT}/htdocs/a/b/`,
  ],
  files: [...FILES, 'Files ~ "x"', 'Files "?.*"'],
  locations: [
    ...LOCATIONS,
    'Location ~ "/b"',
    'Location /*/b',
    'Location /~bob',
    'Location /px',
    'Location /am',
  ],
  proxies: [
    'Proxy *',
    'Proxy http://back/app',
    'Proxy http://back/*',
    'ProxyMatch "^http://back/app/x"',
    'Proxy ~ "app"',
  ],
  htaccess: 6,
  odd: 2,
  hostsSayOverride: true,
};

/** Trees of that style as the lines of their parts. */
function partsOf(style: Style) {
  const oddLines = fc.constantFrom(
    ['AuthzUserAuthoritative Off'],
    ['AuthzGroupFileAuthoritative Off', 'AuthGroupFile /etc/groups'],
    ['AuthGroupFile /etc/groups'],
    ['Require user bob', 'Require group staff'],
    ['Order mutual-failure', 'Allow from 10.9', 'Deny from env=bot'],
    ['Require USER alice'],
    ['Allow from # 10.9'],
  );
  const body = fc
    .tuple(sectionBody, sometimes(style.odd, oddLines))
    .map(([lines, odd]) => [...lines, ...odd]);
  const files = fc.tuple(fc.constantFrom(...style.files), body).map(([name, lines]) => section(name, lines));
  const directory = fc
    .tuple(
      fc.constantFrom(...style.directories),
      fc.constantFrom('', '', 'AllowOverride All', 'AllowOverride None', 'AllowOverride Limit'),
      body,
      sometimes(2, files),
    )
    .map(([name, override, lines, inner]) =>
      section(name, [...(override === '' || /Match|~/.test(name) ? [] : [override]), ...lines, ...inner]),
    );
  const plain = (names: readonly string[]) =>
    fc.tuple(fc.constantFrom(...names), body).map(([name, lines]) => section(name, lines));
  const anySection = fc.oneof(
    { arbitrary: directory, weight: 5 },
    { arbitrary: files, weight: 1 },
    { arbitrary: plain(style.locations), weight: 3 },
    ...(style.proxies.length === 0 ? [] : [{ arbitrary: plain(style.proxies), weight: 1 }]),
  );
  const sections = (most: number) => fc.array(anySection, { maxLength: most }).map((all) => all.flat());
  const host = (name: string, root: string, lines: readonly string[]): string[] => {
    const kept = lines.filter((line) => style.hostsSayOverride || !line.includes('AllowOverride'));
    return section('VirtualHost *:80', [
      `ServerName ${name}.example.org`,
      `DocumentRoot ${ROOT}/${root}`,
      ...kept,
    ]);
  };
  const hosts = fc.oneof(
    { arbitrary: fc.constant([]), weight: 3 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom('htdocs', 'alt', 'htdocs/a'),
          fc.constantFrom('htdocs', 'alt'),
          sections(style.inHost),
          sections(style.inHost),
        )
        .map(([first, second, ofFirst, ofSecond]) =>
          [host('one', first, ofFirst), host('two', second, ofSecond)].flat(),
        ),
      weight: 1,
    },
  );
  const htaccess = sometimes(
    style.htaccess,
    fc.oneof(
      { arbitrary: body, weight: 3 },
      { arbitrary: fc.tuple(body, files).map((parts) => parts.flat()), weight: 1 },
    ),
  );
  return { main: sections(style.main), hosts, htaccess };
}

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
export const randomTree: fc.Arbitrary<Tree> = treesOf(SMALL);

/** Larger ones, with sections of proxies, homes, and lines that are seldom written. */
export const denseTree: fc.Arbitrary<Tree> = treesOf(DENSE);

function treesOf(style: Style): fc.Arbitrary<Tree> {
  const { main, hosts, htaccess } = partsOf(style);
  const isDense = style === DENSE;
  const more = isDense ? htaccess : fc.constant([]);
  return fc
    .record({
      authz: modules,
      isAuthAbove: fc.boolean(),
      main,
      hosts,
      inA: htaccess,
      inB: htaccess,
      inRoot: more,
      inAlt: more,
    })
    .map(({ authz, isAuthAbove, main: ofMain, hosts: virtual, inA, inB, inRoot, inAlt }) => {
      const auth = ['AuthType Basic', 'AuthGroupFile /etc/groups'];
      const lines = [
        `ServerRoot "${ROOT}"`,
        'Listen 80',
        ...[...MODULES, ...(isDense ? DENSE_MODULES : []), ...authz].map(
          (name) => `LoadModule ${name}_module modules/mod_${name}.so`,
        ),
        `DocumentRoot "${ROOT}/htdocs"`,
        `Alias /alt/b ${ROOT}/htdocs/a/b`,
        `Alias /alt ${ROOT}/alt`,
        ...(isDense ? DENSE_LINES : []),
        'NameVirtualHost *:80',
        ...(isAuthAbove ? section('Directory /', auth) : []),
        ...ofMain,
        ...virtual,
      ];
      const written = { 'htdocs/a': inA, 'htdocs/a/b': inB, htdocs: inRoot, alt: inAlt };
      return {
        [MAIN_FILE]: `${lines.join('\n')}\n`,
        [`${ROOT}/htdocs/a/x.txt`]: 'x\n',
        [`${ROOT}/htdocs/a/b/y.cgi`]: 'y\n',
        [`${ROOT}/alt/index.html`]: 'z\n',
        ...(isDense ? { '/home/bob/public_html/x.txt': 'h\n' } : {}),
        ...Object.fromEntries(
          Object.entries(written).flatMap(([folder, said]) =>
            said.length === 0 ? [] : [[`${ROOT}/${folder}/.htaccess`, `${said.join('\n')}\n`]],
          ),
        ),
      };
    });
}

const DENSE_MODULES = ['userdir', 'proxy', 'proxy_http'];

const DENSE_LINES = [
  `AliasMatch "^/am/(.*)" ${ROOT}/alt/$1`,
  'UserDir /home/*/public_html',
  'ProxyPass /px/no !',
  'ProxyPass /px http://back/app',
];
