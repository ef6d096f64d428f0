import type { Occurrence, ServerModel } from '../../model/index.ts';
import { walkScopes } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** `<AuthnProviderAlias PROVIDER NAME>`: a provider that AuthBasicProvider can name, with settings of its own. */
export interface AuthnAlias {
  /** Lower case. */
  readonly provider: string;
  readonly name: string;
  readonly lines: readonly Occurrence[];
}

/** In reading order: of several with one name the last counts (`ap_register_provider`). */
export const authnAliases: (model: ServerModel) => readonly AuthnAlias[] = rememberWeakly(({ main }) =>
  [...walkScopes(main)].flatMap(({ name, args: [provider, alias], items }) => {
    if (name !== 'authnprovideralias' || provider === undefined || alias === undefined) return [];
    const lines = items.flatMap((item) => (item.type === 'occurrence' ? [item] : []));
    return [{ provider: provider.toLowerCase(), name: alias, lines }];
  }),
);
