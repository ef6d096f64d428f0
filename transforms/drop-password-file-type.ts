import { defineTransform, findDirectives, placeOf, removeArgument } from '../src/transform/index.ts';

export const dropPasswordFileType = defineTransform({
  id: 'drop-password-file-type',
  title: 'Drop the second argument of AuthUserFile and AuthGroupFile',
  stage: 'directives',
  rows: [],
  directives: ['AuthUserFile', 'AuthGroupFile'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes the word `standard`, or an empty one, after the file of AuthUserFile and AuthGroupFile away.',
    why: '2.2 took a second argument, and no other word there than `standard` or an empty one, which say nothing (set_authn_file_slot in mod_authn_file.c). 2.4 refuses any.',
    before: 'AuthUserFile conf/users standard',
    after: 'AuthUserFile conf/users',
    undo: 'Nothing to undo: 2.4 does not start with the word.',
    limits: 'Any other second word was refused by 2.2 as well, and is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_file.html#authuserfile',
  },
  messages: {
    dropped: '2.4 refuses a second argument of {name}. {word} had no effect.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'AuthUserFile', 'AuthGroupFile')) {
      const { node, args } = directive;
      const [, type] = args;
      if (args.length !== 2 || (type !== 'standard' && type !== '')) continue;
      const word = type === '' ? 'The empty word' : 'The word standard';
      report(placeOf(directive), 'dropped', {
        data: { name: node.name.value, word },
        fix: {
          title: 'Drop the second argument',
          applicability: 'safe',
          edits: removeArgument(directive, 1),
        },
      });
    }
  },
});
