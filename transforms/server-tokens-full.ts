import { isFilledIn } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

const KNOWN = /^(os|min|minimal|major|minor|prod|productonly|full)$/i;

export const serverTokensFull = defineTransform({
  id: 'server-tokens-full',
  title: 'Write unknown ServerTokens as Full',
  stage: 'directives',
  rows: [],
  directives: ['ServerTokens'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes Full for a word that ServerTokens does not know.',
    why: '2.2 took every word that it did not know as Full (set_serv_tokens in server/core.c). 2.4 refuses it.',
    before: 'ServerTokens Everything',
    after: 'ServerTokens Full',
    undo: 'Write the word that was meant; Prod says least.',
    limits: 'A value that is a variable of unknown content is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#servertokens',
  },
  messages: {
    rewritten:
      '2.4 refuses ServerTokens {value}; 2.2 took it as Full and told every client the versions of all modules. Prod says least.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'ServerTokens')) {
      const { args } = directive;
      const [value] = args;
      if (value === undefined || KNOWN.test(value) || isFilledIn(value, directive)) continue;
      report(placeOf(directive), 'rewritten', {
        data: { value },
        fix: {
          title: 'Write ServerTokens Full',
          applicability: 'safe',
          edits: setArgument(directive, 0, 'Full'),
        },
      });
    }
  },
});
