import { matchText } from '../addresses/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Evaluation } from './evaluate-request.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { knownMethods } from '../sections/limit-error.ts';
import { hasModule } from './has-module.ts';
import { addedBy, forcedType, lineFor } from './media.ts';
import { proxiedAnswer } from './proxied-answer.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

type Sent = Pick<ConcreteRequest, 'method' | 'headers' | 'otherHeaders'>;

/** What a request gets that the access rules let through. */
export interface Served {
  /** Null where something answers that the configuration does not tell of. */
  readonly status: number | null;
  /** What answers, in half a sentence. */
  readonly why: string;
}

/**
 * What a request gets that the access rules let through, of httpd's own handlers for files and folders (`default_handler`,
 * server/core.c; `fixup_dir`, mod_dir.c; mod_autoindex, mod_dav): a script and a proxied server answer what they like.
 */
export function expectedStatus(tree: RequestTree, { rounds, beside }: Evaluation, request: Sent): Served {
  if (rounds.some(isLeftOpen))
    return served(null, 'which lines of a .htaccess file count is not looked into');
  if (beside !== null) return beside;
  const round = servedRound(tree, rounds);
  if (round === undefined) return served(null, 'nothing is known of what answers');
  if (round.early !== null) return round.early;
  const { target } = round.mapped;
  if (target.type === 'proxy') return proxiedAnswer(tree.factsOf(round.server).lines, target.url);
  if (target.type === 'unknown') return served(null, 'the configuration does not tell which file it is');
  if (addsSlash(tree, round)) return served(301, 'the client is sent to the address with a slash after it');
  return asAsked(handled(tree, round, request), request);
}

/** Headers by which a client asks for a part of a file, or for none that it knows. */
const ASKING_LESS = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'Range',
] as const;

/** Whether what a file has to do with them is told is its time's and length's matter. */
function asAsked({ status, why }: Served, { headers }: Sent): Served {
  const asking = ASKING_LESS.filter((name) => headers.has(name.toLowerCase()));
  if (status !== 200 || !SENT_WHOLE.has(why) || asking.length === 0) return { status, why };
  return {
    status: null,
    why: `${why}, as far as ${asking.join(' and ')} asks for it: else 206, 304, 412 or 416`,
  };
}

/** AllowOverride Nonfatal ignores lines of a .htaccess file. */
function isLeftOpen({ recorder: { walk } }: Round): boolean {
  return walk.failed && walk.inForce().override.isLenient;
}

function served(status: number | null, why: string): Served {
  return { status, why };
}

/** The last one, but for files that were tried in its place and not served. */
function servedRound({ atoms: { bdd } }: RequestTree, rounds: readonly Round[]): Round | undefined {
  return rounds.findLast((round) => {
    if (round.why === 'request' || round.why === 'rewritten') return true;
    return round.file?.kind === 'file' && !bdd.isFalse(round.outcome.pass);
  });
}

function isFile({ file }: Round): boolean {
  return file?.kind === 'file' && file.pathInfo === '';
}

function isFolder({ file }: Round): boolean {
  return file?.kind === 'folder';
}

/** Whether a folder that is asked for without a slash is answered with one behind it (DirectorySlash). */
export function addsSlash(tree: RequestTree, round: Round): boolean {
  const [slash = 'on'] = round.recorder.lines('directoryslash').at(-1)?.args ?? [];
  const isAsked = isFolder(round) && !round.address.endsWith('/') && hasModule(tree, 'dir');
  return isAsked && slash.toLowerCase() !== 'off';
}

function handled(tree: RequestTree, round: Round, request: Sent): Served {
  const { method } = request;
  const isThere = isFile(round) || isFolder(round);
  if (hasDav(round) && DAV_METHODS.has(method) && round.file?.kind === 'file' && !isThere) {
    return served(400, "mod_dav takes nothing after a file's name");
  }
  // Where 2.4 has found an index file, it is that which is asked for, by the method, of the handler of files.
  if (hasDav(round) && round.why !== 'index' && !PLAIN_METHODS.has(method)) {
    return isThere ? ofDav(round, request) : served(null, 'mod_dav answers');
  }
  const lua = round.recorder
    .lines('luamaphandler')
    .find((line) => matchText(line.args[0] ?? '', round.address) !== null);
  if (lua !== undefined) return served(null, 'the program of LuaMapHandler answers');
  const named = handlerOf(tree, round);
  // The server falls back on that of files.
  const isScript = named === CGI || named === CGI_TYPE;
  const handler = isScript && !runsScripts(tree) ? FILES : named;
  if (isScript && handler !== FILES) {
    if (!mayRun(round)) return served(403, 'Options do not let scripts be run');
    if (!isThere && round.file?.kind !== 'file') return served(404, 'there is no such script');
    if (isFolder(round)) return served(403, 'a folder is no script');
  }
  if (handler !== null && handler !== FILES) {
    const by = ADDRESS_HANDLERS.get(handler);
    const isSentWhole = /^(?:GET|HEAD)$/.test(method) && !request.headers.has('range');
    const isAnswered = by !== undefined && hasModule(tree, by) && isSentWhole;
    return served(isAnswered ? 200 : null, `the handler ${handler} answers`);
  }
  if (method === 'OPTIONS') return served(200, 'OPTIONS is answered by the server itself');
  if (!PLAIN_METHODS.has(method)) {
    const known = knownMethods(tree.model, hasModule(tree, 'dav'));
    const isMiswritten = !known.has(method) && known.has(method.toUpperCase());
    const hint = isMiswritten ? ': upper and lower case differ in methods' : '';
    return served(known.has(method) ? 405 : 501, `nothing that serves files knows ${method}${hint}`);
  }
  if (isFolder(round) && handler !== null) return served(404, 'the handler of files knows no folders');
  if (isFolder(round)) return ofFolder(tree, round, method);
  const isSent = isFile(round) || (round.file?.kind === 'file' && acceptsPathInfo(round));
  if (!isSent && mayBeCorrected(tree, round, method))
    return served(null, 'there is no such file, and mod_speling may find one that is called alike');
  if (!isSent) return served(404, 'there is no such file');
  return isReadable(tree, round) ? served(200, FILE_SENT) : served(403, CLOSED);
}

/** CheckSpelling looks for files with other names in the folder (`check_speling`, mod_speling.c). */
function mayBeCorrected(tree: RequestTree, { recorder, file }: Round, method: string): boolean {
  const [word = 'off'] = recorder.lines('checkspelling').at(-1)?.args ?? [];
  return (
    (method === 'GET' || method === 'HEAD') &&
    file?.kind === 'nothing' &&
    word.toLowerCase() === 'on' &&
    hasModule(tree, 'speling')
  );
}

/** Of the handler of files, which takes no text behind a file's name by itself. */
function acceptsPathInfo({ recorder }: Round): boolean {
  return recorder.lines('acceptpathinfo').at(-1)?.args[0]?.toLowerCase() === 'on';
}

const FILE_SENT = 'the file is sent';
const LISTED = 'the folder is listed';
const SENT_WHOLE: ReadonlySet<string> = new Set([FILE_SENT, LISTED]);
const CLOSED = "the server's user may not read it";

function isReadable({ files }: RequestTree, { file }: Round): boolean {
  return file === null || files.mayOpen(file.path, 'read') !== false;
}

function ofFolder(tree: RequestTree, round: Round, method: string): Served {
  const { file } = round;
  if (file?.isAssumed === true) return served(null, 'what is in the folder is not known');
  if (!isReadable(tree, round) && mayList(tree)) return served(403, CLOSED);
  const isListed = method !== 'POST' && mayList(tree);
  return isListed ? served(200, LISTED) : served(404, 'there is no index file');
}

/** In 2.2 mod_autoindex takes what mod_dir or mod_mime call a folder. */
export function mayList(tree: RequestTree): boolean {
  const isCalledFolder = tree.version === '2.4' || hasModule(tree, 'dir') || hasModule(tree, 'mime');
  return isCalledFolder && hasModule(tree, 'autoindex');
}

const PLAIN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Of the methods that mod_dav answers those for which it looks for a file first, whatever provider it has (`dav_handler`). */
const DAV_METHODS: ReadonlySet<string> = new Set([
  'OPTIONS',
  'PUT',
  'DELETE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
]);

/** What mod_dav answers for what is there: a folder with all that is in it only where DavDepthInfinity says so (`dav_method_propfind`). */
function ofDav(round: Round, { method, headers, otherHeaders }: Sent): Served {
  if (method === 'MKCOL') return served(405, 'mod_dav answers');
  if (method !== 'PROPFIND') return served(null, 'mod_dav answers');
  const sent = headers.get('depth')?.toLowerCase();
  if (sent !== undefined && !/^(?:0|1|infinity)$/.test(sent))
    return served(400, 'mod_dav knows no such Depth');
  const isDeep = sent === undefined || sent === 'infinity';
  const [infinity = 'off'] = round.recorder.lines('davdepthinfinity').at(-1)?.args ?? [];
  if (!isFolder(round) || !isDeep || infinity.toLowerCase() === 'on') return served(207, 'mod_dav answers');
  if (sent === undefined && otherHeaders === 'unknown')
    return served(null, 'mod_dav answers: 207 with a Depth header of 0 or 1, 403 without');
  return served(403, 'mod_dav tells nobody of all that is in a folder, unless DavDepthInfinity is on');
}

/** The handler of files, where SetHandler names it. */
const FILES = 'default-handler';

const CGI = 'cgi-script';
/** By which mod_cgi knows scripts, too (`cgi_handler`). */
const CGI_TYPE = 'application/x-httpd-cgi';

/** False only where it is certain. */
function runsScripts({ model, version }: RequestTree): boolean {
  return knownDirectives(model, version).hasOneOf(['cgi_module', 'cgid_module']);
}

/** Handlers that answer a GET whatever the address is, and their modules. */
const ADDRESS_HANDLERS: ReadonlyMap<string, string> = new Map([
  ['server-status', 'status'],
  ['server-info', 'info'],
]);

/** What a section switches on none further in switches off (`dav_merge_dir_config`, mod_dav.c). */
export function hasDav({ recorder }: Round): boolean {
  const lastOfEach = new Map(recorder.lines('dav').map((line) => [line.scope, line]));
  return [...lastOfEach.values()].some(({ args: [word = 'off'] }) => word.toLowerCase() !== 'off');
}

/** What a ScriptAlias leads to may be run, whatever Options say. */
function mayRun({ recorder, mapped }: Round): boolean {
  return recorder.options.runsScripts || isScriptAlias(mapped);
}

export function isScriptAlias({ by }: Round['mapped']): boolean {
  return /^(?:virtual)?scriptalias/.test(by?.name ?? '');
}

/** Types that are the names of handlers, too, as PHP's is. */
const HANDLER_TYPE =
  /^(?:application\/x-httpd-|application\/x-type-map$|text\/x-server-parsed-html$|httpd\/)/;

/** A type serves as the name of a handler where none is said (`ap_invoke_handler`, server/config.c). */
function isHandler(type: string): boolean {
  return HANDLER_TYPE.test(type) || ADDRESS_HANDLERS.has(type);
}

/** Lower case; null for what is left to the handler of files. */
export function handlerOf(tree: RequestTree, round: Round): string | null {
  return round.recorder.forcedHandler ?? configuredHandler(tree, round);
}

/** As mod_dir sees it, which is asked before [H] of a rewrite rule counts where it is loaded before mod_rewrite. */
export function configuredHandler(tree: RequestTree, round: Round): string | null {
  const { recorder, mapped, file } = round;
  const set = recorder.lines('sethandler').at(-1)?.args[0]?.toLowerCase() ?? 'none';
  if (set !== 'none') return set;
  const endings = file?.path.slice(file.path.lastIndexOf('/')).split('.').slice(1) ?? [];
  const handlers = recorder.lines('addhandler', 'removehandler');
  const added = endings.map((ending) => addedBy(lineFor(handlers, ending))).findLast(Boolean);
  if (added !== undefined) return added;
  if (isScriptAlias(mapped)) return 'cgi-script';
  const forced = recorder.forcedType ?? forcedType(round);
  if (forced !== null) return isHandler(forced) ? forced : null;
  const types = recorder.lines('addtype', 'removetype');
  const type = endings
    .map((ending) => {
      const line = lineFor(types, ending);
      return line === undefined ? tree.mediaTypes()?.get(ending.toLowerCase()) : addedBy(line);
    })
    .findLast(Boolean);
  return type !== undefined && isHandler(type) ? type : null;
}
