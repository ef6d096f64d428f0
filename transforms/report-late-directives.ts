import { directive22, directiveSince } from '../src/catalog/index.ts';
import { linesNamed } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { knowsDirective } from '../src/target/index.ts';
import { defineTransform, groupByNode, placeOf, removeNode } from '../src/transform/index.ts';

export const reportLateDirectives = defineTransform({
  id: 'report-late-directives',
  title: 'Report directives of 2.2 that this release of 2.4 does not know yet',
  stage: 'directives',
  rows: [],
  directives: [
    'CGIDScriptTimeout',
    'DeflateInflateLimitRequestBody',
    'DeflateInflateRatioBurst',
    'DeflateInflateRatioLimit',
    'HttpProtocolOptions',
    'MergeTrailers',
    'RegisterHttpMethod',
    'SSLCompression',
    'SSLSessionTickets',
    'SubstituteInheritBefore',
  ],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['late', 'strict'],
  docs: {
    does: 'Names the directives of late releases of 2.2 that the target lacks, because it is an older 2.4. `HttpProtocolOptions Unsafe` is taken out.',
    why: '2.2 and 2.4 were repaired side by side: what came into 2.2.29 and later came into a 2.4 of its own number (`MergeTrailers` 2.4.11, `HttpProtocolOptions` 2.4.24). An older one does not start with it. Before 2.4.24 every server reads requests as `Unsafe` asks for (server/protocol.c).',
    before: 'HttpProtocolOptions Unsafe',
    after: '(no line)',
    undo: 'Write the line again after an update of the server.',
    limits: 'A package with later fixes may know them under its old number: --httpd asks it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#httpprotocoloptions',
  },
  messages: {
    late: '{name} came into 2.4 with {since}. The target has {version} and does not start with this line: take it out, or move to a newer release.',
    strict:
      '{name} came into 2.4 with {since}. The target has {version}, does not start with this line, and takes malformed requests that 2.2 refused with 400: remove the line, or move to a newer release.',
    usual: '{name} came into 2.4 with {since}. The target has {version}, which reads every request so.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const isLate = (name: string): boolean => directive22(name) !== null && !knowsDirective(target, name);
    const late = linesNamed(model, isLate).filter(({ on24 }) => on24 !== 'no');
    for (const [line] of groupByNode(late)) {
      const { node, name } = line;
      const data = {
        name: node.name.value,
        since: `2.4.${directiveSince(name)}`,
        version: target.version,
      };
      if (name !== 'httpprotocoloptions') report(placeOf(line), 'late', { data, level: 'error' });
      else if (!isUnsafe(line)) report(placeOf(line), 'strict', { data, level: 'error' });
      else {
        const edits = removeNode(line);
        report(placeOf(line), 'usual', {
          data,
          fix: { title: `Remove ${node.name.value}`, applicability: 'safe', edits },
        });
      }
    }
  },
});

function isUnsafe({ args }: Occurrence): boolean {
  return args.some((word) => /^unsafe$/i.test(word));
}
