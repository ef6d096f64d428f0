import { isForRequests, isLimit } from '../src/model/index.ts';
import type { Scope } from '../src/model/index.ts';
import { leadingComments, quoteWord } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertBefore,
  placeOf,
  removeNode,
} from '../src/transform/index.ts';
import { htaccessAround } from './shared/htaccess-place.ts';

export const liftCertificateAuthorities = defineTransform({
  id: 'lift-certificate-authorities',
  title: 'Take SSLCACertificateFile out of sections',
  stage: 'directives',
  rows: [],
  directives: ['SSLCACertificateFile', 'SSLCACertificatePath'],
  applicability: 'safe',
  refusedAtStart: ['left'],
  docs: {
    does: 'Writes SSLCACertificateFile and SSLCACertificatePath lines that stand in a section before it.',
    why: '2.4 refuses them there ("Your SSL library does not have support for per-directory CA", ssl_engine_config.c). 2.2 took them for the whole virtual host, wherever they stood.',
    before:
      '<Location /staff>\n    SSLVerifyClient require\n    SSLCACertificateFile conf/staff-ca.pem\n</Location>',
    after:
      'SSLCACertificateFile conf/staff-ca.pem\n<Location /staff>\n    SSLVerifyClient require\n</Location>',
    undo: 'Nothing to undo: 2.4 does not start with the line in its old place.',
    limits:
      'Lines inside guards of their own in a section, and those of .htaccess files, are left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcacertificatefile',
  },
  messages: {
    lifted:
      '2.4 refuses {name} in a section. 2.2 took it for the whole virtual host; written before the section, it still applies to that. If several sections have one, only the last counted.',
    left: '2.4 refuses {name} in a section. Write it before the section: 2.2 took it for the whole virtual host.',
    htaccess:
      '2.4 refuses {name} in a .htaccess file and answers 500 to all below it. In 2.2 the line changed no connection: take it away.',
  },
  run({ model, report }) {
    for (const [line] of groupByNode(findDirectives(model, 'SSLCACertificateFile', 'SSLCACertificatePath'))) {
      const { file, node, scope, guards } = line;
      const data = { name: node.name.value };
      if (htaccessAround(scope) !== null) {
        report(placeOf(line), 'htaccess', { data, level: 'error' });
        continue;
      }
      const sections = sectionsAround(scope);
      const outermost = sections.at(-1);
      if (!sections.some((section) => isForRequests(section) && !isLimit(section))) continue;
      const isPlain =
        guards.length === 0 && sections.slice(0, -1).every((section) => section.guards.length === 0);
      if (!outermost?.node || outermost.file !== file || !isPlain) {
        report(placeOf(line), 'left', { data, level: 'error' });
        continue;
      }
      const first = leadingComments(file.document, outermost.node)[0] ?? outermost.node;
      const text = [data.name, ...node.args.map(({ value }) => quoteWord(value))].join(' ');
      report(placeOf(line), 'lifted', {
        data,
        fix: {
          title: `Write ${data.name} before the section`,
          applicability: 'safe',
          edits: [...insertBefore({ file, node: first }, [text]), ...removeNode(line)],
        },
      });
    }
  },
});

/** Those between the line and its server, innermost first. */
function sectionsAround(scope: Scope): Scope[] {
  return scope === scope.server || scope.parent === null ? [] : [scope, ...sectionsAround(scope.parent)];
}
