import { expect, test } from '@jest/globals';
import { knownDirectives } from '../../../src/access/sections/known-directives.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

// What a server knows is what its modules have; nothing is unknown where some of the tree is not there to be read.

const PATH = '/etc/httpd/conf/httpd.conf';

const HEAD = 'ServerRoot /etc/httpd\nListen 80\n';

function modelOf(text: string, path = PATH): ServerModel {
  const files = { [path]: text, '/etc/httpd/conf.d/README': '', '/etc/httpd/conf.modules.d/README': '' };
  const model = buildModel({ path }, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

const load = (...names: string[]): string =>
  names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
const SOME = load('authz_core', 'authz_user');

/** Those of these names that the server knows. */
function known(text: string, version: '2.2' | '2.4', ...names: string[]): string[] {
  const { isKnown } = knownDirectives(modelOf(HEAD + text), version);
  return names.filter(isKnown);
}

test('2.4: the directives of the modules that are loaded, and of what is in every server', () => {
  const names = [
    'require',
    '<requireall',
    'order',
    'dav',
    'frob',
    'documentroot',
    '<directory',
    'loadmodule',
  ];
  expect(known(SOME, '2.4', ...names)).toEqual([
    'require',
    '<requireall',
    'documentroot',
    '<directory',
    'loadmodule',
  ]);
  expect(known(SOME + load('access_compat', 'dav'), '2.4', 'order', 'dav')).toEqual(['order', 'dav']);
  const guarded = `<IfModule !mod_authz_core.c>\n${load('access_compat')}</IfModule>\n`;
  expect(known(SOME + guarded, '2.4', 'order')).toEqual([]);
});

test('2.4: all that httpd has where nothing is loaded', () => {
  expect(known('', '2.4', 'order', 'dav', 'frob')).toEqual(['order', 'dav']);
});

test('third-party modules that are known by name may be built in where nothing is loaded', () => {
  const names = ['wsgiprocessgroup', '<perl', 'frob'];
  for (const version of ['2.2', '2.4'] as const) {
    expect(known('', version, ...names)).toEqual(['wsgiprocessgroup', '<perl']);
    expect(known(SOME, version, ...names)).toEqual([]);
  }
});

test('2.2: likewise', () => {
  const names = ['require', 'order', 'dav', 'authmerging', '<files', '<limit', 'listen', 'maxclients'];
  expect(known(load('authz_user'), '2.2', ...names)).toEqual([
    'require',
    '<files',
    '<limit',
    'listen',
    'maxclients',
  ]);
  expect(known(load('authz_host'), '2.2', 'order')).toEqual(['order']);
  const guarded = `<IfModule !mod_authz_core.c>\n${load('dav')}</IfModule>\n`;
  expect([known(SOME + guarded, '2.2', 'dav'), known(SOME + guarded, '2.4', 'dav')]).toEqual([['dav'], []]);
});

test('anything may be of a third-party module', () => {
  expect(known(SOME + load('frob'), '2.4', 'frob', 'dav')).toEqual(['frob']);
});

test.each([
  ['an Include of a file that is not there', 'Include conf/lost.conf\n', true],
  ['no modules in a copy', 'Include mods-enabled/*.load\n', true],
  ['no modules in another', 'Include conf.modules.d/*.conf\n', true],
  ['a pattern that matches nothing', 'Include conf.d/*.conf\n', false],
])('nothing is unknown for certain where modules may be loaded elsewhere: %s', (_, text, isOpen) => {
  const names = ['order', 'dav', 'frob'];
  expect(known(SOME + text, '2.4', ...names)).toEqual(isOpen ? names : []);
});

test('nor in a file that was given alone', () => {
  const { isKnown, hasOneOf, hasOthers } = knownDirectives(
    modelOf('<Directory /a>\nAuthName x\n</Directory>\n', '/etc/httpd/a.conf'),
    '2.4',
  );
  expect([isKnown('order'), isKnown('frob'), hasOneOf(['dav_module']), hasOthers]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('one of several modules is enough', () => {
  const { hasOneOf, hasOthers } = knownDirectives(modelOf(HEAD + SOME), '2.4');
  expect([hasOneOf(['dav_module', 'authz_user_module']), hasOneOf(['dav_module']), hasOthers]).toEqual([
    true,
    false,
    false,
  ]);
});
