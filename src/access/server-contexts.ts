import type { ServerModel } from '../model/index.ts';
import type { AuthzModule, Context22, Context24 } from './policy/index.ts';
import { authzHookOrder } from './policy/index.ts';

/** In the order in which they are compiled in, where they are (modules/aaa/config.m4 of 2.2). */
const AUTHZ_MODULES: Readonly<Record<string, AuthzModule>> = {
  authz_groupfile_module: 'groupfile',
  authz_user_module: 'user',
  authz_dbm_module: 'dbm',
  authz_owner_module: 'owner',
  authnz_ldap_module: 'ldap',
};

/** What the modules of the 2.2 server say about access, as far as its LoadModule lines tell. */
export function context22Of(model: ServerModel): Context22 {
  const loaded = model.modules
    .filter(({ occurrence }) => occurrence.on22 !== 'no')
    .map(({ identifier }) => identifier);
  const authz = loaded.flatMap((identifier) => AUTHZ_MODULES[identifier] ?? []);
  const builtin = Object.entries(AUTHZ_MODULES)
    .filter(([identifier]) => !loaded.includes(identifier) && model.hasModule22(identifier) !== 'no')
    .map(([, module]) => module);
  return {
    authzModules: authzHookOrder([...builtin, ...authz]),
    authzDefault: model.hasModule22('authz_default_module') !== 'no',
    authnDefault: model.hasModule22('authn_default_module') !== 'no',
    authTypes: authTypes((identifier) => model.hasModule22(identifier) !== 'no'),
  };
}

/** The same for the 2.4 server: what 2.2 had, which the module transforms keep loaded. */
export function context24Of(model: ServerModel, accessCompat: boolean): Context24 {
  return { accessCompat, authTypes: authTypes((identifier) => model.hasModule22(identifier) !== 'no') };
}

function authTypes(has: (identifier: string) => boolean): Set<string> {
  return new Set([
    ...(has('auth_basic_module') ? ['basic'] : []),
    ...(has('auth_digest_module') ? ['digest'] : []),
  ]);
}
