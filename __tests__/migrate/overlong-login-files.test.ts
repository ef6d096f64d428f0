import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
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

function refusals(files: Record<string, string>): readonly string[] {
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
  return result.refused.map(({ message }) => message);
}

describe('files of groups and passwords with lines that 2.2 cuts', () => {
  test('members behind the cut are in the group on 2.4 only', () => {
    const groups = filled('big: ann ', 8191, ' bob carl');
    const [message, ...others] = refusals({ '/srv/conf/groups': groups });
    expect(others).toEqual([]);
    expect(message).toContain('2.4 finds bob, carl in its group big, 2.2 does not');
  });

  test('a name that is cut is another user', () => {
    const [message] = refusals({ '/srv/conf/groups': `big:${' ann'.repeat(2046)} ann ben\n` });
    expect(message).toContain('2.4 finds ben in its group big');
  });

  test('a group behind a long comment is there on 2.2 only', () => {
    const groups = filled('#', 8191, 'big: ann');
    expect(refusals({ '/srv/conf/groups': groups })[0]).toContain(
      '2.2 finds ann in its group big, 2.4 does not',
    );
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
