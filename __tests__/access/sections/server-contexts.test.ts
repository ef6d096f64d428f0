import { describe, expect, test } from '@jest/globals';
import { context22Of, contexts22Of, context24Of } from '../../../src/access/sections/server-contexts.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

// Which modules of 2.2 count, and in which order, as far as the tree tells.

const PATH = '/etc/httpd/conf/httpd.conf';
const HEAD = 'ServerRoot /etc/httpd\nListen 80\n';

/** A whole server, with these modules in this order; LoadModule lines may be given instead. */
function serverWith(modules: string, text = ''): ServerModel {
  const lines = modules.split(' ').map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`);
  return modelOf({ [PATH]: `${HEAD}${lines.join('')}${text}` });
}

function modelOf(files: Readonly<Record<string, string>>, path = PATH): ServerModel {
  const model = buildModel({ path }, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

const orders = (model: ServerModel): string[] =>
  contexts22Of(model).map(({ authzModules }) => authzModules.join(' '));

describe('the order of the hooks', () => {
  test('is that of the LoadModule lines', () => {
    expect(orders(serverWith('authz_user authz_groupfile'))).toEqual(['user groupfile']);
    expect(orders(serverWith('authz_dbm authz_user authz_default'))).toEqual(['dbm user']);
  });

  test('is that of the compiled-in modules, where none is loaded', () => {
    expect(orders(modelOf({ [PATH]: HEAD }))).toEqual(['owner groupfile ldap user dbm']);
  });

  test('of a module that only 2.4 loads: it has none', () => {
    const guarded = '<IfModule mod_authz_core.c>\nLoadModule authz_user_module x.so\n</IfModule>\n';
    expect(orders(serverWith('authz_groupfile', guarded))).toEqual(['groupfile']);
  });

  test('is any, where the file is no whole server; but for named predecessors', () => {
    const fragment = modelOf({ '/x.conf': '<Directory /www>\nOrder allow,deny\n</Directory>\n' }, '/x.conf');
    const found = orders(fragment);
    expect(found[0]).toBe('owner groupfile ldap user dbm');
    expect(new Set(found).size).toBe(found.length);
    for (const module of ['owner', 'ldap']) {
      expect(found.some((order) => order.startsWith(module))).toBe(true);
    }
    for (const module of ['user', 'dbm', 'groupfile']) {
      expect(found.some((order) => order.endsWith(module))).toBe(true);
      expect(found.some((order) => order.startsWith(module))).toBe(false);
    }
  });

  test('is as written among the modules that a fragment loads', () => {
    const load = (name: string) => `LoadModule authz_${name}_module modules/mod_authz_${name}.so\n`;
    const found = orders(modelOf({ '/x.conf': load('user') + load('groupfile') }, '/x.conf'));
    const isFirst = (order: string) => order.indexOf('user') < order.indexOf('groupfile');
    // The first one is taken as if all others were compiled in.
    expect(found.every(isFirst)).toBe(true);
    expect(found.length).toBeGreaterThan(1);
  });
});

describe('a third-party module', () => {
  const ROLE = '<Location />\nRequire role admin\n</Location>\n';

  test('that a Require line asks for answers before, between or behind those of httpd, for all or for some', () => {
    expect(orders(serverWith('authz_user authz_groupfile authz_acme', ROLE))).toEqual([
      'foreign user groupfile',
      'user foreign groupfile',
      'user groupfile foreign',
      'foreign-declining user groupfile',
      'user foreign-declining groupfile',
      'user groupfile foreign-declining',
    ]);
  });

  test.each([
    [
      'no line asks for it',
      serverWith('authz_user authz_acme', '<Location />\nRequire valid-user\n</Location>\n'),
    ],
    ['none is loaded', serverWith('authz_user', ROLE)],
  ])('has no say where %s', (_, model) => {
    expect(orders(model)).toEqual(['user']);
  });

  test('may serve an AuthType', () => {
    const typed = '<Location />\nAuthType Acme\n</Location>\n<Location /x>\nAuthType Form\n</Location>\n';
    const types = (modules: string) => [...context24Of(serverWith(modules, typed), false).authTypes];
    expect(types('auth_basic acme')).toEqual(['basic', 'acme']);
    expect(types('auth_digest')).toEqual(['digest']);
    expect(types('authz_user')).toEqual([]);
  });
});

test('the modules that refuse what no other answers for', () => {
  const flags = (modules: string) => {
    const { authzDefault, authnDefault } = context22Of(serverWith(modules));
    return [authzDefault, authnDefault];
  };
  expect(flags('authz_default authz_user')).toEqual([true, false]);
  expect(flags('authn_default authz_user')).toEqual([false, true]);
});

test('where all decline, 401 is as good as 500: as a migration is measured only', () => {
  const model = serverWith('authz_user');
  expect(contexts22Of(model)[0].declined).toBe('unauthorized');
  expect(context22Of(model).declined).toBeUndefined();
});

test('what may have loaded a module, and is not there to be read, may have loaded any', () => {
  const hasDefault = (text: string) => context22Of(serverWith('authz_user', text)).authzDefault;
  expect([hasDefault(''), hasDefault('Include conf/lost.conf\n')]).toEqual([false, true]);
  expect(hasDefault('<IfModule mod_authz_core.c>\nInclude conf/lost.conf\n</IfModule>\n')).toBe(false);
});
