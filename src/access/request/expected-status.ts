import type { Evaluation } from './evaluate-request.ts';
import { hasModule } from './has-module.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/**
 * What a request gets that the access rules let through, of httpd's own handlers for files and folders (`default_handler`,
 * server/core.c; `fixup_dir`, mod_dir.c; mod_autoindex, mod_dav); null where something answers that the configuration does not tell
 * of: a script, a proxied server, files that are not here.
 */
export function expectedStatus(
  tree: RequestTree,
  { rounds, beside }: Evaluation,
  method: string,
): number | null {
  if (beside !== null) return beside.status;
  const round = servedRound(tree, rounds);
  if (round === undefined) return null;
  if (round.early !== null) return round.early.status;
  if (round.file === null || !tree.hasFiles) return null;
  return addsSlash(round) ? 301 : handledStatus(tree, round, method);
}

/** The last one, but for files that were tried in its place and not served. */
function servedRound({ atoms: { bdd } }: RequestTree, rounds: readonly Round[]): Round | undefined {
  return rounds.findLast((round) => {
    if (round.why === 'request' || round.why === 'rewritten') return true;
    return isFile(round) && bdd.isTrue(round.outcome.pass);
  });
}

function isFile({ file }: Round): boolean {
  return file?.kind === 'file' && file.pathInfo === '';
}

function isFolder({ file }: Round): boolean {
  return file?.kind === 'folder';
}

function addsSlash(round: Round): boolean {
  const [slash = 'on'] = round.recorder.lines('directoryslash').at(-1)?.args ?? [];
  return isFolder(round) && !round.address.endsWith('/') && slash.toLowerCase() !== 'off';
}

function handledStatus(tree: RequestTree, round: Round, method: string): number | null {
  const isThere = isFile(round) || isFolder(round);
  if (hasDav(round) && !PLAIN_METHODS.has(method)) return isThere ? (DAV_STATUS[method] ?? null) : null;
  const handler = handlerOf(round);
  if (handler === 'cgi-script' && !isThere) return 404;
  if (handler !== null) return ADDRESS_HANDLERS.has(handler) && method === 'GET' ? 200 : null;
  if (method === 'OPTIONS') return 200;
  if (!PLAIN_METHODS.has(method)) return 405;
  if (isFolder(round)) return method !== 'POST' && hasModule(tree, 'autoindex') ? 200 : 404;
  return isFile(round) ? 200 : 404;
}

const PLAIN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Of what is there. */
const DAV_STATUS: Readonly<Record<string, number>> = { PROPFIND: 207, MKCOL: 405 };

/** Handlers that answer a GET whatever the address is. */
const ADDRESS_HANDLERS: ReadonlySet<string> = new Set(['server-status', 'server-info']);

function hasDav({ recorder }: Round): boolean {
  const [dav = 'off'] = recorder.lines('dav').at(-1)?.args ?? [];
  return dav.toLowerCase() !== 'off';
}

/** Lower case; null for what is left to the handler of files. */
function handlerOf({ recorder, mapped, file }: Round): string | null {
  const set = recorder.lines('sethandler').at(-1)?.args[0]?.toLowerCase() ?? 'none';
  if (set !== 'none') return set;
  if (mapped.by?.name.startsWith('scriptalias') === true) return 'cgi-script';
  const endings = file?.path.slice(file.path.lastIndexOf('/')).toLowerCase().split('.').slice(1) ?? [];
  const added = recorder.lines('addhandler').findLast(({ args }) => {
    return args.slice(1).some((ending) => endings.includes(ending.toLowerCase().replace(/^\./, '')));
  });
  return added?.args[0]?.toLowerCase() ?? null;
}
