import type { Occurrence, Scope } from '../../model/index.ts';
import { sslRequirePieces } from '../../model/index.ts';
import { untilEmpty } from '../../text/index.ts';
import {
  moduleMapping,
  readAliasLine,
  readProxyLine,
  readRedirection,
  takesPathOff,
} from '../addresses/index.ts';
import type { Version } from '../sections/worlds.ts';
import { PROGRAM_LINES } from './program-lines.ts';
import { canonicalPattern, canonicalReplacement, canonicalTest } from './route-line.ts';
import type { RouteLine } from './route-line.ts';

/** How the texts of one tree are read. */
export interface RouteReading {
  readonly version: Version;
  /** A folder that a line names, as the first tree calls it. */
  folder(path: string): string;
  /** A pattern of files, as the first tree would have it; if it is not given, paths mean the same in both. */
  pattern?(text: string): string;
}

/** Lines that refuse requests beside the access rules. */
const GUARDS =
  /^(?:sslrequire|sslrequiressl|sslverifyclient|allowmethods|sec(?:rule\w*|action|default\w*|ruleengine|filter\w*|marker|remote\w*)|shib\w*|authzsvn\w*|authnzfcgicheckauthnprovider)$/;

/** Whether lines of that name refuse requests, beside the access rules. */
export function isGuardLine(name: string): boolean {
  return GUARDS.test(name) || PROGRAM_LINES.has(name);
}

/** Names of lines that are read below, beside those that refuse requests and those of modules. */
const SPEAKING =
  /^(?:redirect|virtual(?:documentroot|scriptalias)|(?:documentroot|(?:wsgi)?(?:script)?alias(?:match)?|proxypass(?:match)?|userdir|serverpath|directoryindex|fallbackresource|proxyrequests|traceenable|proxyblock)$)/;

/** Whether lines of that name may say something here. */
export function speaksOfRoutes(name: string): boolean {
  return SPEAKING.test(name) || moduleMapping(name) !== null || isGuardLine(name);
}

/** What the line says, in words that are the same for lines that say the same; null for lines that say nothing here. */
export function canonicalLine(line: Occurrence, reading: RouteReading): RouteLine | null {
  const { name } = line;
  // Most lines say nothing here: their words are not read.
  if (!speaksOfRoutes(name)) return null;
  const { args } = line;
  if (name === 'documentroot') return leads(line, 'root', [reading.folder(args[0] ?? '')]);
  if (/^(?:wsgi)?(?:script)?alias(?:match)?$/.test(name)) return aliasLine(line, reading);
  if (name.startsWith('redirect')) return redirectLine(line, reading);
  if (/^proxypass(?:match)?$/.test(name)) return proxyLine(line, reading);
  if (name === 'userdir') return leads(line, 'userdir', args);
  if (/^virtual(?:documentroot|scriptalias)/.test(name)) {
    return leads(line, 'virtual', [reading.folder(args[0] ?? '')]);
  }
  if (name === 'serverpath') return takesPathOff(line) ? leads(line, 'root', args) : null;
  if (moduleMapping(name) !== null) return leads(line, 'other', args);
  if (name === 'directoryindex') return indexLine(line, reading);
  if (name === 'fallbackresource') return leads(line, 'index', args);
  if (name === 'proxyrequests') {
    return args[0]?.toLowerCase() === 'on' ? { line, list: 'other', role: 'opens', key: name } : null;
  }
  if (name === 'traceenable' || name === 'proxyblock') return refusalLine(line);
  return isGuardLine(name) ? guardLine(line, reading) : null;
}

/**
 * `TraceEnable off` (`ap_send_http_trace`, http_filters.c) and ProxyBlock (`ap_proxy_checkproxyblock`, proxy_util.c), which is read up to the
 * first empty word (ITERATE); case does not count.
 */
function refusalLine(line: Occurrence): RouteLine | null {
  const words = untilEmpty(line.args).map((word) => word.toLowerCase());
  if (line.name === 'traceenable' ? words[0] !== 'off' : words.length === 0) return null;
  return { line, list: 'other', role: 'refuses', key: [line.name, ...words].join(' ') };
}

function leads(line: Occurrence, list: RouteLine['list'], words: readonly string[]): RouteLine {
  return { line, list, role: 'leads', key: [line.name, ...words].join(' ') };
}

function aliasLine(line: Occurrence, { version, folder }: RouteReading): RouteLine | null {
  const tried = readAliasLine(line, (path) => path);
  if (tried === null) return null;
  // Where a ScriptAlias leads is what an Alias leads to; mod_wsgi is asked after both.
  const list = line.name.startsWith('wsgi') ? 'script' : 'alias';
  const words =
    tried.type === 'pattern'
      ? ['match', canonicalPattern(tried.pattern), folder(canonicalReplacement(tried.to, version))]
      : ['prefix', tried.prefix, folder(tried.to)];
  return { line, list, role: 'leads', key: words.join(' ') };
}

function redirectLine(line: Occurrence, { version }: RouteReading): RouteLine {
  const { status, isForAll, isPattern, from, to } = readRedirection(line);
  const isRefusal = status >= 400;
  const fits = isPattern ? (isRefusal ? canonicalTest(from) : canonicalPattern(from)) : from;
  const target = isPattern ? canonicalReplacement(to, version) : to;
  return {
    line,
    list: 'redirect',
    role: isRefusal ? 'refuses' : 'answers',
    key: [isForAll ? 'all' : isPattern ? 'match' : 'prefix', status, fits, isRefusal ? '' : target].join(' '),
  };
}

function proxyLine(line: Occurrence, { version }: RouteReading): RouteLine | null {
  const tried = readProxyLine(line, version);
  if (tried === null) return null;
  const words =
    tried.type === 'pattern'
      ? ['proxymatch', canonicalPattern(tried.pattern), canonicalReplacement(tried.to, version)]
      : ['proxy', tried.prefix, tried.to];
  return { line, list: 'proxy', role: 'leads', key: words.join(' ') };
}

/**
 * In 2.2 `disabled` is the name of a file, in 2.4 it means that there is no index, as 2.2 has none where a handler is set; without a name
 * the line says nothing to 2.2.
 */
function indexLine(line: Occurrence, { version }: RouteReading): RouteLine | null {
  // What is read one by one ends at an empty word (ITERATE, invoke_cmd of server/config.c).
  const args = untilEmpty(line.args);
  // Alone it is 2.4's word for no index; beside others it is a name, as always in 2.2 (`add_index`, mod_dir.c).
  const isOff = version === '2.4' && args.length === 1 && args[0]?.toLowerCase() === 'disabled';
  const words = isOff ? args : args.map((arg) => arg.replace(/^disabled$/i, './$&'));
  return words.length === 0 || (isOff && isLeftToHandler(line)) ? null : leads(line, 'index', words);
}

/** `SSLVerifyClient none` asks for nothing, as where there is none. */
function guardLine(line: Occurrence, { version }: RouteReading): RouteLine | null {
  const { name, args } = line;
  if (name === 'sslrequire') return requireLine(line, version);
  const isSwitch = name === 'sslverifyclient' || name === 'authnzfcgicheckauthnprovider';
  if (isSwitch && args[0]?.toLowerCase() === 'none') return null;
  const text = args.join(' ');
  const words = /^(?:sslverifyclient|allowmethods)$/.test(name) ? [text.toLowerCase()] : [text];
  return { line, list: 'other', role: 'guards', key: [name, ...words].join(' ') };
}

/** SSLRequire takes its line whole, quotes and all. */
function requireLine(line: Occurrence, version: Version): RouteLine {
  const { start, end } = line.node.argsSpan;
  const written = line.file.source.text.slice(start, end);
  const pieces = version === '2.2' ? sslRequirePieces(written) : [];
  const known = pieces.reduceRight(
    (whole, { span, text }) => `${whole.slice(0, span.start)}${text}${whole.slice(span.end)}`,
    written,
  );
  // The function was called OID in 2.2 (ssl_expr_scan.l); its name is read in any case.
  const text = known
    .replace(/\b(?:oid|peerextlist)(?=\s*\()/gi, 'PeerExtList')
    .replaceAll(/(?:\\\r?\n|\s)+/g, ' ');
  return { line, list: 'other', role: 'guards', key: `${line.name} ${text.trim()}` };
}

/**
 * Whether a folder that this section is for is left to a handler, from which mod_dir of 2.2 kept away (fixup_dir, mod_dir.c): a
 * `DirectoryIndex disabled` of 2.4 says the same there.
 */
function isLeftToHandler({ scope }: Occurrence): boolean {
  return scope.items.some(setsHandler) || isOfScripts(scope);
}

function setsHandler(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && item.name === 'sethandler' && item.args[0]?.toLowerCase() !== 'none';
}

const SCRIPT_ALIASES: Readonly<Record<string, string>> = {
  location: 'scriptalias',
  locationmatch: 'scriptaliasmatch',
};

/** A Location for what a ScriptAlias of the same address leads to. */
function isOfScripts({ name, args, parent }: Scope): boolean {
  const alias = SCRIPT_ALIASES[name];
  return (
    alias !== undefined &&
    parent?.items.some(
      (item) => item.type === 'occurrence' && item.name === alias && item.args[0] === args[0],
    ) === true
  );
}
