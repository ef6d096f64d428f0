// Asks built servers which lines they take (-t) and which directives they know (-L), and writes __fixtures__/releases/taken-lines.json. Needs a folder with one build of each
// release (FOLDER/2.4.6/bin/httpd, all modules and MPMs as files); continuous integration has none of them, so what they said is kept.
//
//     node tools/record-releases.mjs FOLDER
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lines with words that only some releases know, and what else they need. Those at the end are known to all. */
const LINES = [
  ['MergeSlashes Off'],
  ['HttpProtocolOptions Unsafe'],
  ['StrictHostCheck Off'],
  ['RegisterHttpMethod FROB'],
  ['<IfFile /nowhere>\n</IfFile>'],
  ['DirectoryCheckHandler On', 'dir'],
  ['DirectoryIndex disabled', 'dir'],
  ['DirectorySlash Off', 'dir'],
  ['RewriteRule ^/a$ /b [BNP]', 'rewrite'],
  ['RewriteRule ^/a$ /b [QSL]', 'rewrite'],
  ['RewriteRule ^/a$ /b [L,BCTLS,BNP]', 'rewrite'],
  ['RewriteRule ^/a$ /b [UnsafeAllow3F]', 'rewrite'],
  ['RewriteRule ^/a$ /b [UnsafePrefixStat]', 'rewrite'],
  ['RewriteRule ^/a$ /b [B]', 'rewrite'],
  ['RewriteRule ^/a$ /b [BNE=x]', 'rewrite'],
  ['RewriteRule ^/a$ /b [UNC]', 'rewrite'],
  ['RewriteOptions AllowAnyURI', 'rewrite'],
  ['RewriteOptions MergeBase', 'rewrite'],
  ['RewriteOptions InheritDownBefore', 'rewrite'],
  ['RewriteOptions IgnoreInherit', 'rewrite'],
  ['RewriteOptions IgnoreContextInfo', 'rewrite'],
  ['RewriteOptions Inherit', 'rewrite'],
  ['RewriteOptions InheritDown', 'rewrite'],
  ['RewriteOptions LegacyPrefixDocRoot', 'rewrite'],
  ['IndexOptions FancyIndexing UseOldDateFormat', 'autoindex'],
  ['DeflateAlterETag NoChange', 'filter deflate'],
  ['RedirectRelative On', 'alias'],
  ['SubstituteMaxLineLength 5m', 'filter substitute'],
  ['<Directory />\nRequire expr "%{REQUEST_URI} =~ m#^/a#"\n</Directory>'],
  ['<Directory />\nRequire expr %{REQUEST_URI} =~ m#^/a#\n</Directory>'],
  [
    "<Directory />\n<RequireAll>\nRequire not expr -n reqenv('a')\nRequire all granted\n</RequireAll>\n</Directory>",
  ],
  [
    "<Directory />\nRequire expr (%{IS_SUBREQ} == 'false' || -d '/a') && %{THE_REQUEST} !~ m#x#\n</Directory>",
  ],
  ['<Directory />\nRequire expr %{REMOTE_PORT} -gt 1\n</Directory>'],
  ["<Directory />\nRequire expr base64('a') == 'YQ=='\n</Directory>"],
  ["<Directory />\nRequire expr req_novary('Host') == 'a'\n</Directory>"],
  ["<Directory />\nRequire user 'a\\\\b'\n</Directory>", 'authz_user'],
  ['<Directory />\nRequire forward-dns a.example\n</Directory>', 'authz_host'],
  ['<Directory />\nRequire local\n</Directory>', 'authz_host'],
  [
    '<Directory />\n<RequireAll>\nRequire method GET\nRequire all granted\n</RequireAll>\nAuthMerging And\n</Directory>',
  ],
  ['<Directory />\nAllowOverrideList Require AuthName\n</Directory>'],
  ['<If "-n reqenv(\'a\')">\nRequire all denied\n</If>'],
  ['IncludeOptional /etc/*.nothing'],
  ['Mutex default'],
  ['Mutex sem rewrite-map', 'rewrite'],
  ['<Directory />\nSSILegacyExprParser On\n</Directory>', 'include'],
  ['RequestReadTimeout header=0 body=0', 'reqtimeout'],
  ['<Directory />\nAuthDigestQop auth\n</Directory>', 'auth_digest'],
  ['FilterProvider a DEFLATE "%{CONTENT_TYPE} =~ m#^text/#"', 'filter deflate'],
  ['MaxRequestWorkers 10'],
  ['MaxConnectionsPerChild 10'],
  ['CacheDisable /a', 'cache'],
  ['ErrorLogFormat "%M"'],
  ['LogLevel info rewrite:trace3', 'rewrite'],
  ['Protocols http/1.1'],
  ['Header edit* Set-Cookie a b', 'headers'],
  ['AddOutputFilterByType DEFLATE text/html', 'filter deflate'],
];

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: record-releases.mjs FOLDER\n');
  process.exit(2);
}

const EXAMPLES = /example|case_filter|optional_|bucketeer|ldap/;
/** Modules that others need when they are loaded. */
const FIRST = [
  'mod_mpm_prefork',
  'mod_watchdog',
  'mod_proxy',
  'mod_cache',
  'mod_dav',
  'mod_session',
  'mod_dbd',
];
const rankOf = (file) => (FIRST.indexOf(file.replace('.so', '')) + FIRST.length + 1) % (FIRST.length + 1);
const identifierOf = (file) => `${file.slice(4, -3)}_module`;

const number = (release) => Number(release.split('.')[2]);
const releases = readdirSync(folder)
  .filter((name) => /^2\.4\.\d+$/.test(name) && existsSync(join(folder, name, 'bin/httpd')))
  .toSorted((a, b) => number(a) - number(b));

const scratch = mkdtempSync(join(tmpdir(), 'record-'));
const directives = differingDirectives();
const rows = LINES.map(([line, modules = '']) => {
  const needed = modules.split(' ').filter(Boolean);
  return { line, modules: needed, takenBy: releases.filter((release) => isTaken(release, line, needed)) };
});
rmSync(scratch, { recursive: true });
const file = fileURLToPath(new URL('../__fixtures__/releases/taken-lines.json', import.meta.url));
const about =
  'What httpd -t and -L say, by release: builds of the tags of apache/httpd, the lines that each takes, and the directives that not all know.';
writeFileSync(file, `${JSON.stringify({ about, asked: releases, rows, directives }, null, 2)}\n`);

/** The directives that some of the releases know and others do not. */
function differingDirectives() {
  const known = new Map(releases.map((release) => [release, directivesOf(release)]));
  const names = new Set([...known.values()].flatMap((each) => [...each]));
  return [...names].toSorted().flatMap((name) => {
    const takenBy = releases.filter((release) => known.get(release).has(name));
    return takenBy.length === releases.length ? [] : [{ name, takenBy }];
  });
}

/** Of all modules that are built without others' libraries: what needs one is not there in every build. */
function directivesOf(release) {
  const home = join(folder, release);
  const files = readdirSync(join(home, 'modules')).filter(
    (name) => /^mod_.*\.so$/.test(name) && !EXAMPLES.test(name),
  );
  const mpms = files.filter((name) => name.startsWith('mod_mpm_') && name !== 'mod_mpm_prefork.so');
  const loads = files
    .filter((name) => !mpms.includes(name))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((name) => `LoadModule ${identifierOf(name)} modules/${name}`);
  const main = join(scratch, 'httpd.conf');
  writeFileSync(main, `${[`ServerRoot ${home}`, ...loads].join('\n')}\n`);
  const { stdout } = spawnSync(join(home, 'bin/httpd'), ['-f', main, '-L'], { encoding: 'utf8' });
  return new Set([...stdout.matchAll(/^(<?\w+)>? \(\S+\)$/gm)].map(([, name]) => name));
}

function isTaken(release, line, modules) {
  const home = join(folder, release);
  const loads = ['mpm_prefork', 'unixd', 'authn_core', 'authz_core', ...modules].map(
    (name) => `LoadModule ${name}_module modules/mod_${name}.so`,
  );
  const text = [`ServerRoot ${home}`, ...loads, 'ServerName a', 'Listen 127.0.0.1:1', line].join('\n');
  const main = join(scratch, 'httpd.conf');
  writeFileSync(main, `${text}\n`);
  return spawnSync(join(home, 'bin/httpd'), ['-f', main, '-t']).status === 0;
}
