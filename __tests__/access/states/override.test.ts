import { describe, expect, test } from '@jest/globals';
import type { Override } from '../../../src/access/states/override.ts';
import {
  DEFAULT_OVERRIDE,
  mergeOverride,
  permitsAll,
  readsHtaccess,
} from '../../../src/access/states/override.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import type { AccessSection } from '../../../src/access/sections/types.ts';
import type { Version } from '../../../src/access/sections/worlds.ts';
import { targetProfile } from '../../../src/target/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';

// What .htaccess files may say, and whether they are read: ap_directory_walk and set_override, server/request.c and core.c.

const ROOT = '/etc/httpd';

function sectionsOf(lines: string, htaccess: string, target?: string): readonly AccessSection[] {
  // Lines of a third-party module are known where one is loaded.
  const acme = htaccess.includes('Acme') ? 'LoadModule acme_module modules/mod_acme.so' : '';
  const main = `ServerRoot ${ROOT}\n${acme}\nListen 80\nDocumentRoot /www\n<Directory /www>\n${lines}\n</Directory>\n`;
  const files = { [`${ROOT}/conf/httpd.conf`]: main, '/www/.htaccess': htaccess };
  const request = target === undefined ? {} : { target: targetProfile(target)! };
  const model = buildModel({ path: ROOT, ...request }, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(model.message);
  return analysisOf(model).sections;
}

function overrideOf(lines: string, version: Version, target?: string): Override {
  const [section] = sectionsOf(`${lines}\nOrder allow,deny`, '', target);
  if (section === undefined) throw new Error('no section');
  return mergeOverride(DEFAULT_OVERRIDE[version], section, version, new Map());
}

function isPermitted(lines: string, htaccess: string, version: Version): boolean {
  const section = sectionsOf(lines, htaccess).find(({ matcher }) => matcher.type === 'htaccess');
  if (section === undefined) throw new Error('no .htaccess file');
  return permitsAll(overrideOf(lines, version), section, version, new Map());
}

describe('whether files are read', () => {
  test.each([
    ['2.2', '', true],
    // Not None: opened, and nothing is permitted.
    ['2.4', '', true],
    ['2.2', 'AllowOverride None', false],
    ['2.4', 'AllowOverride None', false],
    ['2.4', 'AllowOverride None\nAllowOverrideList Require', true],
    ['2.4', 'AllowOverride None\nAllowOverrideList None', false],
    ['2.2', 'AllowOverride None\nAllowOverrideList Require', false],
    ['2.4', 'AllowOverride FileInfo', true],
    // What stands before None is taken back, what stands after it counts.
    ['2.2', 'AllowOverride All None', false],
    ['2.4', 'AllowOverride AuthConfig Options=Indexes None', false],
    ['2.2', 'AllowOverride None Limit', true],
    // What the other server reads does not count.
    ['2.2', '<IfModule mod_authz_core.c>\nAllowOverride None\n</IfModule>', true],
    ['2.4', '<IfModule !mod_authz_core.c>\nAllowOverride All\n</IfModule>\nAllowOverride None', false],
    ['2.4', 'AllowOverride All\n<IfModule mod_authz_core.c>\nAllowOverride None\n</IfModule>', false],
  ] as const)('%s %j: %s', (version, lines, isRead) => {
    expect(readsHtaccess(overrideOf(lines, version))).toBe(isRead);
  });

  // Seen: 500 on 2.4.6, .10 and .18, 200 on 2.4.29 and .62 (the test is for an empty list since 2.4.20).
  test.each([
    ['2.4.19', true],
    ['2.4.20', false],
  ])('by an empty list, on %s: %s', (target, isRead) => {
    expect(readsHtaccess(overrideOf('AllowOverride None\nAllowOverrideList None', '2.4', target))).toBe(
      isRead,
    );
  });
});

describe('what they may say', () => {
  test.each([
    ['2.2', '', 'Order allow,deny', true],
    ['2.4', '', 'Require all granted', false],
    ['2.2', 'AllowOverride Limit', 'Order allow,deny\nDeny from all', true],
    ['2.2', 'AllowOverride AuthConfig', 'Order allow,deny', false],
    ['2.2', 'AllowOverride Limit', 'Satisfy any', false],
    ['2.2', 'AllowOverride AuthConfig', 'Satisfy any\nRequire valid-user', true],
    ['2.4', 'AllowOverride Limit', 'Require all granted', false],
    ['2.4', 'AllowOverride Limit\nAllowOverrideList Require', 'Require all granted', true],
    ['2.4', 'AllowOverrideList Require', '<RequireAll>\nRequire all granted\n</RequireAll>', false],
    // A container permits what is in it.
    [
      '2.4',
      'AllowOverrideList <RequireAll',
      '<RequireAll>\n<RequireAny>\nRequire all granted\n</RequireAny>\n</RequireAll>',
      true,
    ],
    [
      '2.4',
      'AllowOverrideList Require <RequireAll',
      '<RequireAll>\nRequire all granted\n</RequireAll>',
      true,
    ],
    ['2.2', 'AllowOverride Limit', '<Limit GET>\nOrder allow,deny\n</Limit>', true],
    ['2.2', 'AllowOverride Limit', '<Files x>\nOrder allow,deny\n</Files>', true],
    ['2.2', 'AllowOverride Limit', 'Order allow,deny\nOptions None', false],
    ['2.2', 'AllowOverride Limit Options=Indexes', 'Order allow,deny\nOptions Indexes', true],
    // A word that is no option ends the list, and an empty list says nothing (`set_allow_opts`, server/core.c).
    ['2.2', 'AllowOverride Limit Options=Indexes,Foo,MultiViews', 'Order allow,deny\nOptions Indexes', true],
    [
      '2.2',
      'AllowOverride Limit Options=Indexes,Foo,MultiViews',
      'Order allow,deny\nOptions MultiViews',
      false,
    ],
    ['2.2', 'AllowOverride Limit Options=', 'Order allow,deny\nOptions MultiViews', true],
    ['2.4', 'AllowOverride AuthConfig', 'AuthzUserAuthoritative Off', false],
    ['2.2', 'AllowOverride AuthConfig', 'AuthzUserAuthoritative Off', true],
    ['2.2', 'AllowOverride Limit', 'AuthzUserAuthoritative Off', false],
    [
      '2.4',
      'AllowOverrideList <RequireAll',
      '<RequireAll>\nOptions None\nRequire all granted\n</RequireAll>',
      false,
    ],
    [
      '2.4',
      'AllowOverrideList <RequireAll Options',
      '<RequireAll>\nOptions None\nRequire all granted\n</RequireAll>',
      true,
    ],
    // A guard has to be permitted, too, be what is in it read or not.
    ['2.4', 'AllowOverrideList Require', 'Require all granted\n<IfModule x.c>\n</IfModule>', false],
    ['2.4', 'AllowOverrideList Require <IfModule', 'Require all granted\n<IfModule x.c>\n</IfModule>', true],
    // So has one inside of it, or of another section, where that is read.
    ...(
      [
        ['<IfModule mod_authz_core.c>', '>= 2.4', false],
        ['<IfModule mod_authz_core.c>', '>= 2.9', false],
        ['<IfModule !mod_authz_core.c>', '>= 2.4', true],
      ] as const
    ).map(
      ([outer, version, permitted]) =>
        [
          '2.4',
          'AllowOverrideList Require <IfModule',
          `${outer}\n<IfVersion ${version}>\nRequire all granted\n</IfVersion>\n</IfModule>`,
          permitted,
        ] as const,
    ),
    [
      '2.4',
      'AllowOverrideList Require <Files',
      '<Files x>\n<IfModule mod_authz_core.c>\nRequire all granted\n</IfModule>\n</Files>',
      false,
    ],
    [
      '2.4',
      'AllowOverrideList Require <Files <IfModule',
      '<Files x>\n<IfModule mod_authz_core.c>\nRequire all granted\n</IfModule>\n</Files>',
      true,
    ],
    [
      '2.2',
      'AllowOverride Limit',
      'Order allow,deny\n<IfModule mod_authz_core.c>\nRequire all granted\n</IfModule>',
      true,
    ],
    [
      '2.4',
      'AllowOverride AuthConfig',
      'Require all granted\n<IfModule !mod_authz_core.c>\nOrder allow,deny\n</IfModule>',
      true,
    ],
    // What a third-party module asks for is not known; some class it is.
    ['2.4', 'AllowOverride AuthConfig', 'Require all granted\nAcme on', true],
    ['2.4', 'AllowOverrideList Require', 'Require all granted\nAcme on', false],
    // Only 2.4 knows it.
    ['2.4', 'AllowOverride Indexes', 'AuthMerging And', false],
    ['2.4', 'AllowOverride AuthConfig', 'AuthMerging And', true],
    [
      '2.4',
      'AllowOverrideList Require <IfModule',
      'Require all granted\n<IfModule !mod_authz_core.c>\nOrder allow,deny\n</IfModule>',
      true,
    ],
    ['2.4', 'AllowOverrideList Require Acme', 'Require all granted\nAcme on', true],
    ['2.2', 'AllowOverride ALL', 'Order allow,deny\nOptions None', true],
    // What a real 2.2 answers with 500, however much is permitted.
    ['2.2', '', 'Order allow, deny', false],
    ['2.2', '', 'Order first,last', false],
    ['2.2', '', 'Order MUTUAL-FAILURE', true],
    ['2.2', '', 'Deny all', false],
    ['2.2', '', 'Deny from', false],
    ['2.2', '', 'Allow FROM 10.1 env=x example.org', true],
    ['2.2', '', 'Allow from 10.1/16', false],
    ['2.2', '', 'Allow from 10.0.0.0/0', false],
    ['2.2', '', 'Deny from example.org/24', false],
    ['2.2', '', 'Satisfy either', false],
    ['2.2', '', '<Limit>\nDeny from all\n</Limit>', false],
    ['2.2', '', '<Limit TRACE>\nDeny from all\n</Limit>', false],
    ['2.2', '', '<LimitExcept TRACE>\nDeny from all\n</LimitExcept>', true],
    ['2.2', '', '<Limit GET>\n<Limit POST>\nDeny from all\n</Limit>\n</Limit>', false],
    [
      '2.4',
      'AllowOverride All',
      '<Limit GET>\n<LimitExcept PUT>\nDeny from all\n</LimitExcept>\n</Limit>',
      false,
    ],
    ['2.4', 'AllowOverride All', 'Allow from 10.0.0.1 # office', false],
    ['2.2', '', 'Allow from 10.0.0.1 # office', true],
    ['2.2', '', '<IfModule mod_no.c>\nOrder allow, deny\n</IfModule>', true],
    ['2.2', '', 'Order <%= @order %>\nAllow from @NET@/@LENGTH@', true],
  ] as const)('%s %j: %j %s', (version, lines, htaccess, permitted) => {
    expect(isPermitted(lines, htaccess, version)).toBe(permitted);
  });
});

test('without mod_access_compat its lines are no directives', () => {
  const [, section] = sectionsOf('AllowOverride All', 'Order allow,deny');
  const override = overrideOf('AllowOverride All', '2.4');
  if (section === undefined) throw new Error('no .htaccess file');
  expect(permitsAll(override, section, '2.4', new Map())).toBe(true);
  expect(permitsAll({ ...override, accessCompat: false }, section, '2.4', new Map())).toBe(false);
});
