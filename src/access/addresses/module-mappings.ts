import { isDirective } from '../../catalog/index.ts';
import type { Occurrence } from '../../model/index.ts';
import { plainPath } from '../folders/paths.ts';

/** How a directive of a third-party module maps addresses. */
export type ModuleMapping =
  /** As ScriptAlias does, after it: the folder of the script counts. */
  | 'script'
  | 'script-pattern'
  /** The module answers by itself, before any folder is looked at, or leaves the address as it is. */
  | 'no-folder'
  /** A program or a database decides: any folder, or none. */
  | 'anywhere';

const KNOWN: Readonly<Record<string, ModuleMapping>> = {
  // mod_wsgi, wsgi_hook_intercept: alias_matches of mod_alias, behind it
  wsgiscriptalias: 'script',
  wsgiscriptaliasmatch: 'script-pattern',
  // mod_jk, jk_map_to_storage: OK for what a worker serves
  jkmount: 'no-folder',
  jkmountfile: 'no-folder',
  jkautoalias: 'anywhere',
  // mod_jserv and mod_jk's first release
  apjservmount: 'no-folder',
  // mod_scgi, scgi_map_to_storage
  scgimount: 'no-folder',
  // mod_passenger, mapToStorage: OK for an application's own address
  passengerbaseuri: 'no-folder',
  railsbaseuri: 'no-folder',
  rackbaseuri: 'no-folder',
  passengerenabled: 'no-folder',
  // mod_dav_svn since Subversion 1.7, dav_svn__map_to_storage
  svnpath: 'no-folder',
  svnparentpath: 'no-folder',
  // mod_caucho
  resinconfigserver: 'no-folder',
  cauchoconfigserver: 'no-folder',
  // The plug-in of WebSphere: its file of XML lists the addresses
  webspherepluginconfig: 'no-folder',
  // mod_perl, mod_python, mod_lua: handlers of the translate and the map-to-storage phase
  perltranshandler: 'anywhere',
  perlmaptostoragehandler: 'anywhere',
  pythontranshandler: 'anywhere',
  luahooktranslatename: 'anywhere',
  luahookmaptostorage: 'anywhere',
  // mod_vhost_ldap, mod_ldap_userdir, mod_vhs, mod_myvhost, mod_vhost_dbi
  vhostldapenabled: 'anywhere',
  ldapuserdir: 'anywhere',
  vhs: 'anywhere',
  vhs_path_prefix: 'anywhere',
  myvhoston: 'anywhere',
  vhostdbiquery: 'anywhere',
};

/** Lines that name a file which lists the addresses. */
const LISTED_ELSEWHERE: ReadonlySet<string> = new Set(['jkmountfile', 'webspherepluginconfig']);

/** How modules that are not listed call what maps addresses. */
const MAPPING_NAME =
  /^(?!jk).*(?:alias(?:match)?|mount|baseuri|docroot|documentroot|userdir|transhandler|translatename|maptostorage(?:handler)?)$/;

/** What a directive maps addresses to; null where it is none of those that are known to. @param name in lower case */
export function moduleMapping(name: string): ModuleMapping | null {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name] ?? null;
  return MAPPING_NAME.test(name) && !isDirective(name) ? 'anywhere' : null;
}

/** The address at and below which a module may answer by itself; the root where it may anywhere. */
export function answeredPrefix({ name, args: [first = ''], scope }: Occurrence): string | null {
  const mapping = moduleMapping(name);
  if (mapping === 'anywhere') return '/';
  if (mapping !== 'no-folder' || (name === 'passengerenabled' && /^off$/i.test(first))) return null;
  if (scope.kind.startsWith('location')) {
    return scope.kind === 'location' ? plainPath(scope.args[0] ?? '') : '/';
  }
  if (!first.startsWith('/') || LISTED_ELSEWHERE.has(name)) return '/';
  // `/app/*`, `/app|/*` and `/app*.jsp` of JkMount
  const fixed = first.replace(/[*?|].*/s, '');
  const isWhole = fixed.endsWith('/') || /^\||^$/.test(first.slice(fixed.length));
  return plainPath(isWhole ? fixed : fixed.slice(0, fixed.lastIndexOf('/')));
}
