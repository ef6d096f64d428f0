import type { DirectiveFacts, Place } from '../../catalog/index.ts';
import { permittedPlaces } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { isLimit, isRequireContainer } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import { writtenName } from '../sections/written-line.ts';
import { UNREAD_CONDITIONS } from '../unread/unread-rules.ts';

/** What a server says against a line since it stands where it stands. @param isWhole as in `commandError` */
export function placeError(
  item: Occurrence | Scope,
  facts: DirectiveFacts,
  isWhole: boolean,
  version: Version,
): string | null {
  const around = sectionsAround(item);
  const name = writtenName(item);
  const byVersion = version === '2.2' ? contextError22(item, around) : error24(item, facts, around);
  if (byVersion !== null) return byVersion;
  const place = placeOf(item);
  if (version === '2.4' && place === 'server' && ALIASES.has(item.name) && !hasTarget(item)) {
    return isWhole ? 'Alias must have two arguments when used globally' : null;
  }
  // `set_server_alias`, server/core.c.
  const isForHosts = item.name === 'serveralias';
  if (place === 'server' && isForHosts && isWhole && serverOf(item).kind !== 'virtualhost') {
    return `${name} only used in <VirtualHost>`;
  }
  // What may stand in .htaccess files is the matter of AllowOverride.
  const isKnown = (place === 'server' && isWhole) || place === 'directory';
  return isKnown && !isPermitted(facts, place) ? `${name} not allowed here` : null;
}

/** What is run while it is read does not see the section that it stands in (LoadModule; `execute_now`, server/config.c). */
function isPermitted(facts: DirectiveFacts, place: Place): boolean {
  const isRunAtOnce = place === 'directory' && facts.flags.includes('EXEC_ON_READ');
  return isRunAtOnce || permittedPlaces(facts).includes(place);
}

/** `ap_check_cmd_context` of 2.2, as far as both versions have it alike. */
function contextError22(item: Occurrence | Scope, around: readonly Scope[]): string | null {
  const isFiles = item.type === 'scope' && IN_FILES.has(item.kind);
  const location = isFiles ? around.find(({ kind }) => IN_LOCATION.has(kind)) : undefined;
  return location === undefined
    ? null
    : `${writtenName(item)}> cannot occur within ${writtenName(location)}> section`;
}

function error24(item: Occurrence | Scope, facts: DirectiveFacts, around: readonly Scope[]): string | null {
  const [nearest] = around;
  return nearest !== undefined && isRequireContainer(nearest.name) && !isForContainers(facts)
    ? `${writtenName(item)} not allowed in ${writtenName(nearest)}> context`
    : contextError(item, around);
}

/** The sections that an item stands in, innermost first; servers are none. */
function sectionsAround(item: Occurrence | Scope): Scope[] {
  const found: Scope[] = [];
  let around = item.type === 'occurrence' ? item.scope : item.parent;
  for (; around !== null && around.node !== null && around.kind !== 'virtualhost'; around = around.parent) {
    found.push(around);
  }
  return found;
}

/** What `add_authz_section` (mod_authz_core.c) lets stand in a `<RequireAll>`: what AllowOverride AuthConfig permits, and what is run while it is read. */
function isForContainers({ flags }: DirectiveFacts): boolean {
  return (
    flags.length === 0 ||
    flags.some((flag) => flag === 'OR_AUTHCFG' || flag === 'OR_ALL' || flag === 'EXEC_ON_READ')
  );
}

/** What a command refuses by itself, though its table permits the place (`ap_check_cmd_context`, server/core.c). */
function contextError(item: Occurrence | Scope, around: readonly Scope[]): string | null {
  const name = item.type === 'scope' ? `${writtenName(item)}>` : writtenName(item);
  const within = (section: string) => `${name} cannot occur within ${section} section`;
  const server = serverOf(item);
  const isGlobal = GLOBAL_ONLY.has(item.type === 'scope' ? `<${item.name}` : item.name);
  if (isGlobal && server.kind === 'virtualhost') return within('<VirtualHost>');
  const refused = refusedWithin(item);
  if (refused === null) return null;
  if (around.some((section) => isLimit(section) || isRequireContainer(section.name))) {
    return within('<Limit> or <LimitExcept>');
  }
  if (refused === 'any section') {
    return around.length === 0 ? null : `${name} cannot occur within directory context`;
  }
  for (const kinds of refused) {
    const found = around.find(({ kind, name: section }) => kinds.has(kind) || kinds.has(section));
    if (found !== undefined) return within(`${writtenName(found)}>`);
  }
  return null;
}

/** The one that it stands in: a host is its own. */
function serverOf(item: Occurrence | Scope): Scope {
  return (item.type === 'occurrence' ? item.scope : (item.parent ?? item)).server;
}

/** With one argument for the section around them. */
const ALIASES: ReadonlySet<string> = new Set(['alias', 'scriptalias']);

/** An empty second word is none (TAKE12, `invoke_cmd` of server/config.c). */
function hasTarget({ args }: Occurrence | Scope): boolean {
  return (args[1] ?? '') !== '';
}

/** Kinds and names of sections, as the server looks for them. */
const IN_DIRECTORY: ReadonlySet<string> = new Set(['directory', 'directorymatch']);
const IN_LOCATION: ReadonlySet<string> = new Set(['location', 'locationmatch']);
const IN_FILES: ReadonlySet<string> = new Set(['files', 'filesmatch', ...UNREAD_CONDITIONS]);

/** The sections that a command refuses to stand in; [] for `<Limit>` and what is taken for one alone; null where it takes any. */
function refusedWithin(item: Occurrence | Scope): readonly ReadonlySet<string>[] | 'any section' | null {
  if (item.type === 'scope') {
    if (item.kind === 'files' || item.kind === 'filesmatch') return [IN_LOCATION];
    return item.name === 'if' ? [] : null;
  }
  if (ALIASES.has(item.name)) return hasTarget(item) ? 'any section' : [IN_DIRECTORY, IN_FILES];
  switch (item.name) {
    case 'proxypass':
    case 'proxypassmatch':
    case 'proxypassreverse':
    case 'cacheenable':
    case 'cachedisable':
      return [IN_DIRECTORY, IN_FILES];
    case 'multiviewsmatch':
      return [IN_LOCATION];
    default:
      return null;
  }
}

/** What no `<VirtualHost>` may have (GLOBAL_ONLY), as a 2.4.71 with all modules and the sources of the threaded MPMs say. */
const GLOBAL_ONLY: ReadonlySet<string> = new Set(
  `<authnprovideralias <authzprovideralias acceptfilter authncacheenable authncachesocache
  authnzfcgidefineprovider chrootdir coredumpdirectory extendedstatus globallog gracefulshutdowntimeout group heartbeatstorage
  ldapcacheentries ldapcachettl ldapconnectiontimeout ldaplibrarydebug ldapopcacheentries ldapopcachettl ldapretries ldapretrydelay
  ldapsharedcachefile ldapsharedcachesize ldaptimeout ldaptrustedglobalcert ldapverifyservercert listen listenbacklog
  listencoresbucketsratio listentcpdeferaccept maxclients maxconnectionsperchild maxmemfree maxrequestsperchild maxrequestworkers
  maxsparethreads maxspareservers minspareservers minsparethreads mutex pidfile proxyhctpsize receivebuffersize regexdefaultoptions
  registerhttpmethod scoreboardfile scriptsock seerequesttail sendbuffersize serverlimit servertokens sessioncryptodriver
  sslcryptodevice sslfips sslpassphrasedialog sslrandomseed sslsessioncache sslstaplingcache sslvhostsnipolicy startservers suexec
  threadlimit threadsperchild threadstacksize user <virtualhost watchdoginterval xml2encalias`.split(/\s+/),
);

/** Null where that is another module's matter, such as in `<AuthnProviderAlias>`. */
function placeOf(item: Occurrence | Scope): Place | null {
  let around = item.type === 'occurrence' ? item.scope : item.parent;
  let isInside = false;
  for (; around !== null; around = around.parent) {
    const { kind, name } = around;
    if (kind === 'htaccess') return 'htaccess';
    if (kind === 'server' || kind === 'virtualhost') return isInside ? 'directory' : 'server';
    // In these stands what may stand in the section around them.
    if (kind === 'other' && !isRequireContainer(name) && !UNREAD_CONDITIONS.has(name)) return null;
    isInside = true;
  }
  return null;
}
