import type { Occurrence } from '../../model/index.ts';
import { isRedirectStatus } from '../commands/statuses.ts';
import type { Answer, Outcome } from '../policy/index.ts';
import { constantOutcome } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Sequel } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { addsSlash, hasDav, isScriptAlias, mayList } from './expected-status.ts';
import { hasModule } from './has-module.ts';
import { indexRound, isThere } from './index-round.ts';
import type { RequestTree } from './request-tree.ts';
import type { EarlyAnswer, Round } from './round.ts';
import { searchFallback } from './search-fallback.ts';
import { searchVariants } from './search-variants.ts';
import { throughOutcome } from './round.ts';

const REFUSALS = ['unauthorized', 'forbidden', 'serverError'] as const;
const ANSWERS = ['pass', ...REFUSALS] as const;

/**
 * `fixup_dir` (mod_dir.c): each DirectoryIndex name is asked for by a GET of its own. The first that is there and is let
 * through is served; a refusal is the answer only if none is.
 * @param rewrite what the rewrite rules of the folder make of one that is there
 */
export function searchIndex(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  rewrite: (index: Round) => Sequel | null,
): Sequel {
  const { bdd } = tree.atoms;
  const nothing = constantOutcome(tree.atoms, 'pass');
  if (isTakenAway(tree, request, round) || addsSlash(tree, round)) {
    return { rounds: [], outcome: nothing, beside: null };
  }
  const isAsked = round.address.endsWith('/') && hasModule(tree, 'dir');
  const names = isAsked ? indexNames(tree, round) : [];
  const rounds: Round[] = [];
  let open = bdd.yes;
  let beside: Served | null = null;
  let failed: Served | null = null;
  const served = { pass: bdd.no, unauthorized: bdd.no, forbidden: bdd.no, serverError: bdd.no };
  const refused = { unauthorized: bdd.no, forbidden: bdd.no, serverError: bdd.no };
  for (const name of names) {
    const index = indexRound(tree, request, round, name);
    const own = index.outcome;
    const variants = isThere(index) ? null : searchVariants(tree, request, index);
    const fallback = variants === null ? fallbackOf(tree, request, index, rewrite) : null;
    const stray = strayAnswer(tree, index, fallback === null && variants === null ? rewrite : null);
    if (stray !== null && !isRedirect(stray)) failed = stray;
    const isFound =
      isThere(index) ||
      isOdd(index) ||
      variants?.beside === null ||
      fallback !== null ||
      (stray !== null && isRedirect(stray));
    const isReached = isFound && !bdd.isFalse(bdd.and(open, own.pass));
    const odd = isOdd(index) ? ofFolder(tree, index) : stray;
    const sequel = !isReached
      ? null
      : odd !== null
        ? { rounds: [], outcome: nothing, beside: odd }
        : (variants ?? fallback ?? rewrite(index));
    // Where the rules lead elsewhere, the name is served, whatever comes of it there; what they answer themselves counts here.
    const isAnswer = (sequel?.rounds.length === 0 && odd === null) || sequel === fallback;
    const answered = isAnswer ? sequel : null;
    const found = answered === null ? own : throughOutcome(tree.atoms, own, answered.outcome);
    const rest = answered === null ? (sequel?.outcome ?? nothing) : nothing;
    // What is tried where the file that is likely served is refused is not told.
    if (ANSWERS.every((answer) => bdd.isFalse(served[answer]))) rounds.push(index, ...(sequel?.rounds ?? []));
    if (isFound) {
      const taken = bdd.and(open, found.pass);
      for (const answer of ANSWERS) served[answer] = bdd.or(served[answer], bdd.and(taken, rest[answer]));
      if (!bdd.isFalse(taken)) beside ??= sequel === null ? redirectToIndex(round, index) : sequel.beside;
      open = bdd.and(open, bdd.not(found.pass));
    }
    for (const answer of REFUSALS) {
      refused[answer] = bdd.or(found[answer], bdd.and(refused[answer], found.pass));
    }
    if (bdd.isFalse(open)) break;
  }
  const isRefused = bdd.any(REFUSALS.map((answer) => refused[answer]));
  const listed = listing(tree, request, round);
  const unlisted = bdd.and(open, bdd.not(isRefused));
  const made = (answer: Answer) =>
    bdd.any([
      served[answer],
      answer === 'pass' ? bdd.no : bdd.and(open, refused[answer]),
      answer === (failed !== null || listed === null ? 'pass' : 'forbidden') ? unlisted : bdd.no,
    ]);
  const outcome: Outcome = {
    pass: made('pass'),
    unauthorized: made('unauthorized'),
    forbidden: made('forbidden'),
    serverError: made('serverError'),
  };
  return { rounds, outcome, beside: beside ?? (bdd.isFalse(unlisted) ? null : (failed ?? listed)) };
}

const INDEX_REDIRECTS: Readonly<Record<string, number>> = {
  on: 302,
  temp: 302,
  permanent: 301,
  seeother: 303,
};

/** DirectoryIndexRedirect (2.4.14) sends the client to the file instead of serving it (`fixup_dir`). */
function redirectToIndex({ recorder }: Round, index: Round): Served | null {
  const [word = 'off'] = recorder.lines('directoryindexredirect').at(-1)?.args ?? [];
  const status = /^3\d\d$/.test(word) ? Number(word) : INDEX_REDIRECTS[word.toLowerCase()];
  return status === undefined || !isThere(index)
    ? null
    : { status, why: `DirectoryIndexRedirect leads to ${index.address}` };
}

/**
 * SetHandler takes the folder away from mod_dir (2.2; 2.4 with DirectoryCheckHandler, which is off by itself), and so does Dav, but for
 * GET and POST (`dav_fixups`, mod_dav.c).
 */
function isTakenAway({ version }: RequestTree, { method }: ConcreteRequest, round: Round): boolean {
  const [check = 'off'] = round.recorder.lines('directorycheckhandler').at(-1)?.args ?? [];
  const isTaken = hasHandler(round) || (hasDav(round) && !['GET', 'HEAD', 'POST'].includes(method));
  return isTaken && (version === '2.2' || check.toLowerCase() === 'on');
}

function hasHandler(round: Round): boolean {
  const [handler] = round.recorder.lines('sethandler').at(-1)?.args ?? [];
  return isScriptAlias(round.mapped) || (handler !== undefined && handler.toLowerCase() !== 'none');
}

/** In one section names add up; an inner section that has any replaces the outer ones. Alone in a line, 2.4 takes `disabled` for none. */
function indexNames({ version }: RequestTree, { recorder }: Round): readonly string[] {
  const lines = recorder.lines('directoryindex');
  const own = lines.filter(({ scope }) => scope === lines.at(-1)?.scope);
  if (own.length === 0) return ['index.html'];
  const isOff = ({ args }: Occurrence) => args.length === 1 && args[0]?.toLowerCase() === 'disabled';
  const start = version === '2.4' ? own.findLastIndex(isOff) + 1 : 0;
  return own.slice(start).flatMap(({ args }) => args);
}

/** FallbackResource counts for each name that is not there, before the next one is asked for: even where that one is there. */
function fallbackOf(
  tree: RequestTree,
  request: ConcreteRequest,
  index: Round,
  rewrite: (fallback: Round) => Sequel | null,
): Sequel | null {
  const isAsked = index.early === null && !tree.atoms.bdd.isFalse(index.outcome.pass);
  return isAsked ? searchFallback(tree, request, index, rewrite) : null;
}

/** What is there under the name is a folder, which has an index file of its own. */
function isOdd({ file }: Round): boolean {
  return file?.kind === 'folder';
}

function ofFolder(tree: RequestTree, index: Round): Served {
  const why = `the index file ${index.address} is a folder`;
  return { status: addsSlash(tree, index) ? 301 : null, why };
}

/**
 * What is answered to the name without a file: a redirect is the answer, another status is if no later name is served. Null: nothing, or
 * what is told as a refusal.
 */
function strayAnswer(
  tree: RequestTree,
  index: Round,
  rewrite: ((index: Round) => Sequel | null) | null,
): Served | null {
  if (isThere(index) || isOdd(index) || tree.atoms.bdd.isFalse(index.outcome.pass)) return null;
  const made = index.early === null && rewrite !== null ? rewrite(index) : null;
  const answer = index.early ?? (made?.rounds.length === 0 ? made.beside : null);
  return answer === null || answer.status === null || answer.status === 404 ? null : answer;
}

function isRedirect({ status }: Served): boolean {
  return status !== null && isRedirectStatus(status);
}

/**
 * Without an index file: mod_autoindex refuses where Options do not have Indexes, and leaves all but GET to others
 * (`handle_autoindex`). Null: nothing of the kind.
 */
function listing(tree: RequestTree, { method }: ConcreteRequest, round: Round): EarlyAnswer | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (round.recorder.options.lists || hasHandler(round) || !mayList(tree)) return null;
  return { status: 403, why: 'there is no index file, and Options do not let the folder be listed' };
}
