// Requests of a log asked of both trees: whether the answers differ, for certain or perhaps, and why.
import { describe, expect, test } from '@jest/globals';
import type { Replay, ReplayAnswer } from '../../../src/access/index.ts';
import { createReplay, plainRequest } from '../../../src/access/index.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';

type Files = Readonly<Record<string, string>>;

function replay(before: string, after: string, files: Files = {}): Replay {
  const [old, made] = [MODULES_22 + before, MODULES_24 + after].map((text) =>
    memoryTree({ 'conf/httpd.conf': text, ...files }),
  );
  if (old === undefined || made === undefined) throw new Error('two trees');
  return createReplay(old.model, made.model, made.reader);
}

/** The kind, and the two answers; `?` where that depends. */
function short({ kind, before, after }: ReplayAnswer): string {
  return `${kind} ${before ?? '?'} -> ${after ?? '?'}`;
}

const section = (...lines: string[]) => `<Location /a>\n${lines.join('\n')}\n</Location>\n`;
const request = { ...plainRequest('/a/x'), client: '10.1.0.1' };

test.each([
  ['Deny from all', 'Require all denied', 'same forbidden -> forbidden'],
  ['Deny from all', 'Require all granted', 'different forbidden -> pass'],
  ['Allow from all', 'Require all denied', 'different pass -> forbidden'],
  ['Deny from 10.1', 'Require not ip 10.2', 'different forbidden -> pass'],
  ['Deny from 10.2', 'Require all granted', 'same pass -> pass'],
])('%s becomes %s', (before, after, answer) => {
  const rules = after.includes('not') ? `<RequireAll>\nRequire all granted\n${after}\n</RequireAll>` : after;
  const { ask } = replay(section('Order allow,deny', 'Allow from all', before), section(rules));
  expect(short(ask(request))).toBe(answer);
});

test('an address that neither tree has rules for is answered alike', () => {
  const { ask } = replay(section('Deny from all'), '');
  expect(short(ask({ ...request, path: '/b' }))).toBe('same pass -> pass');
});

test('an address that is not well-formed leads nowhere in either tree', () => {
  const { ask } = replay(section('Deny from all'), section('Require all granted'));
  const { kind, statuses } = ask({ ...request, path: '/a/%zz' });
  expect([kind, statuses]).toEqual(['same', { before: 400, after: 400 }]);
});

test('what the log does not tell leaves it open, and what it would take is told', () => {
  const { ask } = replay(
    section('Order allow,deny', 'Allow from env=ok'),
    section('Require env ok', 'Require ip 10'),
  );
  const answer = ask(request);
  expect(short(answer)).toBe('possible forbidden -> pass');
  expect(answer.witness?.env).toEqual([]);
  const alike = replay(section('Order allow,deny', 'Allow from env=ok'), section('Require env ok'));
  expect(short(alike.ask(request))).toBe('same ? -> ?');
  expect(alike.ask(request).witness).toBeNull();
});

test('what answers beside the rules is told', () => {
  const rewriting = `LoadModule rewrite_module modules/mod_rewrite.so
    <Directory /srv/htdocs>\nRewriteEngine on\nRewriteRule ^a - [F]\n</Directory>\n`;
  const why = 'a RewriteRule answers it';
  const told = (before: string, after: string) => {
    const { kind, beside } = replay(before, after).ask(request);
    return [kind, beside.before, beside.after];
  };
  expect(told(rewriting, '')).toEqual(['different', why, null]);
  expect(told('', rewriting)).toEqual(['different', null, why]);
  expect(told(rewriting, rewriting)).toEqual(['same', why, why]);
});

describe('what the access rules do not say', () => {
  const rewriting = 'LoadModule rewrite_module modules/mod_rewrite.so\nRewriteEngine on\n';
  const told = (before: string, after: string, asked: Partial<typeof request> = {}) => {
    const answer = replay(before, after).ask({ ...request, ...asked });
    const { statuses, beside } = answer;
    return [short(answer), statuses.before, statuses.after, beside.before, beside.after];
  };
  const REDIRECT = 'Redirect 301 /a http://x/\n';

  test('a Redirect that is gone, is new or leads elsewhere', () => {
    const gone = ['Redirect 301 /a http://x/', 'leads to /srv/htdocs/a/x (DocumentRoot)'] as const;
    expect(told(REDIRECT, '')).toEqual(['different pass -> pass', 301, null, ...gone]);
    expect(told('', REDIRECT)).toEqual(['different pass -> pass', null, 301, ...gone.toReversed()]);
    expect(told(REDIRECT, REDIRECT)[0]).toBe('same pass -> pass');
    expect(told(REDIRECT, REDIRECT.replace('x/', 'y/'))).toEqual([
      'possible pass -> pass',
      301,
      301,
      'Redirect 301 /a http://x/',
      'Redirect 301 /a http://y/',
    ]);
    const refused = section('Deny from all');
    expect(told(REDIRECT + refused, refused.replace('Deny from all', 'Require all denied'))[0]).toBe(
      'different pass -> forbidden',
    );
  });

  test('an address that leads elsewhere; not one whose folder has another name', () => {
    const alias = 'Alias /a /srv/other\n';
    expect(told(alias, '')).toEqual([
      'possible pass -> pass',
      null,
      null,
      'leads to /srv/other/x (Alias)',
      'leads to /srv/htdocs/a/x (DocumentRoot)',
    ]);
    expect(told(alias, alias.replace('other', 'moved'))[0]).toBe('same pass -> pass');
    expect(told(alias, 'AliasMatch ^/a/(.*) /srv/other/$1\n')[0]).toBe('same pass -> pass');
  });

  test('what an address has after its ?', () => {
    const rule = `${rewriting}RewriteCond %{QUERY_STRING} cmd=\nRewriteRule ^/ - [F]\n`;
    expect(told(rule, '', { query: 'cmd=1' })[0]).toBe('different forbidden -> pass');
    expect(told(rule, '', { query: 'x=1' })[0]).toBe('same pass -> pass');
    expect(replay(rule, '').asksForQueries).toBe(true);
    expect(replay('', '<If "%{QUERY_STRING} =~ /x/">\nRequire all denied\n</If>\n').asksForQueries).toBe(
      true,
    );
    expect(replay(REDIRECT, '').asksForQueries).toBe(false);
  });

  test('a rule that looks at what the log does not tell, unless both trees have it', () => {
    const rule = `${rewriting}RewriteCond %{HTTP_COOKIE} bad\nRewriteRule ^/ - [F]\n`;
    expect(told(rule, '')[0]).toBe('possible ? -> pass');
    expect(told(rule, rule)[0]).toBe('same ? -> ?');
    expect(told(rule, rule.replace('bad', 'worse'))[0]).toBe('possible ? -> ?');
    const { open } = replay(rule, '').ask(request);
    expect(open.map(({ args }) => args.join(' '))).toEqual(['^/ - [F]']);
  });
});

describe('headers of the log are asked for where a tree looks at them', () => {
  test.each([
    ['SetEnvIf User-Agent ^Good ok', ['user-agent']],
    ['SetEnvIfNoCase Referer good ok', ['referer']],
    ['BrowserMatch ^Good ok', ['user-agent']],
    ['BrowserMatchNoCase ^Good ok', ['user-agent']],
    ['RewriteCond %{HTTP_USER_AGENT} good', ['user-agent']],
    ['RewriteCond %{HTTP:Referer} good', ['referer']],
    ['SetEnvIf User-Agent referer ok', ['user-agent']],
    [section('Require expr "%{HTTP_REFERER} != %{HTTP_USER_AGENT}"'), ['user-agent', 'referer']],
    ['SetEnvIf Host good ok', []],
    ['Header set X referer', []],
  ])('%s', (line, headers) => {
    expect(replay(line, '').headers).toEqual(headers);
    expect(replay('', line).headers).toEqual(headers);
    if (!line.includes('<')) expect(replay('', '', { 'htdocs/.htaccess': line }).headers).toEqual(headers);
  });

  test('and decide the answer', () => {
    const set = 'SetEnvIf User-Agent ^Good ok\n';
    const { ask } = replay(
      `${set}${section('Order allow,deny', 'Allow from env=ok')}`,
      section('Require all denied'),
    );
    const from = (agent: string) =>
      short(
        ask({
          ...request,
          headers: new Map([['user-agent', agent]]),
          otherHeaders: 'absent',
          otherEnv: 'unset',
        }),
      );
    expect(from('Good/1')).toBe('different pass -> forbidden');
    expect(from('Bad/1')).toBe('same forbidden -> forbidden');
  });
});

test('hosts are asked for where there is a choice', () => {
  const host = (name: string) => `<VirtualHost *:80>\nServerName ${name}\n</VirtualHost>\n`;
  expect(replay('', '').asksForHosts).toBe(false);
  expect(replay(host('a'), host('a')).asksForHosts).toBe(false);
  expect(replay(host('a') + host('b'), host('a')).asksForHosts).toBe(true);
  expect(replay(host('a'), host('a') + host('b')).asksForHosts).toBe(true);
});
