import { describe, expect, test } from '@jest/globals';
import { targetProfile } from '../../src/target/index.ts';
import { MAIN, mainAfter, migrated } from './migrated.ts';

// A server that was built from source has modules that no line of its tree loads.

const OPEN = '<Directory />\n    Order allow,deny\n    Allow from all\n</Directory>\n';
const CLOSED = '<Directory /srv/x>\n    Order allow,deny\n    Deny from all\n</Directory>\n';
const HEAD = `ServerRoot /srv/httpd\nListen 80\nServerName main.example\n${OPEN}`;
const BARE = ['core_module', 'mpm_prefork_module', 'http_module', 'so_module', 'authz_host_module'];

function guarded(module: string, lines: string): string {
  return `${HEAD}<IfModule ${module}>\n${lines}</IfModule>\n`;
}

/** What is refused and not known, and whether the module is loaded. */
function outcome(text: string, builtIn22?: readonly string[], module = 'expires_module') {
  const result = migrated({ [MAIN]: text }, {}, MAIN, builtIn22 === undefined ? {} : { builtIn22 });
  const { refused, proof, unknowns, findings } = result;
  return {
    refused,
    proof,
    unknown: unknowns.map(({ subject }) => subject),
    errors: findings.filter(({ level }) => level === 'error').map(({ transform }) => transform),
    asked: findings.some(({ messageId }) => messageId === 'unsure'),
    loaded: mainAfter(result, text).includes(`LoadModule ${module} `),
  };
}

const RIGHT = { refused: [], proof: 'made', unknown: [], errors: [], asked: false };

describe('access rules in a guard for a module that no line loads', () => {
  const text = guarded('mod_expires.c', CLOSED);

  test('they are converted, and an error says what is not known', () => {
    expect(outcome(text)).toEqual({
      ...RIGHT,
      unknown: ['<IfModule mod_expires.c>'],
      errors: ['unknown'],
      loaded: false,
    });
  });

  test('the list of the server says that it has the module: 2.4 loads it', () => {
    expect(outcome(text, [...BARE, 'expires_module'])).toEqual({ ...RIGHT, loaded: true });
  });

  test('the list says that it has not: nothing is asked', () => {
    expect(outcome(text, BARE)).toEqual({ ...RIGHT, loaded: false });
  });

  test('what may be loaded by a line in guards of its own is no matter of the build', () => {
    const load = '<IfDefine EXP>\nLoadModule expires_module modules/mod_expires.so\n</IfDefine>\n';
    const { unknown, refused } = outcome(text.replace('Listen', `${load}Listen`));
    expect({ unknown, refused }).toEqual({ unknown: [], refused: [] });
  });

  test("a third party's module that the list names", () => {
    const own = guarded('mod_own.c', CLOSED);
    expect(outcome(own, [...BARE, 'own_module']).refused).toEqual([]);
    expect(
      mainAfter(migrated({ [MAIN]: own }, {}, MAIN, { builtIn22: [...BARE, 'own_module'] }), own),
    ).toContain('Require all denied');
  });

  test('the MPM is the one of the list, no longer the one that is assumed', () => {
    const worker = guarded('worker.c', CLOSED);
    const isWorker = (name: string) => (name === 'mpm_prefork_module' ? 'mpm_worker_module' : name);
    expect(outcome(worker).unknown).toEqual(['<IfModule worker.c>']);
    const told = migrated({ [MAIN]: worker }, {}, MAIN, { builtIn22: BARE.map(isWorker) });
    expect(told.unknowns).toEqual([]);
    expect(told.refused).toEqual([]);
    // This 2.4 has another MPM.
    expect(mainAfter(told, worker)).toMatch(
      /^<Directory \/srv\/x>\n {4}Require all denied\n<\/Directory>\n$/m,
    );
    expect(mainAfter(told, worker)).not.toContain('worker.c');
  });
});

test('a guard for mod_version is answered by the list, and nothing is assumed', () => {
  const text = guarded('mod_version.c', CLOSED);
  expect(outcome(text, BARE, 'version_module').unknown).toEqual([]);
  expect(outcome(text, [...BARE, 'version_module'], 'version_module')).toEqual({ ...RIGHT, loaded: true });
});

describe('a virtual host in a guard for a module that no line loads', () => {
  const host = '<VirtualHost _default_:443>\n    ServerName www.example\n</VirtualHost>\n';

  test('whose port is in the guard, too, as in the ssl.conf of 2.0: nothing else answers there', () => {
    const text = guarded('mod_ssl.c', `<IfDefine SSL>\nListen 443\n${host}</IfDefine>\n`);
    expect(outcome(text)).toEqual({ ...RIGHT, asked: true, loaded: false });
  });

  test('whose port is not: without the module others answer, and an error says so', () => {
    const text = guarded('mod_ssl.c', host).replace('Listen 80\n', 'Listen 80\nListen 443\n');
    expect(outcome(text).unknown).toEqual(['<IfModule mod_ssl.c>']);
  });
});

describe('lines in guards for an MPM, where the list of the 2.2 server names its own', () => {
  const settings = '<IfModule worker.c>\n    ThreadsPerChild 25\n    MaxMemFree 10\n</IfModule>\n';
  const lines = [
    '<IfModule !prefork.c>\n    Redirect /a /b\n    Header set X-A a\n</IfModule>\n',
    '<IfModule prefork.c>\n    Header set X-B b\n</IfModule>\n',
  ].join('');
  const load = 'LoadModule alias_module m.so\nLoadModule headers_module m.so\n';
  const told = (name: string) => {
    const text = `${HEAD}${load}${settings}${lines}`;
    const result = migrated({ [MAIN]: text }, { target: targetProfile(name)! }, MAIN, { builtIn22: BARE });
    expect(result.refused).toEqual([]);
    return result.findings
      .filter(({ transform }) => transform === 'settle-turned-guards')
      .map(({ messageId, message }) => [
        messageId,
        /(?:reads?|skips?) (.*) in this guard/.exec(message)?.[1],
      ]);
  };

  test('are told where nothing shows the MPM of 2.4', () => {
    expect(told('2.4.57')).toEqual([
      ['maybeNew', 'Redirect, Header'],
      ['maybeOld', 'Header'],
    ]);
  });

  test('keep their side where they lead requests, and are told else, where 2.4 has another one', () => {
    expect(told('stock')).toEqual([
      ['removed', 'what stands'],
      ['onlyOld', 'Header'],
    ]);
  });

  test('are read as before by a 2.4 with the same one', () => {
    expect(told('rhel')).toEqual([]);
  });
});

test('access rules in a guard for a module that a file may load which is not here', () => {
  const load = 'LoadModule authz_host_module modules/mod_authz_host.so\nInclude conf/modules.conf\n';
  const text = guarded('mod_expires.c', CLOSED).replace('Listen', `${load}Listen`);
  const result = migrated({ [MAIN]: text });
  expect(mainAfter(result, text)).toContain('Require all denied');
  const unknown = result.findings.filter(({ transform }) => transform === 'unknown');
  expect(unknown.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^\/srv\/httpd\/conf\/modules\.conf is missing\./),
    expect.stringMatching(
      /^Access rules depend on mod_expires here\. .*conf\/modules\.conf, which was not read, may load it/,
    ),
  ]);
});

describe('a line that leads requests elsewhere in a guard for the MPM', () => {
  const redirect = 'Redirect 403 /a\n';
  const text = `LoadModule alias_module modules/mod_alias.so\n${guarded('!prefork.c', redirect)}`;

  const refusals = (builtIn22?: readonly string[]): string[] => {
    const target = { target: targetProfile('2.4.62')! };
    const { refused } = migrated(
      { [MAIN]: text },
      target,
      MAIN,
      builtIn22 === undefined ? {} : { builtIn22 },
    );
    return refused.map(({ message }) => message);
  };

  test('where the tree does not show which MPM 2.2 ran the refusal says what to give', () => {
    expect(refusals()).toEqual([
      expect.stringContaining(
        'Whether 2.2 read the line depends on <IfModule !prefork.c>, which this tree does not decide. Give with --modules',
      ),
    ]);
  });

  test.each(['mpm_prefork_module', 'mpm_worker_module'])('2.2 ran %s: nothing is asked', (mpm) => {
    const builtIn = BARE.filter((module) => module !== 'mpm_prefork_module');
    expect(refusals([...builtIn, mpm])).toEqual([]);
  });
});
