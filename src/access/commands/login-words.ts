import type { Check, Checks } from './types.ts';
import { byVersion, eachOf, notNegative, oneOf } from './word-lists.ts';

/** The file of 2.2 may be said to be of the standard type (`set_authn_file_slot`, mod_authn_file.c; mod_authz_groupfile.c). */
const fileType: Check = ({ args }) => {
  const type = args[1] ?? '';
  return type === '' || type === 'standard' ? null : `Invalid auth file type: ${type}`;
};

const NO_ALGORITHM = 'Invalid algorithm in AuthDigestAlgorithm: {}';
/** Names of third-party providers may be anything; mod_authn_socache came with 2.4. */
const providers = byVersion(eachOf(/^(?!socache$)/, 'Unknown Authn provider: {}'), null);

/** What the modules of login say of the words of their lines (modules/aaa). */
export const LOGIN_CHECKS: Checks = {
  authuserfile: byVersion(fileType, null),
  authgroupfile: byVersion(fileType, null),
  authbasicprovider: providers,
  authdigestprovider: providers,
  // set_algorithm, set_qop, set_nonce_lifetime and set_nonce_format, mod_auth_digest.c.
  authdigestalgorithm: byVersion(
    oneOf(/^MD5(?:-sess)?$/i, NO_ALGORITHM),
    oneOf(/^MD5$/i, "AuthDigestAlgorithm: ERROR: algorithm `{}' is not implemented"),
  ),
  authdigestqop: eachOf(/^(?:none|auth|auth-int)$/i, 'Unrecognized qop: {}'),
  authdigestnoncelifetime: oneOf(/^\s*[+-]?\d+(?:\s|$)/, 'Invalid time in AuthDigestNonceLifetime: {}'),
  authdigestnonceformat: byVersion(() => 'AuthDigestNonceFormat is not implemented (yet)', null),
  // set_cookie_form_size, mod_auth_form.c.
  authformsize: notNegative('AuthCookieFormSize must be a size in bytes, or zero.'),
  // add_authmerging, mod_authz_core.c.
  authmerging: oneOf(/^(?:off|and|or)$/i, 'AuthMerging must be one of: Off | And | Or'),
};
