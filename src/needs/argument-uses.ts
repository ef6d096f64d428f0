import { moduleFacts, modulesProvidingName24, type ProviderKind } from '../catalog/index.ts';
import type { Occurrence, Scope } from '../model/index.ts';
import { nameOfItem, readRewriteFlags } from '../model/index.ts';
import type { ModuleUse, UseKind } from './types.ts';

/** Which arguments of a line call for modules, and what they call for. */
interface Reader {
  readonly from: number;
  readonly to: number;
  uses(words: readonly string[]): readonly ModuleUse[];
}

/** %I, %O and %S of mod_logio; both versions refuse them without it ("Unrecognized LogFormat directive"). */
const BYTE_COUNT = /%[!\d,<>]*(?:\{[^}]*\})?[IOS]/;
/** `%{SSL_PROTOCOL}x` and `%{version}c`, which mod_ssl registers (ssl_engine_vars.c). */
const TLS_VALUE = /%[!\d,<>]*\{[^}]*\}[xc]/;

/** Handlers and content types that a module's fixup or handler compares with, without registering them (mod_include.c, mod_negotiation.c). */
const UNREGISTERED_HANDLERS: ReadonlyMap<string, string> = new Map([
  ['application/x-httpd-imap', 'imagemap_module'],
  ['application/x-type-map', 'negotiation_module'],
  ['server-parsed', 'include_module'],
  ['text/x-server-parsed-html', 'include_module'],
  ['text/x-server-parsed-html3', 'include_module'],
]);

/** Names of locks, and who registers them (ap_mutex_register); 2.4 refuses `Mutex` with a name that nobody did. */
const MUTEX_NAMES: ReadonlyMap<string, string> = new Map([
  ['authdigest-client', 'auth_digest_module'],
  ['authdigest-opaque', 'auth_digest_module'],
  ['ldap-cache', 'ldap_module'],
  ['rewrite-map', 'rewrite_module'],
  ['ssl-cache', 'ssl_module'],
  ['ssl-stapling', 'ssl_module'],
  ['watchdog-callback', 'watchdog_module'],
]);

/** Authorization providers that ask mod_authz_owner for the file's group (authz_owner_get_file_group). */
const NEEDS_OWNER = new Set(['dbm-file-group', 'file-group']);

/**
 * Directives (lower case) whose arguments call for a module besides the directive's own. What 2.4 checks while it reads
 * is `new` or `same`; what it only misses at a request is `behaviour`.
 */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['addhandler', wordAt(0, handler)],
  ['addinputfilter', wordAt(0, (names) => filters(names, 'behaviour'))],
  ['addoutputfilter', wordAt(0, (names) => filters(names, 'behaviour'))],
  // mod_filter looks the filter up while it reads (add_filter); the core of 2.2 did so at the request.
  ['addoutputfilterbytype', wordAt(0, (names) => filters(names, 'new'))],
  ['addtype', wordAt(0, handler)],
  ['authbasicprovider', wordsFrom(0, authnProvider)],
  ['authdigestprovider', wordsFrom(0, authnProvider)],
  ['authncachesocache', wordAt(0, (cache) => objectCache('AuthnCacheSOCache', cache))],
  ['authtype', wordAt(0, (type) => named('auth-type', type, 'behaviour', `AuthType ${type}`))],
  ['balancermember', wordsFrom(0, proxied)],
  ['cacheenable', wordAt(0, (type) => named('cache', type, 'behaviour', `CacheEnable ${type}`))],
  ['cachesocache', wordAt(0, (cache) => objectCache('CacheSocache', cache))],
  ['customlog', wordAt(1, logFormat)],
  ['dav', wordAt(0, (state) => named('dav', state, 'same', `Dav ${state}`))],
  ['alias', whatever(() => use(['dir_module'], 'behaviour', 'an index file'))],
  ['documentroot', whatever(() => use(['dir_module'], 'behaviour', 'an index file'))],
  ['filterprovider', wordAt(1, (provider) => filters(provider, 'same'))],
  ['forcetype', wordAt(0, handler)],
  ['logformat', wordAt(0, logFormat)],
  ['loglevel', wordsFrom(0, moduleLevel)],
  ['mutex', wordsFrom(1, mutexName)],
  ['options', wordsFrom(0, option)],
  ['proxypass', wordsFrom(0, proxied)],
  ['proxypassmatch', wordsFrom(0, proxied)],
  ['proxyrequests', wordAt(0, (state) => (/^on$/i.test(state) ? proxied('http://') : NONE))],
  ['require', { from: 0, to: 2, uses: authzProvider }],
  ['setenvif', wordsFrom(2, newVariable)],
  ['rewriterule', { from: 1, to: 3, uses: proxyingRule }],
  ['rewritemap', wordAt(1, rewriteMap)],
  ['scriptalias', whatever(() => handler('cgi-script'))],
  ['scriptaliasmatch', whatever(() => handler('cgi-script'))],
  ['sethandler', wordAt(0, handler)],
  ['setinputfilter', wordAt(0, (names) => filters(names, 'behaviour'))],
  ['setoutputfilter', wordAt(0, (names) => filters(names, 'behaviour'))],
  ['sslsessioncache', wordAt(0, (cache) => objectCache('SSLSessionCache', cache))],
  ['sslstaplingcache', wordAt(0, (cache) => objectCache('SSLStaplingCache', cache))],
  // The provider that it builds on.
  ['<authnprovideralias', wordAt(0, authnProvider)],
  ['<authzprovideralias', { from: 0, to: 2, uses: authzProvider }],
]);

function wordAt(at: number, uses: (word: string) => readonly ModuleUse[]): Reader {
  return { from: at, to: at + 1, uses: ([read = '']) => uses(read) };
}

function wordsFrom(from: number, uses: (word: string) => readonly ModuleUse[]): Reader {
  return { from, to: Infinity, uses: (words) => words.flatMap((each) => uses(each)) };
}

function whatever(uses: () => readonly ModuleUse[]): Reader {
  return { from: 0, to: 0, uses };
}

const NONE: readonly ModuleUse[] = [];

/** The modules that the arguments of a directive or section call for. Those of most are not read. */
export function usesOfArguments(item: Occurrence | Scope): readonly ModuleUse[] {
  const reader = READERS.get(nameOfItem(item));
  return reader === undefined ? NONE : reader.uses(item.args.slice(reader.from, reader.to));
}

/** Whether the arguments of directives, or with `<` before it sections, of that name (lower case) may call for modules. */
export function readsArguments(name: string): boolean {
  return READERS.has(name);
}

/** All of the arguments that may call for modules, of items that have the name. */
export function argumentsReader(name: string): (item: Pick<Occurrence | Scope, 'args'>) => string {
  const reader = READERS.get(name);
  if (reader === undefined || reader.to === 0) return () => '';
  const { from, to } = reader;
  return to === from + 1
    ? ({ args }) => args[from] ?? ''
    : ({ args }) => (args.length === from + 1 ? args[from]! : args.slice(from, to).join('\n'));
}

/** Variables that only 2.4 looks at: a line that sets one says nothing about the modules of 2.2. */
const NEW_VARIABLES = /^(?:filter-errordocs|proxy-scgi-pathinfo)=/;

function newVariable(word: string): readonly ModuleUse[] {
  return NEW_VARIABLES.test(word) ? use(['setenvif_module'], 'new', `SetEnvIf ${word}`) : [];
}

function use(anyOf: readonly string[], kind: UseKind, what: string): readonly ModuleUse[] {
  const [first] = anyOf;
  if (first === undefined) return [];
  return [{ anyOf, kind: kind === 'same' && !moduleFacts(first)?.in22 ? 'new' : kind, what }];
}

function named(provider: ProviderKind, name: string, kind: UseKind, what: string): readonly ModuleUse[] {
  return use(modulesProvidingName24(provider, name), kind, what);
}

/** 2.2 took any word after Require and asked its modules at the request; 2.4 looks the provider up while it reads. */
function authzProvider(args: readonly string[]): readonly ModuleUse[] {
  const provider = (args[0] === 'not' ? args[1] : args[0]) ?? '';
  const what = `Require ${provider}`;
  const owner = NEEDS_OWNER.has(provider.toLowerCase()) ? use(['authz_owner_module'], 'behaviour', what) : [];
  return [...named('authz', provider, 'new', what), ...owner];
}

function authnProvider(provider: string): readonly ModuleUse[] {
  return named('authn', provider, 'same', `the provider ${provider}`);
}

function handler(name: string): readonly ModuleUse[] {
  const unregistered = UNREGISTERED_HANDLERS.get(name.toLowerCase());
  const modules = unregistered ? [unregistered] : modulesProvidingName24('handler', name);
  return use(modules, 'behaviour', `the handler ${name}`);
}

/** 2.4 answers 500 where no module speaks the protocol of the other server (AH01144), 2.2 answered 403. */
function proxied(word: string): readonly ModuleUse[] {
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(word)?.[1];
  return scheme === undefined
    ? NONE
    : named('proxy-scheme', scheme, 'behaviour', `proxying to ${scheme.toLowerCase()}://`);
}

function proxyingRule([target = '', flags = '']: readonly string[]): readonly ModuleUse[] {
  if (!readRewriteFlags(flags).has('P')) return NONE;
  return [...use(['proxy_module'], 'behaviour', 'RewriteRule with [P]'), ...proxied(target)];
}

/** Filters are given as `A;B`. */
function filters(names: string, kind: UseKind): readonly ModuleUse[] {
  return names.split(';').flatMap((name) => named('filter', name, kind, `the filter ${name}`));
}

function objectCache(directive: string, argument: string): readonly ModuleUse[] {
  const type = argument.split(':')[0] ?? '';
  // No 2.4 has distcache: rename-session-cache says so.
  if (/^dc$/i.test(type)) return NONE;
  return named('socache', type, 'new', `${directive} ${type}`);
}

function logFormat(format: string): readonly ModuleUse[] {
  return [...formatted(BYTE_COUNT, 'logio_module', format), ...formatted(TLS_VALUE, 'ssl_module', format)];
}

function formatted(pattern: RegExp, module: string, format: string): readonly ModuleUse[] {
  const found = pattern.exec(format)?.[0];
  return found === undefined ? [] : use([module], 'same', `the log format ${found}`);
}

/** `rewrite:trace3`, of which 2.4 says "Cannot find module rewrite" without it (set_loglevel, server/core.c). */
function moduleLevel(word: string): readonly ModuleUse[] {
  const name = /^(?:mod_)?(\w+?)(?:_module|\.c)?:/.exec(word)?.[1];
  const facts = name === undefined ? null : moduleFacts(`${name}_module`);
  return facts === null ? [] : use([facts.identifier], 'new', `LogLevel ${word}`);
}

function mutexName(name: string): readonly ModuleUse[] {
  const module = MUTEX_NAMES.get(name.toLowerCase());
  return module === undefined ? [] : use([module], 'new', `Mutex ${name}`);
}

function rewriteMap(source: string): readonly ModuleUse[] {
  return /^(fast)?dbd:/i.test(source) ? use(['dbd_module'], 'new', `RewriteMap ${source}`) : [];
}

function option(word: string): readonly ModuleUse[] {
  const name = word.replace(/^\+/, '').toLowerCase();
  if (name === 'indexes' || name === 'all') return use(['autoindex_module'], 'behaviour', `Options ${word}`);
  return name === 'multiviews' ? use(['negotiation_module'], 'behaviour', `Options ${word}`) : [];
}
