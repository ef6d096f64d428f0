import { describe, expect, test } from '@jest/globals';
import { titleOf } from '../../../src/access/index.ts';
import type { ConcreteRequest } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';
import type { MemoryTree } from './memory-tree.ts';

// `<If>`, `<ElseIf>` and `<Else>` as 2.4 merges them (ap_if_walk, server/request.c).

const ALL: Partial<ConcreteRequest> = { host: 'h', otherHeaders: 'absent', otherEnv: 'unset' };

function tree(lines: string, files: Readonly<Record<string, string>> = {}): MemoryTree {
  const text = `${MODULES_24}<Directory />\nAllowOverride All\nRequire all granted\n</Directory>\n${lines}`;
  return memoryTree({ 'conf/httpd.conf': text, 'htdocs/x': '', 'htdocs/in/x': '', ...files });
}

function answers(lines: string, path = '/x', request: Partial<ConcreteRequest> = {}): string[] {
  return ask(tree(lines), path, { ...ALL, ...request }, '2.4').possible.map(({ answer }) => answer);
}

const denied = (condition: string) => `<If "${condition}">\nRequire all denied\n</If>\n`;

describe('what is known of the request decides a condition', () => {
  test.each<[condition: string, request: Partial<ConcreteRequest>]>([
    ["-R '10.0.0.0/8'", {}],
    ["%{REMOTE_ADDR} -ipmatch '10.1.2.3'", {}],
    ["%{HTTP_HOST} == 'h'", {}],
    ["%{REQUEST_METHOD} == 'POST'", { method: 'POST' }],
    ["%{HTTP:X-T} == 'yes'", { headers: new Map([['x-t', 'yes']]) }],
    ['%{REQUEST_URI} =~ m#^/x#', {}],
    ['%{QUERY_STRING} =~ /q/', { query: 'q=1' }],
    ["tolower(%{HTTP:X-T}) == 'yes'", { headers: new Map([['x-t', 'Yes']]) }],
    ["%{HTTP_HOST} in {'a', 'h'}", {}],
    ["%{HTTP_HOST} < 'i' && %{HTTP_HOST} <= 'h' && %{HTTP_HOST} > 'g' && %{HTTP_HOST} >= 'h'", {}],
    ["%{HTTP_HOST} -strmatch '?' && !(%{HTTP_HOST} -strmatch 'H')", {}],
    ["%{HTTP_HOST} -strcmatch 'H'", {}],
    ["%{REQUEST_URI} -strmatch '*/x' && !(%{REQUEST_URI} -fnmatch '*x')", {}],
    ['%{QUERY_STRING} -eq 10 && %{QUERY_STRING} -ne 9', { query: '10' }],
    ['%{QUERY_STRING} -lt 11 && !(%{QUERY_STRING} -lt 10)', { query: '10' }],
    ['%{QUERY_STRING} -gt 9 && !(%{QUERY_STRING} -gt 10)', { query: '10' }],
    ['%{QUERY_STRING} -le 10 && !(%{QUERY_STRING} -le 9)', { query: '10' }],
    ['%{QUERY_STRING} -ge 10 && !(%{QUERY_STRING} -ge 11)', { query: '10' }],
    ['-T %{QUERY_STRING}', { query: 'x' }],
    ['!-T %{QUERY_STRING}', { query: 'Off' }],
    ["toupper(%{HTTP:X-T}) == 'YES'", { headers: new Map([['x-t', 'Yes']]) }],
    ["%{CONN_REMOTE_ADDR} == '10.1.2.3' && %{IPV6} == 'off'", {}],
    ["%{REQUEST_SCHEME} == 'http' && %{HTTPS} == 'off'", {}],
    ["%{DOCUMENT_URI} == '/x' && %{DOCUMENT_ROOT} == '/srv/htdocs'", {}],
    ["%{HTTP_FORWARDED} == 'yes'", { headers: new Map([['forwarded', 'yes']]) }],
    // What a pattern without groups matches, or does not match, leaves `$1` as it was (op_REG, server/util_expr_eval.c).
    ["%{REQUEST_URI} =~ m#^/(.)# && %{HTTP_HOST} =~ /h/ && '$1' == 'x'", {}],
    ["%{REQUEST_URI} =~ m#^/(.)# && %{HTTP_HOST} !~ /z/ && '$1' == 'x'", {}],
    // The other case of an `||` is not looked at.
    ["(%{REQUEST_URI} =~ m#^/(.)# || %{HTTP_HOST} =~ /(h)/) && '$1' == 'x'", {}],
  ])('%s', (condition, request) => {
    expect(answers(denied(condition), '/x', request)).toEqual(['forbidden']);
    expect(answers(denied(`!(${condition})`), '/x', request)).toEqual(['pass']);
  });

  test('before a user is known, and before the variables of sections are set', () => {
    expect(answers(denied('-n %{REMOTE_USER}'), '/x', { user: 'ann' })).toEqual(['pass']);
    const set = 'SetEnvIf Remote_Addr . a\n';
    expect(answers(`${set}${denied("-n reqenv('a')")}`)).toEqual(['forbidden']);
    expect(answers(`<Location />\n${set}</Location>\n${denied("-n reqenv('a')")}`)).toEqual(['pass']);
  });
});

describe('the way through conditions', () => {
  test('they come after all other sections, those of the server first', () => {
    const location = '<Location />\nRequire all granted\n</Location>\n';
    expect(answers(`${denied('true')}${location}`)).toEqual(['forbidden']);
    const inside = '<Directory /srv/htdocs>\n<If "true">\nRequire all granted\n</If>\n</Directory>\n';
    expect(answers(`${inside}${denied('true')}`)).toEqual(['pass']);
  });

  test('the first of a chain that holds', () => {
    const chain = (first: boolean, second: boolean) =>
      `<If "${first}">\nRequire all denied\n</If>\n<ElseIf "${second}">\nRequire user x\n</ElseIf>\n<Else>\nRequire all granted\n</Else>\n`;
    const login = 'AuthType Basic\nAuthName x\nAuthUserFile conf/u\n';
    const asked = (first: boolean, second: boolean) =>
      answers(`<Location />\n${login}</Location>\n${chain(first, second)}`);
    expect(asked(true, true)).toEqual(['forbidden']);
    expect(asked(false, true)).toEqual(['unauthorized']);
    expect(asked(false, false)).toEqual(['pass']);
  });

  test('those in others', () => {
    const nested = (condition: string) =>
      `<If "${condition}">\nRequire all granted\n${denied('true')}</If>\n`;
    expect(answers(nested('true'))).toEqual(['forbidden']);
    expect(answers(nested('false'))).toEqual(['pass']);
  });

  test('in sections that are met only, and .htaccess files that are read', () => {
    const inside = `<Location /in>\n${denied('true')}</Location>\n`;
    expect(answers(inside)).toEqual(['pass']);
    expect(answers(inside, '/in/x')).toEqual(['forbidden']);
    const file = { 'htdocs/in/.htaccess': denied('true') };
    const answer = (lines: string) =>
      ask(tree(lines, file), '/in/x', ALL, '2.4').possible.map(({ answer: each }) => each);
    expect(answer('')).toEqual(['forbidden']);
    expect(answer('<Directory /srv/htdocs/in>\nAllowOverride None\n</Directory>\n')).toEqual(['pass']);
  });

  test('which held is told', () => {
    const { round } = ask(tree(`${denied('false')}${denied('true')}`), '/x', ALL, '2.4');
    expect(round?.steps.map(({ section }) => titleOf(section.scope))).toContain('<If "true">');
    expect(round?.steps.map(({ section }) => titleOf(section.scope))).not.toContain('<If "false">');
  });
});

describe('what is not known', () => {
  test('leaves the answer open, and says on which line it depends', () => {
    const asked = ask(tree(denied("%{HTTP:X-T} == 'yes'")), '/x', {}, '2.4');
    expect(asked.possible.map(({ answer }) => answer)).toEqual(['pass', 'forbidden']);
    expect(asked.openQuestions).toEqual([
      expect.stringMatching(/^<If "%\{HTTP:X-T\} == 'yes'"> \(\/srv\/conf\/httpd\.conf:\d+\)$/),
    ]);
    expect(asked.assumptions.map(({ text, line }) => `${line?.name}: ${text}`)).toEqual([
      'if: whether this section holds is not known: the way shown is the one without it',
    ]);
  });

  test.each([
    // Not a test of the client.
    "%{HTTP:X-T} -ipmatch '10.0.0.0/8'",
    // What an unknown text left in `$1`, or one that may not have been matched.
    "%{HTTP_HOST} =~ /(h)/ && (%{HTTP:X-T} =~ /(y)/ || '$1' == 'h')",
    "%{HTTP_HOST} =~ /(h)/ && (-z %{HTTP:X-T} || %{HTTP_HOST} =~ /^()/) && '$1' == 'h'",
    // A pattern with groups that does not match.
    "%{HTTP_HOST} =~ /(h)/ && %{HTTP_HOST} !~ /(z)/ && '$1' == 'h'",
  ])('is left open: %s', (condition) => {
    const known = { host: 'h', otherEnv: 'unset' } as const;
    const { possible } = ask(tree(denied(condition)), '/x', known, '2.4');
    expect(possible.map(({ answer }) => answer)).toEqual(['pass', 'forbidden']);
  });

  test('does not matter where the answer is the same', () => {
    const asked = ask(tree(`${denied('-n %{HTTPS}')}${denied('true')}`), '/x', ALL, '2.4');
    expect(asked.possible.map(({ answer }) => answer)).toEqual(['forbidden']);
    expect(asked.openQuestions).toEqual([]);
  });

  test('matters for all that hangs on it', () => {
    const chain = `${denied('-n %{HANDLER}')}<Else>\nRequire all denied\n</Else>\n`;
    expect(answers(chain)).toEqual(['forbidden']);
    expect(answers(`<If "-n %{HANDLER}">\n${denied('true')}</If>\n`)).toEqual(['pass', 'forbidden']);
  });

  test('is not tried both ways where it is too much', () => {
    const many = Array.from({ length: 9 }, (_, i) => denied(`-n %{HTTPS${i}}`)).join('');
    expect(answers(many)).toHaveLength(4);
  });
});

// As a real server answers each.
describe('before the file is looked for, conditions count of servers and Locations', () => {
  const when = (condition: string, lines: string) => `<If "${condition}">\n${lines}\n</If>\n`;
  const status = (lines: string, path = '/x') =>
    statusOf(lines, path, '2.4', { 'htdocs/x': '', 'htdocs/in/x': '' });
  const RULES = 'RewriteRule ^/y /x [PT]\nRewriteRule ^/x - [F]\n';

  test.each([
    [RULES + when('true', 'RewriteEngine On'), '/x', 403],
    [RULES + when('true', 'RewriteEngine On'), '/y', 200],
    [RULES + when('%{REQUEST_URI} =~ m#^/y#', 'RewriteEngine On'), '/x', 200],
    [`RewriteEngine On\n${RULES}${when('%{REQUEST_URI} =~ m#^/x#', 'RewriteEngine Off')}`, '/x', 200],
    [RULES + when('-f %{REQUEST_FILENAME}', 'RewriteEngine On'), '/x', 200],
    [RULES + when("%{REQUEST_FILENAME} == ''", 'RewriteEngine On'), '/x', 403],
    [`<Directory />\n${when('true', 'RewriteEngine On')}</Directory>\n${RULES}`, '/x', 200],
  ])('for RewriteEngine: %j, %s', (lines, path, expected) => {
    expect(status(lines, path)).toBe(expected);
  });

  test.each([
    [when('true', 'Redirect 404\nRequire all denied'), 404],
    [when('true', 'Redirect /y'), 302],
    [when('true', 'Redirect 410 /x\nRequire all denied'), 403],
    [when('false', 'Redirect 404'), 200],
    [when('-f %{REQUEST_FILENAME}', 'Redirect 404'), 404],
    [when('-f %{REQUEST_FILENAME}', 'Redirect 404\nRequire all denied'), 403],
    [`<Location /x>\n${when('true', 'Redirect 404')}Require all denied\n</Location>`, 404],
    [`<Directory />\n${when('true', 'Redirect 404')}Require all denied\n</Directory>`, 403],
    [when('true', 'Redirect 404') + '<Location /x>\nRedirect 410\n</Location>', 404],
    [when('false', '') + '<Else>\nRedirect 404\nRequire all denied\n</Else>', 404],
    [`RewriteEngine On\nRewriteRule ^/x - [F]\n${when('true', 'Redirect 404')}`, 403],
    [when("%{TIME_HOUR} -gt '12'", 'Redirect 404\nRequire all denied'), [200, 404]],
  ])('for Redirect: %j', (lines, expected) => {
    expect(status(lines)).toEqual(expected);
  });
});
