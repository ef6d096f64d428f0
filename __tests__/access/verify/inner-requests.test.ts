// What a server asks for within a request (an index file, what a rule in a folder leads to), and what can't be told of it. That it
// matters was seen on a 2.2.34 and a 2.4.
import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { compare } from './two-trees.ts';

/** What is told to be open, by a word of each note. */
function open(before: string, after: string, modules = '', files: Record<string, string> = {}): string[] {
  const treeOf = (main: string) => memoryTree({ 'conf/httpd.conf': main, ...files });
  const [old, made] = [treeOf(MODULES_22 + before), treeOf(MODULES_24 + modules + after)];
  return compare(old, made)
    .notes.filter(({ code }) => code === 'undecided')
    .map(({ message, place }) => {
      expect(place).not.toBeNull();
      return [
        'the rules for GET',
        'with the variables',
        'this line once more',
        'index file',
        'leads to',
        'another file',
        'FollowSymLinks',
      ].find((word) => message.includes(word))!;
    });
}

const ALLOW_METHODS = 'LoadModule allowmethods_module modules/mod_allowmethods.so\n';

describe('index files that 2.2 asked once more', () => {
  const users = 'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user\n';
  const limited = `<Location /a>\n<Limit GET>\n${users}</Limit>\n</Location>\n`;

  test('by the rules for GET are told, unless 2.4 does so, too', () => {
    expect(open(limited, limited)).toEqual(['the rules for GET']);
    expect(open(limited, limited, ALLOW_METHODS)).toEqual([]);
    const all = limited.replaceAll(/<.?Limit.*>\n/g, '');
    expect(open(all, all)).toEqual([]);
  });

  test('with other variables', () => {
    const host = 'Order deny,allow\nDeny from env=late\n';
    const before = `<Location /a>\nSetEnv late 1\n${host}</Location>\n`;
    const after = `<Location /a>\nSetEnv late 1\n<RequireAll>\nRequire all granted\nRequire not env late\n</RequireAll>\n</Location>\n`;
    expect(open(before, after)).toEqual(['with the variables']);
    expect(open(before, after, ALLOW_METHODS)).toEqual([]);
  });
});

describe('index files of which lines asked once more', () => {
  test.each([
    ['%{REQUEST_URI} !~ m/html$/', true],
    ['%{SSL_CIPHER} ne "" and not %{is_subreq} eq "true"', true],
    ['%{REQUEST_METHOD} ne "GET"', true],
    ['%{ENV:late} ne "1"', true],
    ['%{SSL_CLIENT_S_DN_CN} eq "%{REQUEST_URI}"', false],
    ['%{REMOTE_ADDR} =~ m/%{REQUEST_URI}/ and %{TIME_HOUR} < 8', false],
  ])('%s', (asked, isTold) => {
    const text = `LoadModule ssl_module modules/mod_ssl.so\n<Location /a>\nSSLRequire ${asked}\n</Location>\n`;
    expect(open(text, text)).toEqual(isTold ? ['this line once more'] : []);
    expect(open(text, text, ALLOW_METHODS)).toEqual([]);
  });
});

test.each(['file-owner', 'file-group'])('index files of another owner: Require %s', (word) => {
  const text = `LoadModule authz_owner_module modules/mod_authz_owner.so\n<Location /a>\nAuthType Basic\nAuthName x\nAuthUserFile u\nAuthGroupFile g\nRequire ${word}\n</Location>\n`;
  expect(open(text, text)).toEqual(['this line once more']);
  expect(open(text, text, ALLOW_METHODS)).toEqual([]);
});

describe('an expression that tells an index file from its folder', () => {
  const files = (name: string) => `<Files ${name}>\nOrder allow,deny\n</Files>\n`;
  const not = (asked: string) => `<Location />\nRequire expr "%{${asked}#"\n</Location>\n`;
  const named = not('REQUEST_FILENAME} !~ m#/index\\.html$');

  test('is not asked of it, unless a section tells it, too', () => {
    expect(open(files('index.html'), named)).toEqual(['index file']);
    expect(open(files('index.html'), named, ALLOW_METHODS)).toEqual([]);
    expect(open(files('index.html'), `<Files index.html>\n</Files>\n${named}`)).toEqual([]);
  });

  test.each([
    ['REQUEST_FILENAME} !~ m#/index\\.html$', true],
    ['REQUEST_FILENAME} !~ m#/other\\.html$', false],
    ['REQUEST_FILENAME} !~ m#\\.html$', true],
    ['REQUEST_URI} !~ m#^/a/index\\.html(/|$)', true],
    ['REQUEST_URI} !~ m#^/a(/|$)', false],
    ['REQUEST_URI} !~ m#^/a/ind', true],
    ['REQUEST_URI} !~ m#^/a/b', false],
    ['REQUEST_URI} !~ m#^/a/', false],
    ['REQUEST_FILENAME} !~ m#^/srv/[^/]*(/|$)', true],
    ['REQUEST_FILENAME} !~ m#^/srv/[^/]*/web(/|$)', false],
    ['HTTP_COOKIE} !~ m#index\\.html$', false],
  ])('%s', (asked, isTold) => {
    expect(open('', not(asked)).includes('index file')).toBe(isTold);
  });

  test('by another name of DirectoryIndex, and not where there are no index files', () => {
    const other = not('REQUEST_FILENAME} !~ m#/other\\.html$');
    expect(open(files('other.html'), `DirectoryIndex other.html\n${other}`)).toEqual(['index file']);
    const noIndex = memoryTree(MODULES_24.replace(/.*dir_module.*\n/, '') + named);
    const { notes } = compare(memoryTree(MODULES_22 + files('index.html')), noIndex);
    expect(notes.filter(({ code }) => code === 'undecided')).toEqual([]);
  });

  test('nor of what a rule in a folder leads to', () => {
    const rule = '<Directory /srv/htdocs>\nRewriteRule ^y /x/z\n</Directory>\n';
    const location = '<Location /x>\nOrder allow,deny\n</Location>\n';
    const other = not('REQUEST_URI} !~ m#^/x(/|$)');
    expect(open(rule + location, rule + other)).toEqual(['leads to']);
    expect(open(rule + location, `${rule}<Location /x>\n</Location>\n${other}`)).toEqual([]);
    expect(open(location, other)).toEqual([]);
  });
});

describe('an expression that asks which files a pattern of folders meets', () => {
  const telling = `<Location />\nRequire expr "(%{REQUEST_FILENAME} =~ m#\\.html# && (%{IS_SUBREQ} == 'false' || %{THE_REQUEST} !~ m#^[^ ]+ ([^ ?]*/(\\.|%2[eE]){0,2}|[^/ ]+://[^/ ?]+)([ ?]|$)# || !-f %{REQUEST_FILENAME} || (%{REQUEST_FILENAME} =~ m#^(.*/)# && '$1' =~ m#\\.html#)))"\n</Location>\n`;
  const pattern = '<DirectoryMatch "\\.html">\nOrder allow,deny\n</DirectoryMatch>\n';

  test.each(['DirectoryIndex /x.html', 'Action mine /x.html', 'Options +MultiViews'])('beside %s', (line) => {
    const page = { 'htdocs/x.html': '' };
    expect(open(pattern, `${telling}${line}\n`, ALLOW_METHODS, page)).toEqual(['another file']);
    expect(open(pattern, `${telling}${line}\n`, ALLOW_METHODS)).toEqual([]);
    expect(open(pattern, telling, ALLOW_METHODS, page)).toEqual([]);
  });
});
