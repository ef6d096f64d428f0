import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportDavWrites = defineTransform({
  id: 'report-dav-writes',
  title: 'Report that PUT replaces files',
  stage: 'findings',
  rows: [],
  directives: ['Dav'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Says once, at the first Dav line, whose permissions decide about PUT in 2.4.',
    why: '2.2 opened the file that a PUT names and wrote into it. 2.4 writes a new file beside it and renames that (dav_fs_open_stream and dav_fs_close_stream in modules/dav/fs/repos.c), for which it needs the folder, and not the file. Where the folder is missing it says 409, as RFC 4918 wants it.',
    before: 'Dav On',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Permissions of the files are not looked at. Not told: a LOCK in a folder that is not there gets 409 for 500, REPORT 400 for 405, and since 2.4.69 the folders `.DAV` with the properties are not sent (403).',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_dav.html#dav',
  },
  messages: {
    replaced:
      'In 2.2 a PUT needed permission to write the file; in 2.4 it needs permission to write the folder, and replaces the file. So files that are read-only for the server can be overwritten where it may write the folder; where it may not, no file can (500). Owner, mode and hard links of the old file are lost. Check the permissions of these folders. A PUT into a folder that is not there gets 409 for 403: clients that make the folder then must know both.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const lines = findDirectives(model, 'Dav').filter(({ on22 }) => on22 !== 'no');
    const first = lines.find(({ args }) => /^(?:on|filesystem)$/i.test(args[0] ?? ''));
    if (first !== undefined) report(placeOf(first), 'replaced', { level: 'warning' });
  },
});
