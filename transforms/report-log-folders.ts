import { isFilledIn } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { rememberSome } from '../src/text/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { isInPlace } from './shared/in-place.ts';

const MOST_FOLDERS = 1000;

export const reportLogFolders = defineTransform({
  id: 'report-log-folders',
  title: 'Report logs and session caches in folders that are not there',
  stage: 'findings',
  rows: [],
  directives: ['ErrorLog', 'CustomLog', 'TransferLog', 'SSLSessionCache'],
  refusedAtStart: ['missing', 'no-cache'],
  applicability: 'manual',
  docs: {
    does: 'Names log files, and session caches of the type dbm, whose folder does not exist on this machine.',
    why: 'The configuration test of 2.2 did not look. That of 2.4 refuses them ("Cannot access directory", AH02291 and AH02297), as both servers do when they start. Without the folder of a `dbm:` cache 2.2 served TLS without the cache (ssl_scache_dbm_init); 2.4 does not start (AH00804, AH01874).',
    before: 'CustomLog /var/log/site/access combined',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Only where the tree lies where its ServerRoot says: of a copy it is not known which folders the machine has that it is for.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errorlog',
  },
  messages: {
    missing:
      'There is no folder {folder} for the log of {name}. 2.4 refuses that when it tests the configuration, where 2.2 only did when it started: make the folder, or name another one.',
    'no-cache':
      'There is no folder {folder} for this session cache. 2.2 went on without the cache; 2.4 does not start (AH01874). Make the folder, or write `shmcb:` and a path in a folder that is there.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || !isInPlace(model)) return;
    // Many hosts log into few folders.
    const hasFolder = rememberSome(MOST_FOLDERS, (folder) => model.hasFolder(folder));
    for (const directive of findDirectives(model, 'ErrorLog', 'CustomLog', 'TransferLog')) {
      const folder = folderOfLog(directive);
      if (folder === null || directive.on24 !== 'yes' || hasFolder(folder) !== 'no') continue;
      report(placeOf(directive), 'missing', {
        data: { folder, name: directive.node.name.value },
        level: 'error',
      });
    }
    for (const directive of findDirectives(model, 'SSLSessionCache')) {
      const folder = folderOfCache(directive);
      if (folder === null || directive.on24 !== 'yes' || hasFolder(folder) !== 'no') continue;
      report(placeOf(directive), 'no-cache', { data: { folder }, level: 'error' });
    }
  },
});

/** Null for what is no file: a program, syslog, a name with a variable. */
function folderOfLog({ name, args, file }: Occurrence): string | null {
  const path = args[0] ?? '';
  if (path.startsWith('|') || (name === 'errorlog' && /^syslog(:|$)/i.test(path))) return null;
  return folderOf(path, file);
}

/** Null for caches in memory, which need no folder. */
function folderOfCache({ args, file }: Occurrence): string | null {
  const path = /^dbm:(.+)$/is.exec(args[0] ?? '')?.[1];
  return path === undefined ? null : folderOf(path, file);
}

function folderOf(path: string, file: Occurrence['file']): string | null {
  const slash = path.lastIndexOf('/');
  return slash < 1 || isFilledIn(path, { file }) ? null : path.slice(0, slash);
}
