import {
  loginsWithoutUsers,
  missingGroupFiles,
  missingGroups,
  missingPasswordFiles,
} from '../src/access/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportLoginFiles = defineTransform({
  id: 'report-login-files',
  title: 'Report files of users and groups that are not there',
  stage: 'access',
  rows: [],
  directives: ['AuthUserFile', 'AuthDBMUserFile', 'AuthGroupFile', 'AuthBasicAuthoritative'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each AuthGroupFile, and beside `AuthBasicAuthoritative off` each AuthUserFile and AuthDBMUserFile, whose file is not there, and each such place where a user is asked for and no file is named.',
    why: 'Where a file of groups is missing 2.2 answered 500 (check_user_access in mod_authz_groupfile.c), and 2.4 takes everybody to be in no group. Where one of users is missing and AuthBasicAuthoritative is off, 2.2 answered 401 to whoever logged in, and 2.4 answers 500 (authenticate_basic_user in mod_auth_basic.c).',
    before: 'AuthGroupFile /etc/httpd/groups\nRequire group staff',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Whether a file is there is asked where the migration runs. Where somebody may get in by a missing file of groups, an unknown says so in place of this.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_basic.html#authbasicauthoritative',
  },
  messages: {
    'missing-groups':
      '{path} is not here. If the server has none either, 2.2 answers 500 to each user of whom it asks a group, as AuthGroupFile says here, and 2.4 takes everybody to be in no group: 401 if no other Require line is met. Write the file, or correct its name.',
    'missing-passwords':
      '{path} is not here. If the server has none either and AuthBasicAuthoritative is off where it is asked, 2.2 answers 401 to whoever logs in, and 2.4 answers 500. Write the file, or correct its name.',
    'no-passwords':
      'AuthBasicAuthoritative is off, and no {directive} is in force where a user is asked for here. 2.2 answers 401 to whoever logs in, and 2.4 answers 500. Write {directive}. If nobody is to log in, write `AuthBasicProvider file` and `AuthUserFile /dev/null`.',
  },
  run({ model, options, writtenFor, report }) {
    if (writtenFor === '2.4' || model.readBy === '2.4') return;
    const warn = (line: Occurrence, messageId: MessageId, data: Readonly<Record<string, string>>): void =>
      report(placeOf(line), messageId, { level: 'warning', data });
    // Where somebody may get in by it, an unknown says so.
    const groupFiles = missingGroups(model).length === 0 ? missingGroupFiles(model) : [];
    for (const line of groupFiles) warn(line, 'missing-groups', { path: line.args[0] ?? '' });
    for (const line of missingPasswordFiles(model))
      warn(line, 'missing-passwords', { path: line.args[0] ?? '' });
    for (const { line, missing } of loginsWithoutUsers(model, options.semantics))
      warn(line, 'no-passwords', { directive: missing });
  },
});

type MessageId = 'missing-groups' | 'missing-passwords' | 'no-passwords';
