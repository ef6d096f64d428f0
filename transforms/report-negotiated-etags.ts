import type { Occurrence } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportNegotiatedEtags = defineTransform({
  id: 'report-negotiated-etags',
  title: 'Report that the ETag of a negotiated file is cut off',
  stage: 'findings',
  rows: [],
  directives: ['Options', 'AddHandler', 'SetHandler', 'AddType', 'FileETag'],
  isIndependent: true,
  applicability: 'manual',
  unsetDefaults: ['cut'],
  docs: {
    does: 'Says once, where MultiViews or a type map chooses files, that their ETag has no closing quote in 2.4.',
    why: 'From 2.4.47 on the last character of such an ETag is lost (etag_end in server/util_etag.c): `"2d-5af31;5af31` instead of `"2d-5af31;5af31"`. A browser that sends it back as it came gets its 304. A cache that mends or ignores it gets the whole answer each time, and 412 if it sends If-Match.',
    before: 'Options MultiViews',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Which files are negotiated is not looked for. A server whose FileETag is None outside of any folder is left alone.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#fileetag',
  },
  messages: {
    cut: 'The ETag of files that are negotiated here has no closing quote in 2.4: caches that do not take it as it is fetch the whole file each time. FileETag None for the folder leaves it out; Last-Modified is enough for them.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.47')) return;
    if (model.hasModule22('mod_negotiation.c') === 'no') return;
    const hasNone = findDirectives(model, 'FileETag').some(
      ({ scope, args }) => scope === model.main && args.some((word) => /^none$/i.test(word)),
    );
    const first = findDirectives(model, 'Options', 'AddHandler', 'SetHandler', 'AddType').find(negotiates);
    if (first !== undefined && !hasNone) report(placeOf(first), 'cut', { level: 'info' });
  },
});

function negotiates({ name, args, on22 }: Occurrence): boolean {
  if (on22 === 'no') return false;
  return name === 'options'
    ? args.some((word) => /^\+?MultiViews$/i.test(word))
    : /^(?:type-map|application\/x-type-map)$/i.test(args[0] ?? '');
}
