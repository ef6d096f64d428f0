import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  directive22,
  directive24,
  directives22,
  modulesProvidingName24,
  moduleFacts,
  nearestDirectiveName,
  overrideClasses,
  permittedPlaces,
  providerNames24,
  type ProviderKind,
} from '../../src/catalog/index.ts';

describe('nearest name', () => {
  test.each([
    ['DocumentRot', 'DocumentRoot'],
    ['servername', null],
    ['SeverName', 'ServerName'],
    ['Requier', 'Require'],
    ['AllowOveride', 'AllowOverride'],
    ['<Direcotry', 'Directory'],
    ['MaxCleints', 'MaxClients'],
    ['php_value', null],
    ['SecRuleEngine', null],
    ['Foo', null],
    ['', null],
  ])('%p is probably %p', (name, nearest) => {
    expect(nearestDirectiveName(name)).toBe(nearest);
  });

  test('a right name has none nearer', () => {
    for (const { name } of directives22()) expect([name, nearestDirectiveName(name)]).toEqual([name, null]);
  });
});

describe('placement', () => {
  test.each([
    ['Order', directive22, ['Limit'], ['directory', 'htaccess']],
    ['Require', directive22, ['AuthConfig'], ['directory', 'htaccess']],
    [
      'Limit',
      directive22,
      ['AuthConfig', 'FileInfo', 'Indexes', 'Limit', 'Options'],
      ['server', 'directory', 'htaccess'],
    ],
    ['Limit', directive24, ['AuthConfig', 'Limit'], ['directory', 'htaccess']],
    ['AllowOverride', directive22, [], ['directory']],
    ['MaxClients', directive22, [], ['server']],
    ['AddType', directive24, ['FileInfo'], ['server', 'directory', 'htaccess']],
    ['SSLVerifyClient', directive24, ['AuthConfig'], ['server', 'directory', 'htaccess']],
    ['LogLevel', directive22, [], ['server']],
    ['LogLevel', directive24, [], ['server', 'directory']],
  ] as const)('%s', (name, lookup, classes, places) => {
    const facts = lookup(name);
    expect(facts && overrideClasses(facts)).toEqual(classes);
    expect(facts && permittedPlaces(facts)).toEqual(places);
  });
});

const KINDS: readonly ProviderKind[] = [
  'authz',
  'authn',
  'auth-type',
  'lbmethod',
  'socache',
  'cache',
  'dav',
  'proxy-scheme',
  'filter',
  'handler',
];

describe('providers of names', () => {
  test.each([
    ['authz', 'valid-user', ['authz_user_module']],
    ['authz', 'IP', ['authz_host_module']],
    ['authz', 'no-such', []],
    ['socache', 'shmcb', ['socache_shmcb_module']],
    ['filter', 'DEFLATE', ['deflate_module']],
    ['handler', 'cgi-script', ['cgi_module', 'cgid_module']],
    ['handler', 'default-handler', []],
    ['proxy-scheme', 'balancer', ['proxy_balancer_module']],
  ] as const)('%s %s', (kind, name, identifiers) => {
    expect(modulesProvidingName24(kind, name)).toEqual(identifiers);
  });

  test('each provider is a module of 2.4', () => {
    for (const kind of KINDS) {
      for (const identifier of providerNames24(kind).values()) {
        expect([kind, identifier, moduleFacts(identifier)?.in24]).toEqual([kind, identifier, true]);
      }
    }
  });
});

const MODULE_FOLDER = '/usr/lib/apache2/modules';
const onServer = existsSync(MODULE_FOLDER) || process.env['CI'] === 'true' ? test : test.skip;
if (onServer === test.skip) process.stderr.write(`SKIPPED: no ${MODULE_FOLDER} to look into\n`);

onServer('the modules of a real 2.4 hold the names they are said to provide', () => {
  for (const kind of KINDS) {
    for (const [name, identifier] of providerNames24(kind)) {
      // `Dav On` is a word of mod_dav for its default provider; mod_socache_dc is not built by Debian.
      if (name === 'on' || identifier === 'socache_dc_module') continue;
      const binary = readFileSync(
        `${MODULE_FOLDER}/${moduleFacts(identifier)?.file}`,
        'latin1',
      ).toLowerCase();
      const held = binary.includes(`${name}\0`) || binary.includes(`${name}://`);
      expect([kind, identifier, name, held]).toEqual([kind, identifier, name, true]);
    }
  }
});
