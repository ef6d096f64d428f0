import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, insertAfter, placeOf } from '../src/transform/index.ts';
import { groupBy } from '../src/text/index.ts';
import { isSince } from '../src/target/index.ts';
import { listPrograms } from './shared/programs.ts';

export const keepProgramLengths = defineTransform({
  id: 'keep-program-lengths',
  title: 'Report programs whose Content-Length is no longer sent',
  // Before the modules: its lines need mod_env.
  stage: 'defaults',
  rows: [],
  directives: ['ScriptAlias', 'AddHandler', 'SetHandler'],
  applicability: 'review',
  docs: {
    does: 'Names the CGI programs that write a Content-Length or an ETag of their own, and offers `SetEnv ap_trust_cgilike_cl 1` for the first (`--apply review`).',
    why: 'From 2.4.59 on the Content-Length of a program is dropped, since one that is wrong splits the answer (CVE-2024-24795; ap_scan_script_header_err_core in util_script.c): what is downloaded has no length, and HEAD shows none. And 2.4 compares the ETag of a program with If-None-Match: it answers 304 where 2.2 sent the answer again (ap_meets_conditions).',
    before: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/',
    after: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/\nSetEnv ap_trust_cgilike_cl 1',
    undo: 'Take the line out.',
    limits:
      'Programs are searched for the names of these headers; programs of other kinds (FastCGI, PHP) and those that are not here are not.',
    link: 'https://httpd.apache.org/docs/2.4/env.html#cgi-pitfalls',
  },
  messages: {
    length:
      '{programs} writes a Content-Length of its own. 2.4 does not send it: downloads have no length, and HEAD shows none. If that matters and the length is always right, have it sent with `SetEnv ap_trust_cgilike_cl 1`.',
    etag: '{programs} writes an ETag of its own. 2.4 compares it with If-None-Match and answers 304 where 2.2 sent the answer again: see that the ETag changes whenever the answer does.',
  },
  run({ model, target, options, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const level = options.apply === 'review' ? 'warning' : 'error';
    const writing = (header: RegExp): Map<Occurrence, string> =>
      new Map(
        [...groupBy(listPrograms(model), ({ line }) => line)].flatMap(([line, programs]) => {
          const names = programs.filter(({ text }) => header.test(text)).map(({ name }) => name);
          return names.length === 0 ? [] : [[line, names.slice(0, MOST_NAMED).join(', ')]];
        }),
      );
    const lengths = isSince(target, '2.4.59') ? writing(LENGTH) : new Map();
    for (const [line, programs] of lengths) {
      const edits = insertAfter(line, ['SetEnv ap_trust_cgilike_cl 1']);
      report(placeOf(line), 'length', {
        level,
        data: { programs },
        fix: { title: 'Have the length sent', applicability: 'review', edits },
      });
    }
    for (const [line, programs] of writing(ETAG)) {
      report(placeOf(line), 'etag', { level: 'error', data: { programs } });
    }
  },
});

const MOST_NAMED = 5;

/** As a header, or as CGI.pm takes it. A letter may stand before: `\\nContent-Length: 5`. */
const LENGTH = /content-length['"]?\s*:|content[-_]length['"]?\s*=>/i;
const ETAG = /etag['"]?\s*(:|=>)/i;
