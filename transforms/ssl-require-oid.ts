import type { Occurrence } from '../src/model/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const sslRequireOid = defineTransform({
  id: 'ssl-require-oid',
  title: 'Write OID() in SSLRequire as PeerExtList()',
  stage: 'directives',
  rows: [],
  directives: ['SSLRequire'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Gives the function `OID` of SSLRequire its 2.4 name.',
    why: '2.4 reads SSLRequire by the parser of all its expressions, in which the list of the values of an extension of the client certificate is called `PeerExtList` (mod_ssl, ssl_engine_vars.c). It refuses `OID`.',
    before: 'SSLRequire "staff" in OID("1.3.6.1.4.1.18060.12.0.2")',
    after: 'SSLRequire "staff" in PeerExtList("1.3.6.1.4.1.18060.12.0.2")',
    undo: 'Nothing to undo: 2.4 does not start with the old name.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslrequire',
  },
  messages: {
    renamed: '2.4 calls the function OID of SSLRequire PeerExtList, and refuses the old name.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'SSLRequire')) {
      const edits = renames(directive);
      if (edits.length === 0) continue;
      report(placeOf(directive), 'renamed', {
        fix: {
          title: 'Rename OID to PeerExtList',
          applicability: 'safe',
          edits: inFile(directive.file, edits),
        },
      });
    }
  },
});

/** Outside of quotes, as ssl_expr_scan.l of 2.2 reads the line. */
function renames({ file, node: { argsSpan } }: Occurrence): TextEdit[] {
  const text = file.source.text.slice(argsSpan.start, argsSpan.end);
  const found = [...text.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\bOID(?=\s*\()/gi)];
  return found
    .filter(([word]) => /^oid$/i.test(word))
    .map(({ index }) => {
      const start = argsSpan.start + index;
      return { span: { start, end: start + 3 }, text: 'PeerExtList' };
    });
}
