import { directive22, directive24 } from './directives.ts';
import type { DirectiveFacts } from './types.ts';

/**
 * What a directive has to say about who gets in. `host`: the old host rules (override class Limit); `authorization`: which users
 * or requests are let in and how the rules combine; `authentication`: how users prove who they are (both of override class AuthConfig);
 * `tls`: demands on the connection.
 */
export type AccessRole = 'host' | 'authorization' | 'authentication' | 'tls';

const TLS = new Set(['sslrequire', 'sslrequiressl', 'sslverifyclient']);
const IN_CORE_22: Readonly<Record<string, AccessRole>> = {
  require: 'authorization',
  satisfy: 'authorization',
  authname: 'authentication',
  authtype: 'authentication',
};

/** The role of a directive of 2.2 (any case); null for names that have none or that 2.2 does not know. */
export function accessRole22(name: string): AccessRole | null {
  const facts = directive22(name);
  if (!facts) return null;
  return IN_CORE_22[facts.name.toLowerCase()] ?? roleByModule(facts);
}

/** The role of a directive or section of 2.4 (any case); null for names that have none or that 2.4 does not know. */
export function accessRole24(name: string): AccessRole | null {
  const facts = directive24(name);
  return facts ? roleByModule(facts) : null;
}

function roleByModule({ name, module, flags }: DirectiveFacts): AccessRole | null {
  if (TLS.has(name.toLowerCase())) return 'tls';
  if (module === 'mod_authz_host' || module === 'mod_access_compat') {
    return flags.includes('OR_LIMIT') ? 'host' : 'authorization';
  }
  if (module.startsWith('mod_authz_') || /^authz/i.test(name)) return 'authorization';
  return module.startsWith('mod_auth') && flags.includes('OR_AUTHCFG') ? 'authentication' : null;
}
