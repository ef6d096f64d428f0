import type { Occurrence } from '../src/model/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { isSince } from '../src/target/index.ts';
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
    does: 'Gives the function `OID` of SSLRequire its 2.4 name, and names .htaccess files that ask for `file()`.',
    why: '2.4 reads SSLRequire by the parser of all its expressions, in which the list of the values of an extension of the client certificate is called `PeerExtList` (mod_ssl, ssl_engine_vars.c). It refuses `OID`, and since 2.4.69 (CVE-2026-59797) `file` in a .htaccess file: it answers 500 to all below that ("not available in restricted context", util_expr_eval.c).',
    before: 'SSLRequire "staff" in OID("1.3.6.1.4.1.18060.12.0.2")',
    after: 'SSLRequire "staff" in PeerExtList("1.3.6.1.4.1.18060.12.0.2")',
    undo: 'Nothing to undo: 2.4 does not start with the old name.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslrequire',
  },
  messages: {
    renamed: '2.4 calls the function OID of SSLRequire PeerExtList, and refuses the old name.',
    file: '2.4 refuses file() in a .htaccess file since 2.4.69 and answers 500 to all below it; older packages may have that fix (CVE-2026-59797). Write the line into a <Directory> of the main configuration.',
  },
  run({ model, target, report }) {
    for (const directive of findDirectives(model, 'SSLRequire')) {
      if (isReadInHtaccess(directive) && namesOutsideQuotes(directive, /^file$/).length > 0) {
        report(placeOf(directive), 'file', { level: isSince(target, '2.4.69') ? 'error' : 'warning' });
      }
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

function renames(directive: Occurrence): TextEdit[] {
  return namesOutsideQuotes(directive, /^oid$/i).map((start) => {
    return { span: { start, end: start + 3 }, text: 'PeerExtList' };
  });
}

/** Where functions of such a name are called, outside of quotes, as ssl_expr_scan.l of 2.2 reads the line. */
function namesOutsideQuotes({ file, node: { argsSpan } }: Occurrence, name: RegExp): number[] {
  const text = file.source.text.slice(argsSpan.start, argsSpan.end);
  return [...text.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\b[a-z]+(?=\s*\()/gi)]
    .filter(([word]) => name.test(word))
    .map(({ index }) => argsSpan.start + index);
}

function isReadInHtaccess({ file, on24 }: Occurrence): boolean {
  return file.role === 'htaccess' && on24 !== 'no';
}
