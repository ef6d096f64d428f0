// What is written where an open guard decides who gets in: one text where it holds, and one where it doesn't.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const USERS = 'Require valid-user\n';
const ANY = 'Satisfy any\n';

const within = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const ifDefined = (name: string, lines: string) => within('IfDefine', name, lines);
const folder = (path: string, lines: string) => within('Directory', path, lines);
const deny = (who: string) => `Order deny,allow\nDeny from ${who}\n`;
const location = (lines: string) => within('Location', '/', AUTH + lines);

/** What becomes of sections of the main file, and what is told of them. */
function migratedSections(sections: string): { readonly text: string; readonly told: readonly string[] } {
  const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${folder('/srv/www', 'AllowOverride None\n')}${sections}`;
  const migration = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(migration.refused).toEqual([]);
  const after = mainAfter(migration, text);
  const start = 'AllowOverride None\n</Directory>\n';
  return {
    text: after.slice(after.indexOf(start) + start.length),
    told: migration.findings.map(({ messageId }) => messageId),
  };
}

function converted(sections: string): string {
  return migratedSections(sections).text;
}

const ALL_BUT = '<RequireAll>\nRequire all granted\nRequire not ip 10\n</RequireAll>\n';
const EITHER = ALL_BUT + USERS;
const BOTH = '<RequireAll>\nRequire not ip 10\nRequire valid-user\n</RequireAll>\n';

test('each half says all that holds there, whichever way the guard is asked', () => {
  const rules = USERS + deny('10');
  const halves = (holds: string, fails: string) => location(ifDefined('X', holds) + ifDefined('!X', fails));
  expect(converted(location(rules + ifDefined('X', ANY)))).toBe(halves(EITHER, BOTH));
  expect(converted(location(rules + ifDefined('!X', ANY)))).toBe(halves(BOTH, EITHER));
});

test('a guard around the section stays around it', () => {
  const inGuard = (lines: string) => within('IfModule', 'mod_dir.c', location(lines));
  expect(converted(inGuard(USERS + deny('10') + ifDefined('X', ANY)))).toBe(
    inGuard(ifDefined('X', EITHER) + ifDefined('!X', BOTH)),
  );
});

test('a half in which what is inherited holds is not written', () => {
  const outer = folder('/srv/www/a', AUTH + USERS);
  const inner = (guard: string, lines: string) => folder('/srv/www/a/b', ifDefined(guard, lines));
  expect(converted(outer + inner('X', ANY))).toBe(outer + inner('X', 'Require all granted\n'));
  expect(converted(outer + inner('!X', ANY))).toBe(outer + inner('!X', 'Require all granted\n'));
  const open = folder('/srv/www/a/b', `Order allow,deny\nAllow from all\n${ifDefined('X', ANY)}`);
  expect(converted(outer + open)).toBe(outer + inner('X', 'Require all granted\n'));
});

test('what is inherited from the halves need not be written again further in', () => {
  const inner = folder('/srv/www/a/b', 'AuthGroupFile g\n');
  expect(converted(folder('/srv/www/a', AUTH + USERS + deny('10') + ifDefined('X', ANY)) + inner)).toBe(
    folder('/srv/www/a', AUTH + ifDefined('X', EITHER) + ifDefined('!X', BOTH)) + inner,
  );
});

test('Require lines that one half only keeps are written in it', () => {
  expect(converted(location(USERS + ifDefined('X', ANY)))).toBe(
    location(ifDefined('X', 'Require all granted\n') + ifDefined('!X', USERS)),
  );
});

test('where two guards decide together nothing is converted', () => {
  const closed = ifDefined('Y', 'Order allow,deny\nSatisfy all\n');
  for (const other of [closed, ifDefined('Y', deny('11'))]) {
    const sections = location(USERS + deny('10') + ifDefined('X', ANY) + other);
    const text = `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${sections}`;
    const { findings } = migrated({ [MAIN]: text }, { semantics: 'exact' });
    expect(findings.map(({ messageId }) => messageId)).toContain('no-exact-tree');
  }
});

test('a guard that decides nothing by itself is passed over', () => {
  const groups = ifDefined('Y', 'AuthGroupFile g\n');
  expect(converted(location(groups + USERS + deny('10') + ifDefined('X', ANY)))).toBe(
    location(groups + ifDefined('X', EITHER) + ifDefined('!X', BOTH)),
  );
});

test('a half may join what is inherited, or tell cases apart', () => {
  const files = within('Files', 'a', deny('10'));
  const { text, told } = migratedSections(files + location(USERS + ifDefined('X', ANY)));
  expect(told).toContain('cases');
  expect(text).toBe(
    within('Files', 'a', ALL_BUT) +
      location(
        ifDefined('X', `${EITHER}Require expr "%{REQUEST_FILENAME} !~ m#/a$#"\n`) +
          ifDefined('!X', `AuthMerging And\n${USERS}`),
      ),
  );
});

test('a Limit and a guard in each other go together', () => {
  const rules = USERS + deny('10');
  const halves = location(
    ifDefined('X', within('Limit', 'POST', EITHER) + within('LimitExcept', 'POST', BOTH)) +
      ifDefined('!X', BOTH),
  );
  expect(converted(location(rules + within('Limit', 'POST', ifDefined('X', ANY))))).toBe(halves);
  expect(converted(location(rules + ifDefined('X', within('Limit', 'POST', ANY))))).toBe(halves);
});

test('comments keep their indentation where the halves stand further out than the old lines', () => {
  const any = `    <IfDefine X>\n        Satisfy any\n    </IfDefine>\n`;
  const rules = ['Order deny,allow', '# bad', 'Deny from 10.1', '# worse', 'Deny from 10.2'];
  const inGuard = within('IfModule', 'mod_authz_host.c', rules.map((line) => `    ${line}\n`).join(''));
  const guarded = inGuard.replaceAll(/^(?=.)/gm, '    ');
  expect(converted(location(`${USERS}${any}${guarded}`))).toContain(
    [
      '            Require all granted',
      '        # bad',
      '            Require not ip 10.1',
      '        # worse',
      '            Require not ip 10.2',
    ].join('\n'),
  );
});

test.each(['Location', 'Directory'])(
  'in a part of a server the half without Require lines leaves what is around <%s> in force',
  (name) => {
    const path = '/srv/httpd/a.conf';
    const text = within(name, '/srv/a', AUTH + ifDefined('X', 'Require user ann\n'));
    const { refused, patchSet } = migrated({ [path]: text }, { semantics: 'exact' }, path);
    expect(refused).toEqual([]);
    expect(patchSet.files[0]?.after).toBe(
      within(
        name,
        '/srv/a',
        AUTH +
          ifDefined('X', 'Require user ann\n') +
          ifDefined('!X', 'AuthMerging And\nRequire all granted\n'),
      ),
    );
  },
);
