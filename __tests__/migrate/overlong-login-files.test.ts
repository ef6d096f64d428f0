import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const LOGIN = `ServerRoot /srv
Listen 80
<Location /a>
    AuthType Basic
    AuthName a
    AuthUserFile conf/users
    AuthGroupFile conf/groups
    Require group big
</Location>
`;

/** A line of so many bytes, then the rest of it. */
function filled(start: string, bytes: number, rest: string): string {
  return `${start}${'u'.repeat(bytes - start.length)}${rest}\n`;
}

function migrated(files: Record<string, string>): Migration {
  const reader = createMemoryReader({ '/srv/conf/httpd.conf': LOGIN, ...files }, {});
  const result = migrate(
    {
      path: '/srv/conf/httpd.conf',
      options: {
        access: 'require',
        semantics: 'exact',
        apply: 'safe',
        target: targetProfile('stock')!,
        defines: [],
        only: null,
        skip: [],
      },
    },
    reader,
  );
  if ('code' in result) throw new Error(result.message);
  return result;
}

function refusals(files: Record<string, string>): readonly string[] {
  return migrated(files).refused.map(({ message }) => message);
}

/** What becomes of the file of groups. */
function groupsAfter(groups: string): string | undefined {
  const { patchSet, refused } = migrated({ '/srv/conf/groups': groups });
  expect(refused).toEqual([]);
  return patchSet.files.find(({ path }) => path === '/srv/conf/groups')?.after;
}

describe('files of groups and passwords with lines that 2.2 cuts', () => {
  test('members behind the cut are in no group', () => {
    const start = filled('big: ann ', 8191, '').trimEnd();
    expect(groupsAfter(`${start} bob carl\nother: x\n`)).toBe(`${start}\n#  bob carl\nother: x\n`);
  });

  test('a name that is cut is another user', () => {
    const after = groupsAfter(`big:${' ann'.repeat(2046)} ann ben\n`);
    expect(after).toMatch(/ ann an\n# n ben\n$/);
  });

  test('a group behind a long comment is one', () => {
    expect(groupsAfter(filled('#', 8191, 'big: ann'))).toMatch(/#u+\nbig: ann\n$/);
  });

  test('a backslash at the cut continues nothing', () => {
    expect(groupsAfter(`${'big: ann '.padEnd(8190)}\\bob\n`)).toMatch(/ann +\\ \n# bob\n$/);
  });

  test('a line that is cut twice, and one that ends in CR LF', () => {
    const start = filled('big: ann ', 8191, '').trimEnd();
    expect(groupsAfter(`${start}${'u'.repeat(9000)}\r\n`)).toBe(`${start}\r\n# ${'u'.repeat(9000)}\r\n`);
  });

  test('lines far behind are read, too', () => {
    const far = 'other: x\n'.repeat(40_000);
    expect(groupsAfter(`${far}${filled('big: ann ', 8191, ' bob')}`)).toMatch(/u\n#  bob\n$/);
  });

  test.each([
    ['as the rule has it', 'big: ann '],
    ['in another case', 'Big: ann '],
  ])('a file elsewhere is no file of this server alone: refused; the name %s', (_, group) => {
    const text = LOGIN.replace('conf/groups', '/etc/groups');
    const { patchSet, refused } = migrated({
      '/srv/conf/httpd.conf': text,
      '/etc/groups': filled(group, 8191, ' bob carl'),
    });
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringContaining('2.4 finds bob, carl in its group big, 2.2 does not'),
    ]);
    expect(patchSet.files.map(({ path }) => path)).not.toContain('/etc/groups');
  });

  test('2.4 reads a file of passwords up to a line that is too long', () => {
    const users = `ann:x\n${filled('#', 9000, '')}bob:x\n`;
    expect(refusals({ '/srv/conf/users': users })[0]).toMatch(/^A line of conf\/users .* 2\.2 finds .*bob/);
  });

  test('a long line of a group that no rule asks for, and lines that fit, are nothing', () => {
    const groups = `${filled('other: ann ', 8191, ' bob')}${filled('big: ann ', 8191, '')}`;
    expect(refusals({ '/srv/conf/groups': groups, '/srv/conf/users': 'ann:x\n' })).toEqual([]);
  });
});
