import { defineTransform, findDirectives, placeOf, replaceArguments } from '../src/transform/index.ts';

export const authDigestAlgorithm = defineTransform({
  id: 'auth-digest-algorithm',
  title: 'Write AuthDigestAlgorithm as MD5',
  stage: 'directives',
  rows: [],
  directives: ['AuthDigestAlgorithm'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `MD5` where AuthDigestAlgorithm says `MD5-sess`.',
    why: '2.4 has only MD5, which is also the default, and refuses MD5-sess (set_algorithm in mod_auth_digest.c), which 2.2 had in part. The password file is the same for both, and so are the users who get in.',
    before: 'AuthDigestAlgorithm MD5-sess',
    after: 'AuthDigestAlgorithm MD5',
    undo: 'Nothing to undo: 2.4 does not start with the old value.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestalgorithm',
  },
  messages: {
    rewritten:
      '2.4 refuses AuthDigestAlgorithm MD5-sess. It knows only MD5, the default; clients take the algorithm that the server names, and the password file stays.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'AuthDigestAlgorithm')) {
      const { args } = directive;
      if (args[0]?.toLowerCase() !== 'md5-sess') continue;
      report(placeOf(directive), 'rewritten', {
        level: 'warning',
        fix: {
          title: 'Write AuthDigestAlgorithm MD5',
          applicability: 'safe',
          edits: replaceArguments(directive, 'MD5'),
        },
      });
    }
  },
});
