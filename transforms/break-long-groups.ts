import { groupFiles } from '../src/access/index.ts';
import { lineBreaksOf22 } from '../src/syntax/index.ts';
import { defineTransform, inFile, placeOf } from '../src/transform/index.ts';

export const breakLongGroups = defineTransform({
  id: 'break-long-groups',
  title: 'End lines of group files where 2.2 ended them',
  stage: 'lines',
  rows: [],
  directives: ['AuthGroupFile'],
  applicability: 'safe',
  docs: {
    does: 'Puts a line ending after byte 8191 of a line in a file that AuthGroupFile names, so that the group has the members that it had in 2.2. What follows and names no group is made a comment.',
    why: '2.2 reads a line of a group file into a buffer of 8192 bytes and takes what does not fit for the next line (groups_for_user, mod_authz_groupfile.c): whoever stands there is in no group. 2.4 reads the whole line, and lets them in.',
    before: 'staff: (8184 bytes of names) bob',
    after: 'staff: (8184 bytes of names)\n#  bob',
    undo: 'Join the lines.',
    limits:
      'Only files below a folder of the configuration that its own files name. One that a `.htaccess` file names, or that lies elsewhere, stays as it is, and the migration is refused if the groups that rules ask for would have other members.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_groupfile.html#authgroupfile',
  },
  messages: {
    broken:
      'A line of {path} is longer than the 8191 bytes that 2.2 reads as one. Names after them were in no group, and would be in 2.4. The line is ended where 2.2 ended it. Write those who belong to the group on a line of their own: a group may have several.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const { line, path, file } of groupFiles(model)) {
      const edits = lineBreaksOf22(file.source.text, ':');
      if (edits.length === 0) continue;
      report(placeOf(line), 'broken', {
        level: 'warning',
        data: { path },
        fix: {
          title: 'Put a line ending where 2.2 ended the line',
          applicability: 'safe',
          edits: inFile(file, edits),
        },
      });
    }
  },
});
