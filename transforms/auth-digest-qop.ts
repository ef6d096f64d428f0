import { isFilledIn } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, replaceArguments } from '../src/transform/index.ts';

/** RFC 2069 is gone since (CHANGES of 2.4.69). */
const ONLY_AUTH = '2.4.69';

export const authDigestQop = defineTransform({
  id: 'auth-digest-qop',
  title: 'Write AuthDigestQop as auth',
  stage: 'directives',
  rows: [],
  directives: ['AuthDigestQop', 'AuthType'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `auth` where AuthDigestQop asks for `none` or `auth-int`. Says once, where AuthType is Digest, that clients without qop can no longer log in.',
    why: '2.4.69 and later know only `auth` and refuse the rest (mod_auth_digest.c). The same users get in with the same passwords; browsers have sent `auth` for many years.',
    before: 'AuthDigestQop none',
    after: 'AuthDigestQop auth',
    undo: 'Nothing to undo: 2.4.69 does not start with the old value.',
    limits: 'Earlier releases of 2.4 read the values as 2.2 does: for them nothing is changed.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestqop',
  },
  messages: {
    'old-clients':
      '2.4.69 and later refuse Digest logins that name no qop. 2.2 took them: clients that know only the Digest of RFC 2069 (before 1999), such as some devices and scripts, can no longer log in.',
    rewritten:
      '2.4.69 and later refuse AuthDigestQop {value}: they support only auth, which is also the default of 2.2.',
  },
  run({ model, target, writtenFor, report }) {
    if (!isSince(target, ONLY_AUTH)) return;
    const digest = findDirectives(model, 'AuthType').find(({ args }) => /^digest$/i.test(args[0] ?? ''));
    if (digest !== undefined && writtenFor === '2.2') report(placeOf(digest), 'old-clients');
    for (const directive of findDirectives(model, 'AuthDigestQop')) {
      const { args } = directive;
      // An empty word ends the list: the line says nothing (remove-empty-directives).
      if (args[0] === '' || args.every((word) => /^auth$/i.test(word) || isFilledIn(word, directive)))
        continue;
      report(placeOf(directive), 'rewritten', {
        data: { value: args.join(' ') },
        level: 'warning',
        fix: {
          title: 'Write AuthDigestQop auth',
          applicability: 'safe',
          edits: replaceArguments(directive, 'auth'),
        },
      });
    }
  },
});
