import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const rewriteCondExpr = defineTransform({
  id: 'rewrite-cond-expr',
  title: 'Keep RewriteCond expr a comparison with text',
  stage: 'directives',
  rows: [],
  directives: ['RewriteCond'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Puts a backslash before the word `expr` where it is what a RewriteCond looks at.',
    why: 'In 2.4 `RewriteCond expr` is followed by an expression (cmd_rewritecond in mod_rewrite.c). 2.2 compared the text expr with the pattern; `\\expr` is that text to both.',
    before: 'RewriteCond expr ^ex',
    after: 'RewriteCond \\expr ^ex',
    undo: 'Take the backslash away where an expression of 2.4 is meant.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritecond',
  },
  messages: {
    kept: '2.4 reads what follows RewriteCond expr as an expression; 2.2 compared the text expr with it.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'RewriteCond')) {
      const { args } = directive;
      if (args[0]?.toLowerCase() !== 'expr') continue;
      report(placeOf(directive), 'kept', {
        fix: {
          title: 'Compare the text',
          applicability: 'safe',
          edits: setArgument(directive, 0, `\\${args[0]}`),
        },
      });
    }
  },
});
