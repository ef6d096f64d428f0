import { withoutNewVariables } from '../src/model/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { argumentValues } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';

/** What they hold names the server's version. */
const OF_VERSION = /%\{(?:LA-[UF]:)?(?:API_VERSION|SERVER_SOFTWARE)\}/i;

export const keepRewriteVariables = defineTransform({
  id: 'keep-rewrite-variables',
  title: 'Keep variables of mod_rewrite empty that 2.4 gives a value',
  stage: 'directives',
  rows: [],
  directives: ['RewriteCond', 'RewriteRule'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes `%{REQUEST_SCHEME}`, `%{CONTEXT_PREFIX}`, `%{CONTEXT_DOCUMENT_ROOT}`, `%{CONN_REMOTE_ADDR}`, `%{IPV6}` and the variables of mod_ssl that 2.2 did not have, such as `%{SSL:SSL_CLIENT_SAN_Email_0}`, out of RewriteCond and RewriteRule.',
    why: '2.2 did not know these variables, and put nothing in their place (lookup_variable in mod_rewrite.c). 2.4 gives them a value: a condition that never held may hold, and the other way round.',
    before: 'RewriteCond %{REQUEST_SCHEME} =http',
    after: 'RewriteCond "" =http',
    undo: 'Write the variable again where the value that 2.4 gives it is meant.',
    limits:
      'A condition that asks for SERVER_SOFTWARE or API_VERSION, which hold the version of the server, is only reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritecond',
  },
  messages: {
    emptied: '2.4 gives a variable in {text} a value. 2.2 did not know it, and put nothing there.',
    versioned: '{text} names the version of the server, which is another one in 2.4: write what is meant.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'RewriteCond', 'RewriteRule')) {
      const { node } = directive;
      const values = argumentValues(node);
      for (const at of expandedWords(directive)) {
        const value = values[at];
        // In most words nothing is put in.
        if (value?.includes('%{') !== true) continue;
        const [versioned] = OF_VERSION.exec(value) ?? [];
        if (versioned !== undefined && directive.name === 'rewritecond') {
          report(placeOf(directive), 'versioned', { data: { text: versioned }, level: 'error' });
        }
        const made = withoutNewVariables(value);
        if (made === value) continue;
        report(placeOf(directive), 'emptied', {
          data: { text: value },
          fix: {
            title: 'Put nothing there',
            applicability: 'safe',
            edits: rewriteArgument(directive, at, made),
          },
        });
      }
    }
  },
});

/** The arguments in which variables are put: of a condition what it looks at, of a rule what it makes, and its flags. */
function expandedWords({ name }: Occurrence): readonly number[] {
  return name === 'rewritecond' ? [0] : [1, 2];
}
