// <AuthzProviderAlias> of 2.4: what the lines that name one stand for.
import type { ServerModel } from '../../model/index.ts';
import type { RequireTree } from '../policy/index.ts';
import { aliasSections } from '../sections/authn-aliases.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** A provider, and all that it is told: what a line that names the alias says besides is not looked at. */
interface AuthzAlias {
  readonly provider: string;
  readonly args: string;
}

/** Of several of one name the last counts (`authz_require_alias_section`, mod_authz_core.c). Those with settings of their own are left out. */
export function authzAliases(model: ServerModel, world: World): ReadonlyMap<string, AuthzAlias> {
  const aliases = new Map<string, AuthzAlias>();
  for (const { args, items, guards } of aliasSections(model, 'authz')) {
    const [provider, name, told = ''] = args;
    if (provider === undefined || name === undefined || !isLive(guards, '2.4', world)) continue;
    if (items.length === 0 || !readsSettings(provider)) aliases.set(name, { provider, args: told });
    else aliases.delete(name);
  }
  return aliases;
}

/** Whether what it answers depends on directives, as on AuthGroupFile. */
function readsSettings(provider: string): boolean {
  return /group|^(?:ldap|dbd)-/.test(provider);
}

/** The tree with what its lines stand for. */
export function withoutAliases(tree: RequireTree, aliases: ReadonlyMap<string, AuthzAlias>): RequireTree {
  if (tree.type !== 'leaf') {
    return { ...tree, children: tree.children.map((child) => withoutAliases(child, aliases)) };
  }
  const alias = aliases.get(tree.provider);
  return alias === undefined ? tree : { ...tree, ...alias };
}
