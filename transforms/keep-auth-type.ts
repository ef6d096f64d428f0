import type { ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';
import { cgiLines, gatewayLines } from './shared/programs.ts';

export const keepAuthType = defineTransform({
  id: 'keep-auth-type',
  title: 'Keep AUTH_TYPE as programs know it',
  stage: 'directives',
  rows: [],
  directives: ['AuthType', 'SSLUserName'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `AuthType Basic` where Basic is written in another case and programs or AJP servers may read AUTH_TYPE. Says once, where SSLUserName takes users from certificates, that it is no longer empty for them.',
    why: 'Both versions take the word in any case. 2.2 told programs `Basic` all the same, 2.4 tells them what the line says (authenticate_basic_user in mod_auth_basic.c), and a program that compares it with `Basic`, as MoinMoin does, no longer knows its users. For users of SSLUserName 2.2 left it empty; since 2.4.68 it is `ClientCert` (ssl_hook_Access in ssl_engine_kernel.c).',
    before: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/\nAuthType basic',
    after: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/\nAuthType Basic',
    undo: 'Write the word as it was.',
    limits:
      'A tree without programs is left alone. AuthType Digest is `Digest` for programs in both versions.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authn_core.html#authtype',
  },
  messages: {
    certificate:
      'Programs get AUTH_TYPE ClientCert for users of SSLUserName since 2.4.68, and got none in 2.2. Check those that read it.',
    kept: '2.4 gives programs AUTH_TYPE as AuthType writes it, {word}. 2.2 gave them Basic.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !hasReaders(model)) return;
    const certificates = findDirectives(model, 'SSLUserName').find(({ on22 }) => on22 !== 'no');
    if (certificates !== undefined && isSince(target, '2.4.68')) {
      report(placeOf(certificates), 'certificate', { level: 'info' });
    }
    for (const directive of findDirectives(model, 'AuthType')) {
      const word = directive.node.args[0]?.value ?? '';
      if (!/^basic$/i.test(word) || word === 'Basic') continue;
      report(placeOf(directive), 'kept', {
        data: { word },
        fix: {
          title: 'Write Basic',
          applicability: 'safe',
          edits: rewriteArgument(directive, 0, 'Basic'),
        },
      });
    }
  },
});

function hasReaders(model: ServerModel): boolean {
  const isForAjp = ({ args }: { args: readonly string[] }): boolean =>
    args.some((word) => /^ajp:/i.test(word));
  return (
    cgiLines(model).length > 0 ||
    gatewayLines(model).length > 0 ||
    findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember', 'RewriteRule').some(isForAjp)
  );
}
