import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { scopesOf } from '../src/model/index.ts';
import { inPart, lazy } from '../src/text/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { takeOut } from './shared/ssl-protocol.ts';

export const removeSslv2 = defineTransform({
  id: 'remove-sslv2',
  title: 'Take SSLv2 out of SSLProtocol',
  stage: 'directives',
  rows: ['remove-sslv2'],
  directives: ['SSLProtocol', 'SSLProxyProtocol', 'SSLCipherSuite', 'SSLProxyCipherSuite'],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['only', 'cipher-none'],
  docs: {
    does: 'Takes SSLv2 out of SSLProtocol and SSLProxyProtocol, and points out cipher lists that name it, or nothing but ciphers that OpenSSL 3 does not have (export ciphers, LOW, MEDIUM, eNULL, RC4, 3DES).',
    why: 'mod_ssl of 2.4 has no SSLv2 and refuses to be asked for it (ssl_cmd_protocol_parse). `all` no longer contains it, and `-SSLv2` is still read.',
    before: 'SSLProtocol +SSLv2 +TLSv1',
    after: 'SSLProtocol +TLSv1',
    undo: 'Nothing to undo: 2.4 does not start with the word.',
    limits:
      'A line that names SSLv2 alone is only reported: somebody must choose another protocol. So is a list of ciphers without one that is left.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslprotocol',
  },
  messages: {
    removed: '2.4 has no SSLv2 and refuses {name} with it.',
    only: '2.4 has no SSLv2, and {name} asks for nothing else here. Write the protocols that are wanted, such as `{name} all -SSLv3`.',
    cipher:
      '{name} names ciphers of SSLv2, which 2.4 does not have. OpenSSL ignores them; remove them when you next change the list.',
    'cipher-only':
      '{name} names ciphers of SSLv2 only, which 2.4 does not have: where TLS is on it does not start (AH01898). Write a list for TLS, such as HIGH:!aNULL.',
    'cipher-gone':
      '{name} names no cipher that OpenSSL 3 has, as it is usually built ({words}): where TLS is on 2.4 does not start (AH01898). Write a list for TLS, such as HIGH:!aNULL.',
    'cipher-none':
      '{name} names no cipher that OpenSSL 3 has, as it is usually built ({words}), and TLS is on with it: 2.4 does not start (AH01898). Write a list for TLS, such as HIGH:!aNULL.',
  },
  run(context) {
    const { model, report } = context;
    takeOut('SSLv2', 'info', context);
    const inUse = lazy(() => new Set(LISTS.flatMap((names) => [...linesInUse(model, names)])));
    for (const directive of findDirectives(model, 'SSLCipherSuite', 'SSLProxyCipherSuite')) {
      const words = (directive.args.at(-1) ?? '').split(/[:, ]/).filter((word) => /^[^!-]/.test(word));
      const asked = words.filter(isAsked);
      const byWords = messageFor(words);
      if (byWords === null) continue;
      const messageId = byWords !== 'cipher' && inUse().has(directive) ? 'cipher-none' : byWords;
      report(placeOf(directive), messageId, {
        data: {
          name: directive.node.name.value,
          words: inPart((asked.length > 0 ? asked : words).join(', ')),
        },
        level: LEVELS[messageId],
      });
    }
  },
});

/** With the line that switches them on. */
const LISTS = [
  ['SSLCipherSuite', 'SSLEngine'],
  ['SSLProxyCipherSuite', 'SSLProxyEngine'],
] as const;

const LEVELS = {
  cipher: 'info',
  'cipher-only': 'error',
  'cipher-gone': 'warning',
  'cipher-none': 'error',
} as const;

/**
 * The cipher lines that the main server or some host starts TLS with: its last one, or else that of the main server. Those of folders are
 * for renegotiation (ssl_init_ctx_cipher_suite, ssl_engine_init.c).
 */
function linesInUse(
  model: ServerModel,
  [ciphers, engine]: readonly [string, string],
): ReadonlySet<Occurrence> {
  const lineFor = lastLines(model, ciphers);
  const engineFor = lastLines(model, engine);
  const hosts = scopesOf(model, 'server', 'virtualhost').filter(
    (host) => engineFor(host)?.args[0]?.toLowerCase() === 'on',
  );
  return new Set(hosts.flatMap((host) => lineFor(host) ?? []));
}

function lastLines(model: ServerModel, name: string): (host: Scope) => Occurrence | undefined {
  const lines = findDirectives(model, name).filter(
    ({ scope, on24 }) => scope === scope.server && on24 === 'yes',
  );
  const last = new Map(lines.map((line) => [line.scope, line]));
  return (host) => last.get(host) ?? last.get(model.main);
}

/** @param words those that ask for ciphers, or, with a `+`, for their place among the others */
function messageFor(words: readonly string[]): keyof typeof LEVELS | null {
  if (words.length > 0 && words.every(isOfV2)) return 'cipher-only';
  const asked = words.filter(isAsked);
  // A cipher has to be all that is joined by `+`.
  if (asked.length > 0 && asked.every((word) => word.split('+').some(isGone))) return 'cipher-gone';
  return words.some(isOfV2) ? 'cipher' : null;
}

/** `+RC4` only moves them behind the others. */
function isAsked(word: string): boolean {
  return /^[^+@]/.test(word);
}

function isOfV2(word: string): boolean {
  return /^\+?(?:SSLv2|SSL2|SSL_CK_\w+)$/i.test(word);
}

/** Taken out by OpenSSL 3, most of them by 1.1.0; and mod_ssl of 2.4 writes `:!aNULL:!eNULL:!EXP` behind each list. */
function isGone(word: string): boolean {
  return GONE.test(word) || isOfV2(word);
}

const GONE =
  /^(?:EXP(?:ORT)?(?:40|56)?|LOW|MEDIUM|[ae]?NULL|ADH|AECDH|KRB5|RC[24]|IDEA|SEED|3?DES|MD5|(?:EXP(?:1024)?|NULL|ADH|AECDH|KRB5)-[\w-]+|[\w-]+-NULL-\w+|(?:[\w-]+-)?(?:DES-CBC3?|RC4|IDEA-CBC|SEED)-\w+)$/;
