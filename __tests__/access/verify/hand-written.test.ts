import { describe, expect, test } from '@jest/globals';
import { both } from './two-trees.ts';

// Expressions as people write them in place of 2.2's rules: each pair was asked on a 2.2.34 and a 2.4.

const VARIABLES = 'SetEnvIf X-T yes va\nSetEnvIf X-U . vb=2\nSetEnvIf X-V (.*) vc=$1\n';
const open = (mods: string) => `<Directory />\n${mods}\n</Directory>\n${VARIABLES}`;
const BEFORE = open('Order allow,deny\nAllow from all');
const AFTER = open('Require all granted');

const inside = (place: string, lines: string) => `<${place}>\n${lines}\n</${place.split(' ')[0] ?? ''}>\n`;
const compare = (place: string, lines: string, expression: string, at = place) =>
  both(BEFORE + inside(place, lines), AFTER + inside(at, `Require expr ${expression}`));

const NOT_VA = 'Order allow,deny\nAllow from all\nDeny from env=va';
const ONLY_VA = 'Order deny,allow\nDeny from all\nAllow from env=va';
const ONLY_VB = 'Order allow,deny\nAllow from env=vb';
const ONLY_NET = 'Order allow,deny\nAllow from 10.0.0.0/8';
const ONLY_ONE = 'Order allow,deny\nAllow from 10.0.0.5';
const VA_OR_ONE = 'Order allow,deny\nAllow from env=va\nAllow from 10.0.0.5';
const ALL = 'Order allow,deny\nAllow from all';
const NONE = 'Order allow,deny';

describe('what says the same', () => {
  test.each([
    [NOT_VA, `"-z reqenv('va')"`],
    [NOT_VA, `-z env('VA')`],
    [NOT_VA, `"! -n %{reqenv:va}"`],
    [NOT_VA, `"not -T %{ENV:va}"`],
    [NOT_VA, `"reqenv('va') != '1'"`],
    [ONLY_VA, `"-n reqenv('va') && true"`],
    [ONLY_VA, `"'1' in {reqenv('va'), 'x'} or false"`],
    [ONLY_VA, `"reqenv('va') -eq 1"`],
    [ONLY_VB, `"reqenv('vb') == '2'"`],
    [ONLY_VB, `"reqenv('vb') =~ /^[12]$/"`],
    [ONLY_NET, `"-R '10.0.0.0/8'"`],
    [ONLY_NET, `"%{REMOTE_ADDR} -ipmatch '10'"`],
    [ONLY_NET, `"%{REMOTE_ADDR} =~ /^10\\./"`],
    [ONLY_ONE, `"%{REMOTE_ADDR} == '10.0.0.5'"`],
    [ONLY_ONE, `"%{REMOTE_ADDR} in {'10.0.0.5'}"`],
    [ONLY_ONE, `"%{REMOTE_ADDR} =~ m#^10\\.0\\.0\\.5$#"`],
    [VA_OR_ONE, `"-n reqenv('va') || -R '10.0.0.5'"`],
    [VA_OR_ONE, `"!(-z reqenv('va') && %{REMOTE_ADDR} != '10.0.0.5')"`],
    [ALL, `"-n 'x'"`],
    [NONE, `"2 < 10"`],
  ])('%j: %s', (lines, expression) => {
    expect(compare('Location /a', lines, expression)).toEqual([]);
  });

  test.each([
    ['Location /a/', NONE, '%{REQUEST_URI} !~ m#^/a/#'],
    ['Location /a/', NONE, '! %{request_uri} =~ m|^/a/|'],
    ['Location /a', NOT_VA, "%{REQUEST_URI} !~ m#^/a(/|$)# || -z reqenv('va')"],
    ['Location /a/', ONLY_NET, "not (%{REQUEST_URI} =~ m#^/a/# && !-R '10.0.0.0/8')"],
    ['LocationMatch ^/a/', NONE, '!(%{REQUEST_URI} =~ m#^/a/#)'],
  ])('%s, %j: %s', (place, lines, expression) => {
    expect(compare(place, lines, `"${expression}"`, 'Location /')).toEqual([]);
  });
});

// The files that are sent for folders may be others.
describe('what says the same of all but index files', () => {
  test.each([
    ['LocationMatch ^/a$', NONE, "%{REQUEST_URI} != '/a'"],
    ['LocationMatch ^/a.*$', NONE, "!(%{REQUEST_URI} -strmatch '/a*')"],
    ['LocationMatch (?i)^/a.*$', NONE, "!(%{REQUEST_URI} -strcmatch '/a*')"],
    ['LocationMatch ^/a[^/]*$', NONE, "!(%{REQUEST_URI} -fnmatch '/a*')"],
    ['LocationMatch ^/b$', ONLY_NET, "%{REQUEST_URI} != '/b' || -R '10.0.0.0/8'"],
  ])('%s, %j: %s', (place, lines, expression) => {
    expect(compare(place, lines, `"${expression}"`, 'Location /')).toEqual(['undecided']);
  });
});

describe('what does not', () => {
  test.each([
    [NOT_VA, `"-n reqenv('va')"`],
    [NOT_VA, `"-z reqenv('vb')"`],
    // `-t` is no operator, and `TRUE` no word: 2.4 does not start.
    [ONLY_VA, `"-t reqenv('va')"`],
    [ALL, 'TRUE'],
    // No word begins with a digit.
    [ALL, `"-n 1x"`],
    [ONLY_VB, `"reqenv('vb') == '1'"`],
    // It may be empty.
    ['Order allow,deny\nAllow from env=vc', `"-n reqenv('vc')"`],
    // No address is written so.
    [ONLY_NET, `"%{REMOTE_ADDR} == '10.0.0.0/8'"`],
    [ONLY_NET, `"%{REMOTE_ADDR} =~ /^10./"`],
    [ONLY_NET, `"%{REMOTE_ADDR} =~ /10\\./"`],
    [ONLY_NET, `"%{REMOTE_ADDR} !~ /^10\\./"`],
    [ONLY_NET, `"%{REMOTE_ADDR} =~ /^10\\.$/"`],
    [ONLY_NET, `"%{REMOTE_ADDR} in {'10.0.0.5', '10.0.0.0/8'}"`],
    [ONLY_ONE, `"%{REMOTE_ADDR} =~ /^10\\.0\\.0\\.5/"`],
    [ONLY_ONE, `"%{REMOTE_ADDR} != '10.0.0.5'"`],
    // `&&` binds more than `||`.
    [ONLY_VA, `"-R '10.0.0.5' || -n reqenv('va') && false"`],
    [NONE, `"-R '10.0.0.5' || %{QUERY_STRING} == 'x' && false"`],
    // What another test matched.
    [NONE, `"reqenv('vb') =~ /(.)/ && '2' == '$1'"`],
    [NONE, `"reqenv('vb') =~ /(.)/ && '2' in {'1', '$1'}"`],
  ])('%j: %s', (lines, expression) => {
    expect(compare('Location /a', lines, expression)).not.toEqual([]);
  });

  test.each([
    ['Location /a', NONE, '%{REQUEST_URI} !~ m#^/a/#'],
    ['Location /a/', NONE, '%{REQUEST_URI} !~ m#^/a#'],
    ['Location /a/', NONE, "%{REQUEST_URI} != '/a/'"],
    ['LocationMatch ^/a/', NONE, '%{REQUEST_URI} !~ m#^/a/#i'],
    ['LocationMatch ^/a/', NONE, "!(%{REQUEST_URI} -fnmatch '/a/*')"],
    ['LocationMatch ^/a/', NONE, "!(%{REQUEST_URI} -strcmatch '/a/*')"],
    ['LocationMatch ^/a/b$', NONE, "%{REQUEST_URI} == '/a/b'"],
    ['LocationMatch ^/a/b$', NONE, "!(%{REQUEST_URI} in {'/a/b', '/a/c'})"],
    ['LocationMatch ^/a.*$', NONE, "!(%{REQUEST_URI} -fnmatch '/a*')"],
    ['LocationMatch ^/a.*$', NONE, "!(%{REQUEST_URI} -strcmatch '/a*')"],
  ])('%s, %j: %s', (place, lines, expression) => {
    expect(compare(place, lines, `"${expression}"`, 'Location /')).not.toEqual([]);
  });
});
