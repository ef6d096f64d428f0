import { itemsGuarded, occurrencesOf, moduleAsked } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const keepCompressedEtags = defineTransform({
  id: 'keep-compressed-etags',
  title: 'Leave the ETag of compressed answers as it was',
  stage: 'defaults',
  rows: [],
  directives: ['SetOutputFilter', 'AddOutputFilter', 'AddOutputFilterByType', 'FilterProvider'],
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `DeflateAlterETag NoChange` for the server where the filter DEFLATE or INFLATE is used; for a target before 2.4.58 `Header edit ETag`, which takes the end off again.',
    why: '2.4 appends `-gzip` to the ETag of what it compresses, which 2.2 did not: caches and clients see another ETag. The switch came with 2.4.58 (mod_deflate.c).',
    before: 'AddOutputFilterByType DEFLATE text/html',
    after: 'AddOutputFilterByType DEFLATE text/html\nDeflateAlterETag NoChange',
    undo: 'Take the line out, if caches in front of the server must tell compressed answers from others by their ETag.',
    limits:
      'For a part of a server it is only reported. So it is on a target before 2.4.58 where an IfModule asks for mod_headers and the tree does not load it, and beside ProxyPass, where a proxied server may end its own ETags so.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_deflate.html#deflatealteretag',
  },
  messages: {
    kept: '2.4 appends -gzip to the ETag of answers that are compressed here. DeflateAlterETag NoChange keeps the ETags of 2.2.',
    edited:
      '2.4 appends -gzip to the ETag of answers that are compressed here. DeflateAlterETag, which keeps them as they are, came with 2.4.58: Header edit takes the end off.',
    offered:
      '2.4 appends -gzip to the ETag of answers that are compressed here. From 2.4.58 on DeflateAlterETag NoChange, for the whole server, keeps the ETags of 2.2.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || isKept(model)) return;
    const [first] = FILTER_LINES.flatMap((name) => findDirectives(model, name))
      .filter(usesDeflate)
      .toSorted((a, b) => a.seq - b.seq);
    if (first === undefined) return;
    const wanted = model.kind === 'server' ? keepingLine(model, target) : null;
    const line = wanted && placeServerLine(model.main, wanted.text, [], wanted.module);
    if (!wanted || !line) {
      report(placeOf(first), 'offered', { level: 'info' });
      return;
    }
    report(placeOf(first), wanted.messageId, {
      level: 'info',
      fix: { title: `Write ${wanted.title}`, applicability: 'safe', edits: line.edits },
    });
  },
});

interface KeepingLine {
  readonly text: string;
  /** Of the guard around it; null for none. */
  readonly module: string | null;
  readonly title: string;
  readonly messageId: 'kept' | 'edited';
}

/** By mod_headers before the switch came: its filter runs after that of mod_deflate. Null where that might change more. */
function keepingLine(model: ServerModel, target: TargetProfile): KeepingLine | null {
  if (isSince(target, '2.4.58', 'DeflateAlterETag')) {
    const module = model.hasModule22('mod_deflate.c') === 'yes' ? null : 'mod_deflate.c';
    const text = 'DeflateAlterETag NoChange';
    return { text, module, title: text, messageId: 'kept' };
  }
  const hasHeaders = model.hasModule22('mod_headers.c') === 'yes';
  const isThere = [...target.builtin, ...target.loadable.keys()].includes(HEADERS);
  const isProxy = findDirectives(model, 'ProxyPass', 'ProxyPassMatch').length > 0;
  if (isProxy || (!hasHeaders && (!isThere || isAskedFor(model)))) return null;
  const text = 'Header edit ETag "-gzip\\"$" "\\""';
  return { text, module: null, title: 'Header edit ETag', messageId: 'edited' };
}

/** 2.2 does not know DeflateAlterETag: whoever wrote one, in whatever guard, wrote it for 2.4. */
function isKept(model: ServerModel): boolean {
  const edits = findDirectives(model, 'Header').filter(
    ({ args }) => args.join(' ') === 'edit ETag -gzip"$ "',
  );
  return edits.length > 0 || occurrencesOf(model, 'DeflateAlterETag').length > 0;
}

const HEADERS = 'headers_module';

function isAskedFor(model: ServerModel): boolean {
  return itemsGuarded(model).some(({ guards }) =>
    guards.some((guard) => moduleAsked(guard)?.identifier === HEADERS),
  );
}

const FILTER_LINES: readonly string[] = [
  'SetOutputFilter',
  'AddOutputFilter',
  'AddOutputFilterByType',
  'FilterProvider',
];

function usesDeflate({ args, on22 }: Occurrence): boolean {
  return on22 !== 'no' && args.some((word) => /(^|;)(deflate|inflate)(;|$)/i.test(word));
}
