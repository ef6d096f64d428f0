import { moduleFacts } from '../catalog/index.ts';
import { occurrencesOf } from '../model/index.ts';
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
    authTypes: authTypes(model),
  };
}

/** The same for the 2.4 server: what 2.2 had, which the module transforms keep loaded. */
export function context24Of(model: ServerModel, accessCompat: boolean): Context24 {
  return { accessCompat, authTypes: authTypes(model) };
}

/** Of httpd's own modules; where others may be loaded, they are taken to serve what is written. */
function authTypes(model: ServerModel): Set<string> {
  const has = (identifier: string) => model.hasModule22(identifier) !== 'no';
  const mayHaveOthers =
    model.kind !== 'server' || model.modules.some(({ identifier }) => moduleFacts(identifier) === null);
  const written = occurrencesOf(model, 'authtype').map(({ args }) => args[0]?.toLowerCase() ?? 'none');
  return new Set([
    ...(has('auth_basic_module') ? ['basic'] : []),
    ...(has('auth_digest_module') ? ['digest'] : []),
    ...(mayHaveOthers ? written.filter((type) => !HTTPD_TYPES.has(type)) : []),
  ]);
}

/** Those that httpd's own modules serve, and the one that none does. */
const HTTPD_TYPES: ReadonlySet<string> = new Set(['none', 'basic', 'digest', 'form']);
