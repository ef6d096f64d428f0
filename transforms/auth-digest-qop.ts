import { isFilledIn } from '../src/model/index.ts';
import { replaceArguments } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const authDigestQop = defineTransform({
  id: 'auth-digest-qop',
  title: 'Write AuthDigestQop as auth',
  stage: 'directives',
  rows: [],
  directives: ['AuthDigestQop'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `auth` where AuthDigestQop asks for `none` or `auth-int`.',
    why: 'Late versions of 2.4 know only `auth` and refuse the rest. The same users get in with the same passwords; browsers have sent `auth` for many years.',
    before: 'AuthDigestQop none',
    after: 'AuthDigestQop auth',
    undo: 'Nothing to undo: 2.4 does not start with the old value.',
    limits: 'A client that knows only the Digest of RFC 2069 (before 1999) can no longer log in.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestqop',
  },
  messages: {
    rewritten: '2.4 refuses AuthDigestQop {value}: it supports only auth, which is also the default of 2.2.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'AuthDigestQop')) {
      const { file, node, args } = directive;
      // An empty word ends the list: the line says nothing (remove-empty-directives).
      if (args[0] === '' || args.every((word) => /^auth$/i.test(word) || isFilledIn(word, directive)))
        continue;
      report(placeOf(directive), 'rewritten', {
        data: { value: args.join(' ') },
        level: 'warning',
        fix: {
          title: 'Write AuthDigestQop auth',
          applicability: 'safe',
          edits: inFile(file, replaceArguments(file.document, node, 'auth')),
        },
      });
    }
  },
});
