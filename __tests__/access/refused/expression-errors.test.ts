import { expect, test } from '@jest/globals';
import { askTree, plainRequest } from '../../../src/access/index.ts';
import { memoryTree, MODULES_24 } from '../request/memory-tree.ts';

// As a real 2.4.71 said, each asked for its configuration (-t).

const refusals = (lines: string, modules = '') => {
  const tree = memoryTree(`${MODULES_24}${modules}<Location />\n${lines}\n</Location>\n`);
  return askTree(tree.model, tree.reader, '2.4', plainRequest('/')).refused.map(({ message }) => message);
};
const requires = (expression: string) => `Require expr "${expression}"`;

test.each([
  ["%{FOO} == '1'", "Variable 'FOO' does not exist"],
  ["%{SERVER_ADDR} == '1' && true", "Variable 'SERVER_ADDR' does not exist"],
  ["'a%{FOO}b' == 'x'", "Variable 'FOO' does not exist"],
  ["%{SSL_CLIENT_S_DN_O} == 'x'", "Variable 'SSL_CLIENT_S_DN_O' does not exist"],
  ["%{SSL:SSL_CLIENT_S_DN} == 'x'", "Function 'SSL' does not exist"],
  ["foo('x') == 'y'", "Function 'foo' does not exist"],
  ["%{foo:x} == 'y'", "Function 'foo' does not exist"],
  ["-Q 'x'", "Unary operator '-Q' does not exist"],
  ["%{REMOTE_HOST} -foo 'x'", "Binary operator '-foo' does not exist"],
  ["-R 'foo'", 'parsing of subnet/netmask failed'],
  ["%{REMOTE_ADDR} -ipmatch '10.0.0.0/33'", 'parsing of subnet/netmask failed'],
  ['%{REMOTE_ADDR} =~ /(/', 'Failed to compile regular expression'],
])('%s is refused: %s', (expression, error) => {
  expect(refusals(requires(expression))).toEqual([`Cannot parse expression in require line: ${error}`]);
  expect(refusals(`<If "${expression}">\n</If>`)).toEqual([`Cannot parse condition clause: ${error}`]);
  expect(refusals(`SetEnvIfExpr "${expression}" x`)).toEqual([
    `Could not parse expression "${expression}": ${error}`,
  ]);
});

test.each([
  "%{Remote_Addr} == 'x'",
  "'a\\%{FOO}b' == 'x'",
  "HTTP('x') == reqenv('y')",
  "-R '10' || %{REMOTE_ADDR} -ipmatch '::1/64'",
  "%{REQUEST_URI} -strmatch '/a*' and -n %{req:x}",
  "md5('x') in {'a', 'b'} && !(1 -lt 2)",
])('%s is taken', (expression) => {
  expect(refusals(requires(expression))).toEqual([]);
});

test('names of modules that are loaded, or may be, are taken', () => {
  const ofTls = requires("%{SSL_CLIENT_S_DN_O} == 'x' && %{SSL:SSL_CIPHER} == 'y'");
  expect(refusals(ofTls, 'LoadModule ssl_module modules/mod_ssl.so\n')).toEqual([]);
  expect(refusals(requires("%{FOO} == '1'"), 'LoadModule foo_module modules/mod_foo.so\n')).toEqual([]);
});

test('what is put in later is not looked at', () => {
  expect(refusals(requires("%{${NAME}} == 'x'"))).toEqual([]);
});

test.each([
  ['AuthName "Area %{x}"', "Cannot parse expression 'Area %{x}' in AuthName: Variable 'x' does not exist"],
  ['AuthType "%{y}"', "Cannot parse expression '%{y}' in AuthType: Variable 'y' does not exist"],
  ['SetHandler "%{x}"', "Can't parse expression : Variable 'x' does not exist"],
  ['ErrorDocument 404 "a %{x}"', "Cannot parse expression in ErrorDocument: Variable 'x' does not exist"],
  [
    'ErrorDocument 404 /x%{nofn:x}',
    "Cannot parse expression in ErrorDocument: Function 'nofn' does not exist",
  ],
])('%s is refused: %s', (line, error) => {
  expect(refusals(line)).toEqual([error]);
});

test.each([
  'AuthName "100%% \\%{x} %{HTTP_HOST}"',
  'ErrorDocument 404 "%{md5:a} $1"',
  'SetHandler x-handler',
])('%s is taken', (line) => {
  expect(refusals(line)).toEqual([]);
});
