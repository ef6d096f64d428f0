import { describe, expect, test } from '@jest/globals';
import { describeDifference, prove, proveParts } from '../../../src/access/index.ts';
import type { ProofResult } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

const HEAD = 'ServerRoot /etc/httpd\nListen 80\nDocumentRoot /www\n';
const section = (...lines: string[]): string => `<Directory /www>\n${lines.join('\n')}\n</Directory>\n`;

function modelOf(text: string, htaccess?: string): ServerModel {
  const path = '/etc/httpd/conf/httpd.conf';
  const files = { [path]: HEAD + text, ...(htaccess === undefined ? {} : { '/www/.htaccess': htaccess }) };
  const model = buildModel({ path }, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

function proof(before: string, after: string): ProofResult['type'] {
  return prove(modelOf(before), modelOf(after), 'exact').type;
}

test('lines that only mod_access_compat reads count where it is loaded', () => {
  const rules = section('Order deny,allow', 'Deny from all', 'Allow from 10.1');
  const load = 'LoadModule access_compat_module modules/mod_access_compat.so\n';
  expect(proof(rules, load + rules)).toBe('proven');
  expect(proof(rules, rules)).toBe('different');
  expect(proof(rules, `<IfModule !mod_authz_core.c>\n${load}</IfModule>\n${rules}`)).toBe('different');
  const other = 'LoadModule authz_core_module modules/mod_authz_core.so\n';
  expect(proof(rules, other + rules)).toBe('different');
});

test('what mod_access_compat reads is not inherited as in 2.2: one of its lines begins anew, other lines do not', () => {
  const load = 'LoadModule access_compat_module modules/mod_access_compat.so\n';
  const outer = section('Order deny,allow', 'Deny from all', 'Allow from 10.1');
  const inner = (line: string): string => `<Location /x>\n${line}\n</Location>\n`;
  const same = (line: string) => proof(outer + inner(line), load + outer + inner(line));
  expect(same('AuthName x')).toBe('proven');
  expect(same('Satisfy any')).toBe('different');
  expect(same('Allow from 10.1')).toBe('proven');
  expect(same('Order deny,allow')).toBe('proven');
  expect(proof(outer + inner('AuthName x'), load + outer + inner('Allow from all'))).toBe('different');
});

test('AuthzSendForbiddenOnFailure turns a 401 into a 403', () => {
  const rules = (...lines: string[]): string =>
    section('AuthType Basic', 'AuthName x', 'Require user bob', ...lines);
  expect(proof(rules(), rules('AuthzSendForbiddenOnFailure Off'))).toBe('proven');
  expect(proof(rules(), rules('AuthzSendForbiddenOnFailure On'))).toBe('different');
});

test.each(['%', '<Files x>\n%\n</Files>'])(
  'a .htaccess file that one host reads says nothing to another: %j',
  (text) => {
    const hosts = (override: string): string =>
      ['All', override]
        .map((each) => `<VirtualHost *:80>\n${section(`AllowOverride ${each}`)}</VirtualHost>\n`)
        .join('');
    const before = (override: string) => modelOf(hosts(override), text.replace('%', 'Order allow,deny'));
    const after = (override: string) => modelOf(hosts(override), text.replace('%', 'Require all denied'));
    expect(prove(before('None'), after('None'), 'exact').type).toBe('proven');
    expect(prove(before('All'), after('All'), 'exact').type).toBe('proven');
    expect(prove(before('All'), after('None'), 'exact').type).toBe('different');
    expect(prove(before('None'), after('All'), 'exact').type).toBe('different');
  },
);

test('what is to be done is said where one host answers 500 for a .htaccess file that another reads', () => {
  const hosts = ['Limit', 'AuthConfig']
    .map((each) => `<VirtualHost *:80>\n${section(`AllowOverride ${each}`)}</VirtualHost>\n`)
    .join('');
  const override = (text: string) => text.replace('AllowOverride Limit', 'AllowOverride AuthConfig');
  const result = prove(
    modelOf(hosts, 'Allow from all'),
    modelOf(override(hosts), 'Require all granted'),
    'exact',
  );
  const said =
    result.type === 'different' ? result.differences.map((each) => describeDifference(each, null)) : [];
  expect(said).toEqual([
    expect.stringMatching(/2\.2 answers 500, 2\.4 would let it through\. The cause is a line of/),
  ]);
});

test('so it is where a section behind the file has the last word, and the file is named', () => {
  const text = (location: string): string =>
    `${section('AllowOverride AuthConfig')}<Location /x>\n${location}\n</Location>\n`;
  const result = prove(
    modelOf(text('Order allow,deny'), 'Allow from all'),
    modelOf(text('Require all denied'), 'Require all granted'),
    'exact',
  );
  const said =
    result.type === 'different' ? result.differences.map((each) => describeDifference(each, null)) : [];
  expect(said.filter((each) => each.includes('the address /x'))).toEqual([
    expect.stringContaining('answer 403. The cause is a line of /www/.htaccess that'),
  ]);
});

test('nothing is said of a .htaccess file that 2.2 takes', () => {
  const text = (location: string): string =>
    `${section('AllowOverride Limit')}<Location /x>\n${location}\n</Location>\n`;
  const result = prove(
    modelOf(text('Order allow,deny'), 'Allow from all'),
    modelOf(text('Require all granted'), ''),
    'exact',
  );
  const said =
    result.type === 'different' ? result.differences.map((each) => describeDifference(each, null)) : [];
  expect(said).toEqual([expect.stringMatching(/the address \/x, .* 2\.4 would let it through\.$/)]);
});

test('sections inside of sections count there only', () => {
  const inside = (line: string): string => `<Directory /www/a>\n<Files x>\n${line}\n</Files>\n</Directory>\n`;
  expect(proof(inside('Order allow,deny'), inside('Require all denied'))).toBe('proven');
  expect(proof(inside('Order allow,deny'), '<Files x>\nRequire all denied\n</Files>\n')).toBe('different');
});

test('a section that only the other server reads says nothing', () => {
  const only = (guard: string, ...lines: string[]): string =>
    `<IfModule ${guard}>\n${section(...lines)}</IfModule>\n`;
  expect(proof(only('mod_authz_core.c', 'Order allow,deny'), '')).toBe('proven');
  expect(proof(only('!mod_authz_core.c', 'Order allow,deny'), '')).toBe('different');
  expect(proof('', only('!mod_authz_core.c', 'Require all denied'))).toBe('proven');
  expect(proof('', only('mod_authz_core.c', 'Require all denied'))).toBe('different');
});

test('a flag that a virtual host sets for all its requests tells it from others', () => {
  const hosts = (inA: string): string =>
    `<VirtualHost *:80>\nServerName a\n${inA}</VirtualHost>\n<VirtualHost *:80>\nServerName b\n</VirtualHost>\n`;
  const before = hosts('<Location /x>\nOrder allow,deny\n</Location>\n');
  const after = (asked: string): string =>
    `<Location /x>\nRequire expr "${asked} reqenv('vhost_a')"\n</Location>\n${hosts('SetEnvIf Request_URI ^ vhost_a\n')}`;
  expect(proof(before, after('-z'))).toBe('proven');
  expect(proof(before, after('-n'))).toBe('different');
});

test('a difference names the last section that counts, and the gravest kind comes first', () => {
  const before = section('Order deny,allow', 'Deny from all', 'Allow from 10.1');
  const result = prove(modelOf(before), modelOf(section('Require ip 10.2')), 'exact');
  if (result.type !== 'different') throw new Error('proven');
  const [first] = result.differences;
  expect(first?.difference).toMatchObject({ before: 'forbidden', after: 'pass', method: 'GET' });
  expect(first?.section?.scope.args).toEqual(['/www']);
});

test('of several sections the last one is named', () => {
  const locations = (...lines: string[]): string =>
    ['/', '/a', '/a/b'].map((path, i) => `<Location ${path}>\n${lines[i] ?? ''}\n</Location>\n`).join('');
  const result = prove(
    modelOf(locations('Deny from all', 'Deny from all\nAllow from 10.1', 'Deny from all\nAllow from 10.2')),
    modelOf(locations('Require all denied', 'Require ip 10.1', 'Require ip 10.3')),
    'exact',
  );
  if (result.type !== 'different') throw new Error(result.type);
  expect(new Set(result.differences.map((each) => each.section?.scope.args[0]))).toEqual(new Set(['/a/b']));
});

test('a section is not named where the guard around it does not hold', () => {
  const text = (outer: string, inner: string): string =>
    `<Location />\n${outer}\n</Location>\n<IfDefine X>\n<Location /a>\n${inner}\n</Location>\n</IfDefine>\n`;
  const before = modelOf(text('Order allow,deny', 'Order allow,deny'));
  const result = prove(before, modelOf(text('Require all granted', 'Require all denied')), 'exact');
  if (result.type !== 'different') throw new Error(result.type);
  const named = result.differences.map(({ flow, section: found }) => [
    flow.about.address,
    found?.scope.args[0],
  ]);
  expect(named).toEqual([
    ['/', '/'],
    ['/', '/'],
  ]);
});

test('the sets of requests that were compared are counted', () => {
  const model = modelOf('<Location /a>\nAuthType Basic\nRequire valid-user\n</Location>\n');
  expect(prove(model, model, 'exact')).toEqual({ type: 'proven', flows: 2 });
});

test('a method that only the result names is compared, too', () => {
  const before = section('Order allow,deny', 'Allow from all');
  const narrower = section('<Limit POST>', 'Require ip 10.1', '</Limit>');
  expect(proof(before, narrower)).toBe('different');
  expect(proof(before, section('Require method POST GET'))).toBe('different');
  expect(proof(before, section('Require all granted'))).toBe('proven');
});

test('virtual hosts are compared with each other by their number', () => {
  const host = (name: string, ...lines: string[]): string =>
    `<VirtualHost *:80>\nServerName ${name}\n${section(...lines)}</VirtualHost>\n`;
  const old = (net: string): string[] => ['Order deny,allow', 'Deny from all', `Allow from ${net}`];
  const before = host('a', ...old('10.1')) + host('b', ...old('10.2'));
  const a = host('a', 'Require ip 10.1');
  const b = host('b', 'Require ip 10.2');
  expect([proof(before, a + b), proof(before, b + a)]).toEqual(['proven', 'different']);
});

test('guards that depend on the server: every way they may turn out, up to 32', () => {
  const guarded = (name: string, line: string): string =>
    `<IfDefine ${name}>\n<Location /${name}>\n${line}\n</Location>\n</IfDefine>\n`;
  const tree = (names: string, line: string): string =>
    [...names].map((name) => guarded(name, line)).join('');
  expect(proof(tree('ABCDE', 'Order allow,deny'), tree('ABCDE', 'Require all denied'))).toBe('proven');
  expect(proof(tree('ABCDE', 'Order allow,deny'), tree('ABCD', 'Require all denied'))).toBe('different');
  const [before, after] = ['Order allow,deny', 'Require all denied'].map((line) =>
    modelOf(tree('ABCDEF', line)),
  );
  expect(prove(before!, after!, 'exact')).toMatchObject({
    type: 'undecided',
    guards: [...'ABCDEF'].map((name) => ({ kind: 'ifdefine', test: name })),
  });
});

test('an expression that tells folders apart is settled in each anew, though all come in the same state', () => {
  const folders = (...lines: string[]): string =>
    ['/www', '/www/a'].map((path) => `<Directory ${path}>\n${lines.join('\n')}\n</Directory>\n`).join('');
  const location = (line: string): string => `<Location />\n${line}\n</Location>\n`;
  const before = folders('Order allow,deny', 'Allow from all') + location('Order allow,deny\nAllow from all');
  const after = (expression: string): string =>
    folders('Require all granted') + location(`Require expr "%{REQUEST_FILENAME} ${expression}"`);
  expect(proof(before, after('=~ m#^/#'))).toBe('proven');
  expect(proof(before, after('!~ m#^/www/a(/|$)#'))).toBe('different');
  expect(proof(before, after('=~ m#^/www/a(/|$)#'))).toBe('different');
});

test('a directory that is named, and no more, answers for all users of its lines', () => {
  const load = ['authnz_ldap', 'authz_user', 'auth_basic']
    .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
    .join('');
  const rules = (...lines: string[]): string =>
    load + section('AuthType Basic', 'AuthName x', 'AuthLDAPURL ldap://d/', ...lines);
  const both = ['Require ldap-user alice', 'Require user bob'];
  const alternatives = rules('AuthzLDAPAuthoritative Off', ...both);
  expect(proof(rules(...both), rules('Require ldap-user alice'))).toBe('proven');
  expect(proof(rules(...both), rules(...both))).toBe('different');
  expect(proof(alternatives, rules(...both))).toBe('proven');
});

test('a DirectoryMatch with a `$` at its end is not the same in 2.4, where it matches', () => {
  const pattern = (line: string): string => `<DirectoryMatch "^/www/a$">\n${line}\n</DirectoryMatch>\n`;
  const [before, after] = [pattern('Order allow,deny'), pattern('Require all denied')];
  expect(proof('', after)).toBe('different');
  expect(proof(before, after)).toBe('different');
});

test('what is said of the root is compared by itself, though a Location comes after it in every request', () => {
  const tree = (root: string, all: string): string =>
    `<Directory />\n${root}\n</Directory>\n<Location />\n${all}\n</Location>\n`;
  const before = tree('Order allow,deny', 'Order allow,deny\nAllow from all');
  expect(proof(before, tree('Require all denied', 'Require all granted'))).toBe('proven');
  expect(proof(before, tree('Require all granted', 'Require all granted'))).toBe('different');
});

describe('a template, part by part', () => {
  const at = (path: string, ...lines: string[]): string =>
    `<Location ${path}>\n${lines.join('\n')}\n</Location>\n`;
  const SHUT = ['Order allow,deny', 'Allow from 10.1'] as const;
  const parts = (before: string, after: string) =>
    proveParts({
      before: modelOf(before),
      after: modelOf(after),
      semantics: 'exact',
      accessCompat: true,
    }).type;

  test('each part is compared', () => {
    const before = at('/a', ...SHUT) + at('/b', ...SHUT);
    expect(parts(before, at('/a', 'Require ip 10.1') + at('/b', 'Require ip 10.1'))).toBe('proven');
    expect(parts(before, at('/a', 'Require ip 10.2') + at('/b', 'Require ip 10.1'))).toBe('different');
    expect(parts(before, at('/a', 'Require ip 10.1') + at('/b', 'Require ip 10.2'))).toBe('different');
  });

  test('what is left is obeyed by mod_access_compat', () => {
    const before = at('/a', ...SHUT) + at('/b', ...SHUT);
    expect(parts(before, at('/a', 'Require ip 10.1') + at('/b', ...SHUT))).toBe('proven');
    expect(parts(before, at('/a', 'Require ip 10.1') + at('/b', 'Order allow,deny'))).toBe('different');
    expect(parts(before, at('/a', 'Require ip 10.2') + at('/b', ...SHUT))).toBe('different');
  });

  test('none that a request meets with one of unknown rules may have been converted', () => {
    const unknown = ['Require ${WHO}'];
    const before = at('/a', ...SHUT) + at('/a/b', ...unknown) + at('/c', ...SHUT);
    const after = (a: string[], c: string[]) => at('/a', ...a) + at('/a/b', ...unknown) + at('/c', ...c);
    expect(parts(before, after([...SHUT], ['Require ip 10.1']))).toBe('proven');
    expect(parts(before, after([...SHUT], ['Require ip 10.2']))).toBe('different');
    expect(parts(before, after(['Require ip 10.1'], [...SHUT]))).toBe('mixed');
  });
});
