import { modulesProvidingName24 } from '../../catalog/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { untilEmpty } from '../../text/index.ts';
import { aliasSections } from '../sections/authn-aliases.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';

/** The names that `<AuthnProviderAlias>`, `<AuthzProviderAlias>`, AuthnzFcgiDefineProvider and LuaAuthzProvider give. */
export function aliasesOf(model: ServerModel, kind: 'authn' | 'authz'): ReadonlySet<string> {
  const sections = aliasSections(model, kind).flatMap(({ args }) => args[1] ?? []);
  const lines = occurrencesOf(model, 'authnzfcgidefineprovider').flatMap(({ args: [what = '', name] }) =>
    ['authnz', kind].includes(what.toLowerCase()) ? (name ?? []) : [],
  );
  const ofLua = kind === 'authz' ? occurrencesOf(model, 'luaauthzprovider') : [];
  return new Set([...sections, ...lines, ...ofLua.flatMap(({ args: [name] }) => name ?? [])]);
}

/** Names are compared with regard to case. One that no module of httpd's own has may be another module's. */
export function isProvided(
  kind: 'authn' | 'authz',
  name: string,
  { hasOneOf, hasOthers }: KnownDirectives,
): boolean {
  const modules = name === name.toLowerCase() ? modulesProvidingName24(kind, name) : [];
  return modules.length === 0 ? hasOthers : hasOneOf(modules);
}

/** What AuthBasicProvider and its like say of a name that nobody has (mod_auth_basic.c, `add_authn_provider`). */
export function providerError(
  { name, args }: Occurrence,
  aliases: ReadonlySet<string>,
  known: KnownDirectives,
): string | null {
  if (!/^auth(?:basic|digest|form)provider$/.test(name)) return null;
  const odd = untilEmpty(args).find((word) => !aliases.has(word) && !isProvided('authn', word, known));
  return odd === undefined ? null : `Unknown Authn provider: ${odd}`;
}
