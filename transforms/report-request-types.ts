import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportRequestTypes = defineTransform({
  id: 'report-request-types',
  title: 'Report RequestHeader lines that also changed the type of the answer',
  stage: 'findings',
  rows: [],
  directives: ['RequestHeader'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out `RequestHeader set Content-Type`.',
    why: '2.2 gave the type to the answer, too, where a file is sent (`ap_set_content_type` in do_headers_fixup, mod_headers.c). 2.4 does so up to 2.4.63, and no more since (CVE-2024-43204).',
    before: 'RequestHeader set Content-Type text/xml',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Lines with `early` never had that effect.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_headers.html#requestheader',
  },
  messages: {
    answer:
      'In 2.2 this line gave its type to the files that are sent, too. Since 2.4.64 it is for the request alone: if files are served with it, name their type with AddType or ForceType.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.64')) return;
    for (const line of findDirectives(model, 'RequestHeader')) {
      const [action = '', header = '', , ...rest] = line.args;
      const isOfType = /^set$/i.test(action) && /^content-type:?$/i.test(header);
      if (line.on22 === 'no' || !isOfType || rest.some((word) => /^early$/i.test(word))) continue;
      report(placeOf(line), 'answer', { level: 'warning' });
    }
  },
});
