import { describe, expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { signOf24 } from '../../src/transform/index.ts';

function signIn(text: string, name = 'x.conf'): string | null {
  const path = `/srv/${name}`;
  const model = buildModel({ path }, createMemoryReader({ [path]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return signOf24(model)?.node.name.value ?? null;
}

describe('what only 2.4 reads', () => {
  test.each([
    ['Session', 'Session On'],
    ['RemoteIPHeader', 'RemoteIPHeader X-Forwarded-For'],
    ['SetEnvIfExpr', 'SetEnvIfExpr "true" a'],
    ['IncludeOptional', 'IncludeOptional conf.d/*.conf'],
    ['MergeSlashes', 'MergeSlashes Off'],
    ['Header', `<If "%{HTTPS} == 'on'">\nHeader set A b\n</If>`],
    ['Require', '<Location /a>\n<RequireAny>\nRequire user a\n</RequireAny>\n</Location>'],
    ['RewriteRule', 'RewriteRule ^/a /b [L,END]'],
    ['RewriteRule', 'RewriteRule ^/a /b [QSD]'],
    ['RewriteOptions', 'RewriteOptions InheritDown'],
    ['LogLevel', 'LogLevel warn ssl:debug'],
    ['Header', 'Header always setifempty A b'],
    ['SessionCookieName', '<Directory /srv>\nSessionCookieName a\n</Directory>'],
  ])('%s says so: %s', (name, line) => {
    expect(signIn(`${line}\n`)).toBe(name);
  });

  test('counts in a .htaccess file that is given alone', () => {
    expect(signIn('SetEnvIfExpr "true" a\n', '.htaccess')).toBe('SetEnvIfExpr');
  });
});

describe('what 2.2 reads, too', () => {
  test.each([
    [
      'what third parties had for it',
      '<Macro A $b>\nRequire user $b\n</Macro>\nUse A c\nProxyHTMLEnable On\nxml2EncDefault utf-8\n',
    ],
    ['mod_define, where it is loaded', 'LoadModule define_module modules/mod_define.so\nDefine A b\n'],
    [
      'flags',
      'RewriteRule ^/a /b [L,R=301,E=END:1,DPI]\nRewriteOptions Inherit\nRewriteOptions MergeBase\nLogLevel debug\nHeader edit A b c\n',
    ],
    ['directives of nobody', 'Foo bar\nif [ -f x ]\n'],
    [
      'what a guard keeps from 2.2',
      '<IfVersion >= 2.4>\nSession On\n</IfVersion>\n<Location />\nOrder allow,deny\n</Location>\n',
    ],
  ])('is no sign: %s', (_, text) => {
    expect(signIn(text)).toBeNull();
  });
});
