import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';

export const keepDigestNonces = defineTransform({
  id: 'keep-digest-nonces',
  title: 'Keep Digest logins from being used up',
  stage: 'directives',
  rows: [],
  directives: ['AuthDigestNonceLifetime', 'AuthDigestNcCheck'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `AuthDigestNonceLifetime -1` for `0`, and `AuthDigestNcCheck Off` for `On`.',
    why: '2.2 is built without the table of clients that both need: a lifetime of 0 never ends, and requests are not counted (APR_HAS_SHARED_MEMORY in mod_auth_digest.c). 2.4 has the table: 0 is good for one request, and a count that was seen already gets 401, as when a browser sends several requests at once.',
    before: 'AuthDigestNonceLifetime 0',
    after: 'AuthDigestNonceLifetime -1',
    undo: 'Write the old value to have each nonce used once, or the requests counted. All clients must then keep to the order.',
    limits: 'A 2.2 whose source was changed to have the table is not known from its configuration.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_auth_digest.html#authdigestnoncelifetime',
  },
  messages: {
    lifetime:
      'In 2.2 a nonce with this lifetime never ended. In 2.4 it is good for one request, and each further one gets 401 first.',
    count: '2.2 did not check the count of requests. 2.4 answers 401 to a count that it has seen already.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const line of findDirectives(model, 'AuthDigestNonceLifetime', 'AuthDigestNcCheck')) {
      const { name, node } = line;
      const word = node.args[0];
      const isLifetime = name === 'authdigestnoncelifetime';
      const isChanged = isLifetime ? /^[+-]?0+$/ : /^on$/i;
      if (word === undefined || !isChanged.test(word.value)) continue;
      const value = isLifetime ? '-1' : 'Off';
      report(placeOf(line), isLifetime ? 'lifetime' : 'count', {
        fix: {
          title: `Write ${node.name.value} ${value}`,
          applicability: 'safe',
          edits: rewriteArgument(line, 0, value),
        },
      });
    }
  },
});
