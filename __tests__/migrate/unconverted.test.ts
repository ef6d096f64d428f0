import { expect, test } from '@jest/globals';
import { MAIN, migrated } from './migrated.ts';

const TEXT = `ServerRoot /srv/httpd
Listen 80
<Directory /srv/a>
    AuthType None
    Require valid-user
</Directory>
<Directory /srv/b>
    Order deny,allow
    Deny from all
    Allow from 10.0.0.0/8
    AuthType Basic
    AuthName b
    AuthUserFile conf/users
    Require valid-user
    Satisfy any
</Directory>
`;

test('of a tree that is not converted the section is named, not what its old rules would answer', () => {
  const { refused, findings } = migrated({ [MAIN]: TEXT });
  expect(findings.filter(({ level }) => level === 'error').map(({ messageId }) => messageId)).toEqual([
    'auth-type-none',
  ]);
  expect(refused).toEqual([
    {
      path: MAIN,
      position: { line: 3, column: 1 },
      message: expect.stringContaining('none of the access rules are converted'),
      isUndecided: true,
    },
  ]);
});
