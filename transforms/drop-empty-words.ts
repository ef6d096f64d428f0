import { defineTransform, findDirectives, placeOf, removeArgument } from '../src/transform/index.ts';

export const dropEmptyWords = defineTransform({
  id: 'drop-empty-words',
  title: 'Drop empty words of IndexOptions',
  stage: 'directives',
  rows: [],
  directives: ['IndexOptions'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes empty words (`""`) at the end of an IndexOptions line away.',
    why: '2.2 stopped reading at an empty word (add_opts in mod_autoindex.c). 2.4 refuses it: "Invalid directory indexing option".',
    before: 'IndexOptions FancyIndexing ""',
    after: 'IndexOptions FancyIndexing',
    undo: 'Nothing to undo: 2.4 does not start with the word.',
    limits: 'An empty word with others after it is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#indexoptions',
  },
  messages: {
    dropped: '2.4 refuses an empty word in IndexOptions; 2.2 ignored it.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'IndexOptions')) {
      const { node } = directive;
      const last = node.args.length - 1;
      if (last < 1 || node.args[last]?.value !== '') continue;
      report(placeOf(directive), 'dropped', {
        fix: {
          title: 'Drop the empty word',
          applicability: 'safe',
          edits: removeArgument(directive, last),
        },
      });
    }
  },
});
