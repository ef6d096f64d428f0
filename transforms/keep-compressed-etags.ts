import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { isSince } from '../src/target/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const keepCompressedEtags = defineTransform({
  id: 'keep-compressed-etags',
  title: 'Leave the ETag of compressed answers as it was',
  stage: 'defaults',
  rows: [],
  directives: ['SetOutputFilter', 'AddOutputFilter', 'AddOutputFilterByType', 'FilterProvider'],
  isTold: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `DeflateAlterETag NoChange` for the server where the filter DEFLATE or INFLATE is used.',
    why: '2.4 appends `-gzip` to the ETag of what it compresses, which 2.2 did not: caches and clients see another ETag. The switch came with 2.4.58 (mod_deflate.c).',
    before: 'AddOutputFilterByType DEFLATE text/html',
    after: 'AddOutputFilterByType DEFLATE text/html\nDeflateAlterETag NoChange',
    undo: 'Take the line out, if caches in front of the server must tell compressed answers from others by their ETag.',
    limits: 'On a target before 2.4.58, and for a file that is no whole server, it is only said.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_deflate.html#deflatealteretag',
  },
  messages: {
    kept: '2.4 appends -gzip to the ETag of answers that are compressed here. DeflateAlterETag NoChange keeps the ETags of 2.2.',
    offered:
      '2.4 appends -gzip to the ETag of answers that are compressed here. From 2.4.58 on DeflateAlterETag NoChange, for the whole server, keeps the ETags of 2.2.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || findDirectives(model, 'DeflateAlterETag').length > 0) return;
    const [first] = FILTER_LINES.flatMap((name) => findDirectives(model, name))
      .filter(usesDeflate)
      .toSorted((a, b) => a.seq - b.seq);
    if (first === undefined) return;
    const module = model.hasModule22('mod_deflate.c') === 'yes' ? null : 'mod_deflate.c';
    const isPlaced = model.kind === 'server' && isSince(target, '2.4.58', 'DeflateAlterETag');
    const line = isPlaced ? placeServerLine(model.main, 'DeflateAlterETag NoChange', [], module) : null;
    report(placeOf(first), line === null ? 'offered' : 'kept', {
      level: 'info',
      ...(line === null
        ? {}
        : { fix: { title: 'Write DeflateAlterETag NoChange', applicability: 'safe', edits: line.edits } }),
    });
  },
});

const FILTER_LINES: readonly string[] = [
  'SetOutputFilter',
  'AddOutputFilter',
  'AddOutputFilterByType',
  'FilterProvider',
];

function usesDeflate({ args, on22 }: Occurrence): boolean {
  return on22 !== 'no' && args.some((word) => /(^|;)(deflate|inflate)(;|$)/i.test(word));
}
