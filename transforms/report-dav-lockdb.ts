import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportDavLockdb = defineTransform({
  id: 'report-dav-lockdb',
  title: 'Report lock databases of mod_dav_fs',
  stage: 'findings',
  rows: ['dav-lockdb'],
  directives: ['DavLockDB', 'DavGenericLockDB'],
  applicability: 'manual',
  docs: {
    does: 'Names each DavLockDB file, which must be deleted at the upgrade.',
    why: "The format of the file changed on systems with inodes, and 2.4 can't read the old one. Locks that clients hold are lost with it.",
    before: 'DavLockDB /var/lib/dav/lockdb',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'The file itself is never touched.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    stale:
      "2.4 can't read a lock database that 2.2 wrote. While the server is stopped for the upgrade, delete {path}.* (most often .dir and .pag).",
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'DavLockDB', 'DavGenericLockDB')) {
      report(placeOf(directive), 'stale', { data: { path: directive.args[0] ?? '' }, level: 'warning' });
    }
  },
});
