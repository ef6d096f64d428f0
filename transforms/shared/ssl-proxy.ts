// Connections that a proxy makes over TLS.
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { findDirectives, groupByNode } from '../../src/transform/index.ts';
import { linesOf } from './directory-sections.ts';

/** The SSLProxyEngine lines that switch it on where none of these directives (lower case) is set, there or in the main server. */
export function uncheckedProxies(model: ServerModel, names: readonly string[]): Occurrence[] {
  const isSet = (scope: Scope): boolean => linesOf(scope, ...names).length > 0;
  const engines = findDirectives(model, 'SSLProxyEngine').filter(({ args }) => /^on$/i.test(args[0] ?? ''));
  const unchecked = engines.filter(
    ({ scope }) => !isSet(scope) && !isSet(scope.server) && !isSet(model.main),
  );
  return groupByNode(unchecked).map(([first]) => first);
}
