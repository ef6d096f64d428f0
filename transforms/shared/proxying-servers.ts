// Which servers hand requests on before a folder is looked up (mod_proxy's and mod_rewrite's translate_name).
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { readRewriteFlags } from '../../src/model/index.ts';
import { rememberWeakly } from '../../src/text/index.ts';
import { findDirectives } from '../../src/transform/index.ts';

/** What the main server says of ProxyPass and ProxyRequests is so for its virtual hosts, too; its RewriteRule lines are its own. */
export interface ProxyingServers {
  readonly has: (server: Scope) => boolean;
  /** This server, or, of the main one, any. */
  readonly hasBelow: (server: Scope) => boolean;
}

export const proxyingServers = rememberWeakly((model: ServerModel): ProxyingServers => {
  const passes = findDirectives(model, 'ProxyPass', 'ProxyPassMatch').filter(
    ({ args }) => !args.includes('!'),
  );
  const forward = findDirectives(model, 'ProxyRequests').filter(({ args }) => /^on$/i.test(args[0] ?? ''));
  const rules = findDirectives(model, 'RewriteRule').filter(isProxiedAtOnce);
  const inherited = new Set([...passes, ...forward].map(({ scope }) => scope.server));
  const own = new Set(rules.map(({ scope }) => scope.server));
  const has = (server: Scope): boolean =>
    inherited.has(server) || inherited.has(model.main) || own.has(server);
  return {
    has,
    hasBelow: (server) => has(server) || (server === model.main && inherited.size + own.size > 0),
  };
});

/** Those of folders come after the type of the file was found out. */
function isProxiedAtOnce({ args: [, , flags = ''], scope, on22 }: Occurrence): boolean {
  return on22 !== 'no' && scope === scope.server && readRewriteFlags(flags).has('P');
}
