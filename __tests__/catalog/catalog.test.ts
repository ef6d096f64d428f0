import { describe, expect, test } from '@jest/globals';
import {
  contractRow,
  contractRows,
  directive22,
  directive24,
  directives22,
  directives24,
  fateOf,
  fates,
  modules,
  type DirectiveFacts,
} from '../../src/catalog/index.ts';

const keyOf = (facts: DirectiveFacts) => (facts.section ? '<' : '') + facts.name.toLowerCase();

function duplicates(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

describe('the catalog is whole', () => {
  test('it has all directives, modules and contract rows', () => {
    expect(directives22()).toHaveLength(433);
    expect(directives24()).toHaveLength(756);
    expect(fates()).toHaveLength(433);
    expect(modules()).toHaveLength(142);
    expect(contractRows).toHaveLength(73);
  });

  test('no two entries have the same name', () => {
    expect(duplicates(directives22().map(keyOf))).toEqual([]);
    expect(duplicates(directives24().map(keyOf))).toEqual([]);
    expect(duplicates(modules().map((facts) => facts.identifier))).toEqual([]);
    expect(duplicates(modules().map((facts) => facts.name))).toEqual([]);
    expect(duplicates(contractRows.map((row) => row.id))).toEqual([]);
  });

  test('every directive of 2.2 has a fate, and nothing else has', () => {
    expect(fates().map((fate) => fate.name)).toEqual(directives22().map((facts) => facts.name));
  });

  test('what a fate leads to exists in 2.4, and what it calls removed does not', () => {
    for (const fate of fates()) {
      if (fate.to) expect([fate.name, directive24(fate.to)?.name]).toEqual([fate.name, fate.to]);
      const gone = fate.fate === 'removed';
      expect([fate.name, directive24(fate.name) === null]).toEqual([fate.name, gone]);
      if (fate.requiresAlso) expect(directive24(fate.requiresAlso.split(' ')[0] ?? '')).not.toBeNull();
    }
  });
});

describe('directives', () => {
  test.each([
    ['maxclients', directive22, { name: 'MaxClients', module: 'mpm_common', flags: ['RSRC_CONF'] }],
    ['Order', directive22, { module: 'mod_authz_host', override: 'Limit', argumentKind: 'TAKE1' }],
    ['ORDER', directive24, { module: 'mod_access_compat', deprecated: true, flags: ['OR_LIMIT'] }],
    ['Require', directive24, { module: 'mod_authz_core', section: false, argumentKind: 'RAW_ARGS' }],
    ['requireall', directive24, { name: 'RequireAll', section: true }],
    ['TimeOut', directive22, { default: '300' }],
    ['timeout', directive24, { default: '60' }],
    ['AllowOverride', directive22, { default: 'All', contexts: ['directory'], flags: ['ACCESS_CONF'] }],
    ['ProxyTimeout', directive24, { default: null, defaultDependsOn: 'Timeout' }],
    [
      'SSIEnableAccess',
      directive22,
      { discrepancy: { manual: 'SSIEnableAccess', server: 'SSIAccessEnable' } },
    ],
  ] as const)('%s', (name, lookup, facts) => {
    expect(lookup(name)).toMatchObject(facts);
  });

  test('a name that is a directive and a section is found as either', () => {
    expect(directive24('LuaHookFixups')?.section).toBe(false);
    expect(directive24('<LuaHookFixups')?.section).toBe(true);
    expect(directive24('<directory')?.name).toBe('Directory');
    expect(directive24('<Require')).toBeNull();
  });

  test.each(['MaxRequestWorkers', 'constructor', '__proto__', '', '<'])('2.2 has no %p', (name) => {
    expect(directive22(name)).toBeNull();
    expect(fateOf(name)).toBeNull();
  });

  test('every row was read whole', () => {
    for (const facts of [...directives22(), ...directives24()]) {
      const mute = !facts.documented && facts.contexts.length === 0;
      expect([facts.name, mute || facts.contexts.length > 0]).toEqual([facts.name, true]);
      if (facts.inServer) expect([facts.name, facts.flags.length > 0]).toEqual([facts.name, true]);
    }
  });
});

describe('fates', () => {
  test.each([
    ['AcceptFilter', { fate: 'same', fromModule: 'core', toModule: 'core', to: null, note: null }],
    ['maxclients', { fate: 'renamed', to: 'MaxRequestWorkers' }],
    ['RewriteLock', { fate: 'removed', to: 'Mutex', mutex: 'rewrite-map', toModule: 'core' }],
    ['MCacheSize', { fate: 'removed', to: null, toModule: null }],
    ['Satisfy', { fate: 'moved-module', fromModule: 'core', toModule: 'mod_access_compat' }],
    ['FileETag', { fate: 'default-changed', oldDefault: 'INode MTime Size', newDefault: 'MTime Size' }],
    ['RequestReadTimeout', { oldDefault: null }],
    ['Options', { fate: 'values-changed', also: ['default-changed'] }],
    ['LogLevel', { fate: 'same', flagsAdded: ['ACCESS_CONF'] }],
    ['SSLCARevocationFile', { fate: 'no-effect', requiresAlso: 'SSLCARevocationCheck chain' }],
  ])('%s', (name, fate) => {
    expect(fateOf(name)).toMatchObject(fate);
  });
});

test('no row points at a document that a reader does not have', () => {
  expect(contractRows.filter(({ expect: text }) => /\b[\w-]+\.md\b/.test(text))).toEqual([]);
});

test('contract rows are found by id', () => {
  expect(contractRow('eq-deny-all')?.does).toBe('rewrite');
  expect(contractRow('no-such-row')).toBeNull();
});
