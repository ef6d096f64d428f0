import { isFilledIn } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const keepSyslogFacility = defineTransform({
  id: 'keep-syslog-facility',
  title: 'Write ErrorLog syslog without a facility that is none',
  stage: 'directives',
  rows: [],
  directives: ['ErrorLog'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `syslog` where ErrorLog names a facility that syslog does not have, or puts more behind it.',
    why: '2.2 logged to local7 then, as for `syslog` alone (open_error_log in server/log.c). Since 2.4.28 the server does not start ("could not open syslog error log"), and reads a word behind a second colon as the name of the program.',
    before: 'ErrorLog syslog:local8',
    after: 'ErrorLog syslog',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'What a variable holds is not judged.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errorlog',
  },
  messages: {
    written:
      'Syslog has no facility {facility}: 2.2 logged to local7, which `syslog` alone means, too. 2.4 would not start, or log elsewhere.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.28')) return;
    for (const directive of findDirectives(model, 'ErrorLog')) {
      const facility = unknownFacility(directive);
      if (facility === null) continue;
      report(placeOf(directive), 'written', {
        data: { facility },
        fix: {
          title: 'Write ErrorLog syslog',
          applicability: 'safe',
          edits: setArgument(directive, 0, 'syslog'),
        },
      });
    }
  },
});

/** Of what goes to syslog, the name that is none of its facilities. */
function unknownFacility({ args, file }: Occurrence): string | null {
  const target = args[0] ?? '';
  const facility = /^syslog:(.+)$/is.exec(target)?.[1];
  if (facility === undefined || isFilledIn(target, { file })) return null;
  return FACILITY.test(facility) ? null : facility;
}

/** The list of TRANS in server/log.c of either version. */
const FACILITY = /^(?:auth|authpriv|cron|daemon|ftp|kern|lpr|mail|news|syslog|user|uucp|local[0-7])$/i;
