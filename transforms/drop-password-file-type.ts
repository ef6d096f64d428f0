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
    does: 'Takes the word `standard` after the file of AuthUserFile and AuthGroupFile away.',
    why: '2.2 took a second argument, and no other word there than `standard`, which says nothing (set_authn_file_slot in mod_authn_file.c). 2.4 refuses it.',
    before: 'AuthUserFile conf/users standard',
    after: 'AuthUserFile conf/users',
    undo: 'Nothing to undo: 2.4 does not start with the word.',
    limits: 'Any other second word was refused by 2.2 as well, and is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_file.html#authuserfile',
  },
  messages: {
    dropped: '2.4 refuses a second argument of {name}. The word standard had no effect.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'AuthUserFile', 'AuthGroupFile')) {
      const { node, args } = directive;
      if (args.length !== 2 || args[1] !== 'standard') continue;
      report(placeOf(directive), 'dropped', {
        data: { name: node.name.value },
        fix: {
          title: 'Drop the word standard',
          applicability: 'safe',
          edits: removeArgument(directive, 1),
        },
      });
    }
  },
});
