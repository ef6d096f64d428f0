import { describe, expect, test } from '@jest/globals';
import { MAIN, migrated } from './migrated.ts';

const SETTER = 'SetEnvIf Remote_Addr ^10[.] good';
const RULES = 'Order deny,allow\nDeny from all\nAllow from env=good';

function refusalsOf(lines: string, semantics: 'contract' | 'exact' = 'exact'): readonly string[] {
  const modules = ['version', 'authz_host', 'setenvif'].map(
    (name) => `LoadModule ${name}_module modules/mod_${name}.so`,
  );
  const text = ['ServerRoot /srv/httpd', 'Listen 80', ...modules, lines, ''].join('\n');
  const result = migrated({ [MAIN]: text }, { semantics });
  return result.refused.map(({ position, message }) => `${position?.line}: ${message}`);
}

describe('a variable that rules ask for', () => {
  test('is set by a line that 2.4 does not read: it does', () => {
    const lines = `<IfVersion < 2.4>\n${SETTER}\n</IfVersion>\n<Location />\n${RULES}\n</Location>`;
    expect(refusalsOf(lines)).toEqual([]);
  });

  test('is set by a line that only 2.4 reads: refused', () => {
    const lines = `<IfVersion >= 2.4>\n${SETTER}\n</IfVersion>\n<Location />\n${RULES}\n</Location>`;
    expect(refusalsOf(lines, 'contract')).toEqual([
      expect.stringContaining('7: 2.2 does not read `SetEnvIf'),
    ]);
  });

  test('is set by a line that only 2.4 reads: taken out where 2.2 is to be kept', () => {
    const lines = `<IfVersion >= 2.4>\n${SETTER}\n</IfVersion>\n<Location />\n${RULES}\n</Location>`;
    expect(refusalsOf(lines, 'exact')).toEqual([]);
  });

  test('is set by one line for each version: proven', () => {
    const setters = `<IfVersion < 2.4>\n${SETTER}\n</IfVersion>\n<IfVersion >= 2.4>\n${SETTER}\n</IfVersion>`;
    expect(refusalsOf(`${setters}\n<Location />\n${RULES}\n</Location>`)).toEqual([]);
  });

  const guarded = (asked: string, line: string) => `<IfModule ${asked}>\n${line}\n</IfModule>`;
  const rules = `<Location />\n${RULES}\n</Location>`;
  const OTHER = SETTER.replace('10[.]', '11[.]');

  test.each([
    ['one way', 'mod_access_compat.c', '!mod_access_compat.c'],
    ['the other way round', '!mod_access_compat.c', 'mod_access_compat.c'],
  ])('is set by the same line in a guard and in its opposite, %s: proven', (_, first, second) => {
    expect(refusalsOf(`${guarded(first, SETTER)}\n${guarded(second, SETTER)}\n${rules}`)).toEqual([]);
  });

  test.each([
    ['another line there', guarded('!mod_access_compat.c', OTHER)],
    ['another line between', `${OTHER.replace('good', '!good')}\n${guarded('!mod_access_compat.c', SETTER)}`],
    ['another guard', guarded('!mod_other.c', SETTER)],
  ])('is set in a guard that 2.4 alone may pass, and %s: refused', (_, others) => {
    const lines = `${guarded('mod_access_compat.c', SETTER)}\n${others}\n${rules}`;
    expect(refusalsOf(lines, 'contract')).not.toEqual([]);
  });

  test('is set beside the rules for 2.2, and those for 2.4 stand beside these: what 2.2 did is written', () => {
    const both = (rules24: string) =>
      `<Location />\n<IfVersion >= 2.4>\n${rules24}\n</IfVersion>\n<IfVersion < 2.4>\n${SETTER}\n${RULES}\n</IfVersion>\n</Location>`;
    expect(refusalsOf(both('Require all denied'), 'exact')).toEqual([]);
    expect(refusalsOf(`${both('Require all denied')}\n<Location />\nDeny from all\n</Location>`)).toEqual([]);
    expect(refusalsOf(both('Require all denied'), 'contract')).not.toEqual([]);
  });

  test.each([
    ['is not asked for by any rule', SETTER.replace('good', 'other')],
    ['is set behind a guard that both versions decide alike', SETTER],
  ])('%s: proven', (_, setter) => {
    const guard = setter === SETTER ? 'IfDefine X' : 'IfVersion < 2.4';
    const [name] = guard.split(' ');
    const lines = `<${guard}>\n${setter}\n</${name}>\n<Location />\n${RULES}\n</Location>`;
    expect(refusalsOf(lines)).toEqual([]);
  });
});

test('a name that has no value is the name of one variable, before and after', () => {
  const rules = RULES.replace('env=good', 'env=${FLAG} env=%{HTTP_HOST} env=a,b');
  expect(refusalsOf(`<Location />\n${rules}\n</Location>`)).toEqual([]);
});
