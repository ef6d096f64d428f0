import { EXPRESSION_TEXTS } from '../src/catalog/index.ts';
import { argumentValues } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';

export const escapeLiteralExpressions = defineTransform({
  id: 'escape-literal-expressions',
  title: 'Escape text that 2.4 would take for an expression',
  stage: 'directives',
  rows: [],
  directives: ['ErrorDocument', 'AuthName', 'AuthType', 'SetHandler'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Names `ErrorDocument 404 DEFAULT` and the like, and puts a backslash before `%{`, before `$1` to `$9` and `$0`, and before a backslash in the text of ErrorDocument, AuthName, AuthType and SetHandler.',
    why: '2.4 reads these texts as expressions (ErrorDocument and SetHandler since 2.4.13, AuthName and AuthType since 2.4.55; util_expr_scan.l): an unknown variable is refused, a known one is replaced, and a backslash is taken away. 2.2 sent them as they stand. And for 2.2 only `default` in small letters was its own page, where 2.4 takes any (set_error_document in server/core.c).',
    before: 'ErrorDocument 404 "100%{sure}"',
    after: 'ErrorDocument 404 "100\\%{sure}"',
    undo: 'Take the backslashes away where an expression is wanted.',
    limits:
      'Nothing is changed for a target that is older: before those versions the backslash would be sent, too.',
    link: 'https://httpd.apache.org/docs/2.4/expr.html',
  },
  messages: {
    escaped:
      '2.4 reads the text of {name} as an expression, in which {special} has a meaning. 2.2 sent it as it stands, and so does the escaped form.',
    builtIn:
      '2.2 sent the text {text}; 2.4 sends its own page, as for `default` in small letters. If the text is wanted, add a word or a full stop to it.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, ...EXPRESSION_TEXTS.keys())) {
      const { node, name } = directive;
      const { argument, since } = EXPRESSION_TEXTS.get(name)!;
      const text = argumentValues(node)[argument];
      if (name === 'errordocument' && text !== 'default' && text?.toLowerCase() === 'default') {
        report(placeOf(directive), 'builtIn', { level: 'warning', data: { text } });
      }
      if (text === undefined || isPlain(text) || !isSince(target, since)) continue;
      const { value } = node.args[argument]!;
      report(placeOf(directive), 'escaped', {
        data: { name: node.name.value, special: SPECIAL.exec(text)?.[0] ?? '' },
        fix: {
          title: 'Escape the text',
          applicability: 'safe',
          edits: rewriteArgument(directive, argument, escapeSpecial(value)),
        },
      });
    }
  },
});

const SPECIAL = /\\|%\{|\$\d/;

/** Whether nothing in the text has a meaning, or all of it is escaped already: so a second run finds nothing to do. */
function isPlain(text: string): boolean {
  return /^(?:[^\\%$]|\\[\\%$]|%(?!\{)|\$(?!\d))*$/.test(text);
}

function escapeSpecial(text: string): string {
  return text.replace(/\\|%(?=\{)|\$(?=\d)/g, '\\$&');
}
