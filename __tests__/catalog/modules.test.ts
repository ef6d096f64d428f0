import { describe, expect, test } from '@jest/globals';
import {
  directives24,
  isMpm,
  moduleFacts,
  moduleFateOf,
  moduleIdentifier,
  modules,
  modulesNeededBy24,
  modulesProviding24,
  staticIn22,
} from '../../src/catalog/index.ts';

describe('names of modules', () => {
  test.each([
    ['mod_rewrite', 'rewrite_module'],
    ['mod_rewrite.c', 'rewrite_module'],
    ['mod_rewrite.so', 'rewrite_module'],
    ['REWRITE_MODULE', 'rewrite_module'],
    ['Mod_Authz_Host.C', 'authz_host_module'],
    ['prefork', 'mpm_prefork_module'],
    ['prefork.c', 'mpm_prefork_module'],
    ['mpm_prefork', 'mpm_prefork_module'],
    ['mod_mpm_prefork.so', 'mpm_prefork_module'],
    ['util_ldap.c', 'ldap_module'],
    ['mod_ldap', 'ldap_module'],
    ['http_core.c', 'http_module'],
    ['core', 'core_module'],
    ['mod_sed.c', 'sed_module'],
    ['mod_heartbeat.c', 'heartbeat_module'],
    ['mod_php5.c', null],
    ['rewrite', null],
    ['', null],
    ['constructor', null],
  ])('%s is %s', (name, identifier) => {
    expect(moduleIdentifier(name)).toBe(identifier);
  });

  test('no two modules share a name of any kind', () => {
    for (const facts of modules()) {
      for (const name of [facts.name, facts.identifier, facts.sourceFile, facts.file ?? facts.name]) {
        expect([name, moduleIdentifier(name)]).toEqual([name, facts.identifier]);
      }
    }
  });

  test('MPMs are told from other modules', () => {
    expect(['prefork.c', 'mpm_worker_module', 'event', 'mod_so.c', 'php5_module'].map(isMpm)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('providers of directives', () => {
  test.each([
    ['Order', ['access_compat_module']],
    ['require', ['authz_core_module']],
    ['User', ['unixd_module']],
    ['AddOutputFilterByType', ['filter_module']],
    ['KeepAlive', ['http_module']],
    ['ScriptLog', ['cgi_module', 'cgid_module']],
    ['MaxRequestWorkers', ['mpm_event_module', 'mpm_prefork_module', 'mpm_worker_module']],
    ['MaxConnectionsPerChild', ['core_module']],
    ['LDAPTrustedMode', ['ldap_module']],
    ['DavLockDiscovery', ['dav_module']],
    ['ISAPIFakeAsync', ['isapi_module']],
    ['RewriteLog', []],
    ['NoSuchDirective', []],
  ])('%s', (directive, identifiers) => {
    expect(modulesProviding24(directive)).toEqual(identifiers);
  });

  test('every directive of 2.4 has a provider', () => {
    const orphans = directives24().filter((facts) => modulesProviding24(facts.name).length === 0);
    expect(orphans).toEqual([]);
  });
});

describe('requirements', () => {
  test.each([
    ['mod_proxy_balancer', ['proxy_module', 'slotmem_shm_module']],
    ['proxy_http_module', ['proxy_module']],
    ['mod_proxy_hcheck', ['proxy_module', 'watchdog_module']],
    ['mod_authnz_ldap', ['ldap_module']],
    ['mod_access_compat', ['authz_core_module']],
    ['core', ['authz_core_module']],
    ['mod_rewrite', []],
    ['php5_module', []],
  ])('%s always needs %p', (name, identifiers) => {
    expect(modulesNeededBy24(name)).toEqual(identifiers);
  });

  test('they name modules of 2.4', () => {
    for (const facts of modules()) {
      for (const { anyOf, when } of facts.requires) {
        expect([facts.name, when, anyOf.length > 0]).toEqual([facts.name, when, true]);
        for (const identifier of anyOf) expect(moduleFacts(identifier)?.in24).toBe(true);
      }
    }
  });

  test('alternatives and patterns are spelled out', () => {
    const balancer = moduleFacts('mod_proxy_balancer')?.requires.find((need) =>
      need.when.includes('lbmethod=NAME'),
    );
    expect(balancer?.anyOf).toHaveLength(4);
    const mpm = moduleFacts('core')?.requires.find((need) => need.when.includes('AH00534'));
    expect(mpm?.anyOf).toEqual(['mpm_prefork_module', 'mpm_worker_module', 'mpm_event_module']);
  });
});

describe('fates of modules', () => {
  test.each([
    ['mod_alias.c', 'same', ['alias_module']],
    ['disk_cache_module', 'renamed', ['cache_disk_module']],
    ['mod_disk_cache.so', 'renamed', ['cache_disk_module']],
    ['mod_authn_alias', 'merged', ['authn_core_module']],
    ['authn_default_module', 'removed', []],
    ['mod_mem_cache', 'removed', []],
    ['prefork.c', 'same', ['mpm_prefork_module']],
    ['beos.c', 'removed', []],
    ['mod_access.c', 'renamed', ['authz_host_module']],
    ['ACCESS_MODULE', 'renamed', ['authz_host_module']],
    ['mod_imap.so', 'renamed', ['imagemap_module']],
  ])('%s: %s', (name, fate, to) => {
    expect(moduleFateOf(name)).toMatchObject({ fate, to });
  });

  test('mod_auth of 2.0 was split', () => {
    expect(moduleFateOf('mod_auth.c')).toMatchObject({ fate: 'split' });
    expect(moduleFateOf('mod_auth.c')?.to).toContain('authn_file_module');
  });

  test('mod_mem_cache has a stand-in', () => {
    expect(moduleFateOf('mod_mem_cache')?.suggestion).toBe('cache_disk_module');
  });

  test.each(['mod_php5.c', 'mod_authz_core', 'constructor_module', ''])('none for %p', (name) => {
    expect(moduleFateOf(name)).toBeNull();
  });

  test('every module of 2.2 has one, leading to modules of 2.4', () => {
    for (const facts of modules().filter((each) => each.in22)) {
      const fate = moduleFateOf(facts.name);
      expect([facts.name, fate !== null]).toEqual([facts.name, true]);
      for (const identifier of fate?.to ?? []) expect(moduleFacts(identifier)?.in24).toBe(true);
      expect([facts.name, fate?.fate === 'same']).toEqual([facts.name, facts.in24]);
    }
  });
});

describe('modules compiled into a 2.2 server', () => {
  test('Debian has its logging modules in, Red Hat has none', () => {
    expect([...staticIn22('debian')].toSorted()).toEqual([
      'core_module',
      'http_module',
      'log_config_module',
      'logio_module',
      'mpm_prefork_module',
      'so_module',
    ]);
    expect(staticIn22('rhel').has('log_config_module')).toBe(false);
  });

  test('a build from source has the default modules in', () => {
    const stock = staticIn22('upstream');
    for (const name of [
      'authz_host_module',
      'authz_default_module',
      'log_config_module',
      'mpm_prefork_module',
    ])
      expect(stock.has(name)).toBe(true);
    for (const name of ['rewrite_module', 'mpm_winnt_module', 'ssl_module'])
      expect(stock.has(name)).toBe(false);
  });
});
