import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { isInHtaccess, sectionsNamed } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** `<AuthnProviderAlias PROVIDER NAME>`: a provider that AuthBasicProvider can name, with settings of its own. */
export interface AuthnAlias {
  /** Lower case. */
  readonly provider: string;
  readonly name: string;
  readonly lines: readonly Occurrence[];
}

/** In reading order: of several with one name the last counts (`ap_register_provider`). */
export const authnAliases: (model: ServerModel) => readonly AuthnAlias[] = rememberWeakly((model) =>
  aliasSections(model, 'authn').flatMap(({ args: [provider, alias], items }) => {
    if (provider === undefined || alias === undefined) return [];
    const lines = items.flatMap((item) => (item.type === 'occurrence' ? [item] : []));
    return [{ provider: provider.toLowerCase(), name: alias, lines }];
  }),
);

/** The `<AuthnProviderAlias>` or `<AuthzProviderAlias>` sections of the configuration, in reading order. */
export function aliasSections(model: ServerModel, kind: 'authn' | 'authz'): Scope[] {
  const named = sectionsNamed(model, (name) => name === `${kind}provideralias`);
  return named.filter((scope) => !isInHtaccess(scope));
}
