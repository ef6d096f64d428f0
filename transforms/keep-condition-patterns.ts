import { setArgument } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';
import { requote } from './shared/requote.ts';

export const keepConditionPatterns = defineTransform({
  id: 'keep-condition-patterns',
  title: 'Keep patterns of RewriteCond that 2.4 would read as tests',
  stage: 'directives',
  rows: [],
  directives: ['RewriteCond'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes the hyphen at the start of a pattern as `[-]` where 2.4 would read a test that 2.2 did not have: -h, -L, -eq, -ne, -lt, -le, -gt, -ge.',
    why: '2.2 knew -d, -f, -F, -l, -s, -U and -x, and took everything else that begins with a hyphen for a regular expression (cmd_rewritecond in mod_rewrite.c).',
    before: 'RewriteCond %{QUERY_STRING} -lt5',
    after: 'RewriteCond %{QUERY_STRING} [-]lt5',
    undo: 'Write the hyphen alone where the test of 2.4 is meant.',
    limits:
      'A pattern that begins with `<=` or `>=` meant less, or greater, than a text that begins with `=`; that is only reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritecond',
  },
  messages: {
    kept: '2.4 reads {pattern} as a test. 2.2 took it for a regular expression.',
    compared:
      '2.4 reads {pattern} as "{words} or equal". 2.2 compared with a text that begins with an equals sign: write what is meant.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'RewriteCond')) {
      const { file, node } = directive;
      const word = node.args[1];
      const pattern = word?.value.replace(/^!/, '') ?? '';
      if (word === undefined) continue;
      if (/^[<>]=/.test(pattern)) {
        const words = pattern.startsWith('<') ? 'less' : 'greater';
        report(placeOf(directive), 'compared', { data: { pattern, words }, level: 'error' });
      }
      if (!/^-(?:[hL]$|(?:lt|le|gt|ge|eq|ne).)/s.test(pattern)) continue;
      const kept = word.value.replace('-', '[-]');
      report(placeOf(directive), 'kept', {
        data: { pattern },
        fix: {
          title: 'Keep the regular expression',
          applicability: 'safe',
          edits: inFile(file, setArgument(file.document, node, 1, requote(word, kept))),
        },
      });
    }
  },
});
