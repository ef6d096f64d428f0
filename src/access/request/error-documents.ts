import type { Answer } from '../policy/index.ts';
import type { Occurrence } from '../../model/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Environment } from './environment.ts';
import type { Evaluation } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { brokenHeader } from './broken-header.ts';
import { ruledPage } from './ruled-page.ts';
import { createRecorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { MOST_REDIRECTS } from './round.ts';
import { isAtTop } from './server-lines.ts';
import { walkLocations } from './walk-addresses.ts';

/** What a client gets in the place of a status, and the line that says so: an ErrorDocument, a login page, a rule, a limit, or a header. */
export interface Replaced {
  readonly line: Occurrence;
  /** Null if it is not known. */
  readonly status: number | null;
}

/** Null: the status stays as it is. */
export type ErrorRedirects = (status: number) => Replaced | null;

/**
 * What becomes of statuses (`ap_die`, modules/http/http_request.c): an ErrorDocument that names a URL makes a redirect of one. An address of this
 * server is asked for, and leaves the status as it is, whatever is answered there, but for what mod_rewrite answers.
 */
export function errorRedirects(
  tree: RequestTree,
  { server, rounds }: Evaluation,
  request: ConcreteRequest,
): ErrorRedirects {
  const round = rounds.findLast(({ why }) => why === 'request' || why === 'rewritten');
  const serving = rounds.findLast(({ outcome }) => tree.atoms.bdd.isTrue(outcome.pass));
  const lines = linesFor(tree, tree.factsOf(server), round, request);
  const asking = rounds.findLast(({ outcome }) => !tree.atoms.bdd.isFalse(outcome.unauthorized));
  const limit = overlongBody(request, round);
  return (status) => {
    if (limit !== null && !LEAVES_BODY.has(status)) return { line: limit, status: 413 };
    const broken =
      round === undefined
        ? null
        : brokenHeader(tree, (status === 200 ? serving : undefined) ?? round, status);
    if (broken !== null) return broken;
    if (status === 401 && asking !== undefined && asking.loginPage !== null) {
      return { line: asking.loginPage, status: 302 };
    }
    return replaced(status, lines, round?.env ?? new Map(), 0);
  };

  function replaced(
    of: number,
    documents: readonly Occurrence[],
    env: Environment,
    depth: number,
  ): Replaced | null {
    const line = documents.findLast(({ args }) => args[0] === String(of));
    if (line === undefined) return null;
    if (isElsewhere(of, line)) return { line, status: 302 };
    const [, address = '', more] = line.args;
    if (!address.startsWith('/') || isText(address, more)) return null;
    const page = ruledPage(tree, request, { server, address, status: of, env });
    if (page === null || page.status === null || page.status < 400 || depth === MOST_REDIRECTS) return page;
    const own = linesFor(tree, tree.factsOf(server), page.round, request);
    return replaced(page.status, own, page.round.env, depth + 1) ?? page;
  }
}

/**
 * With which the server closes the connection, and reads no more of the request (`ap_status_drops_connection`); before it answers 501 to a
 * method, it has read the body.
 */
const LEAVES_BODY: ReadonlySet<number> = new Set([400, 408, 411, 413, 414, 500, 503]);

/**
 * The LimitRequestBody that the request is too long for: the server finds that out when it reads the body, to throw it away if nothing else,
 * and answers that (`ap_http_filter`, modules/http/http_filters.c). Null: none, or its length is not known.
 */
function overlongBody({ headers }: ConcreteRequest, round: Round | undefined): Occurrence | null {
  const line = round?.recorder.lines('limitrequestbody').at(-1);
  const [length, most] = [Number(headers.get('content-length') ?? 0), Number(line?.args[0] ?? 0)];
  return line !== undefined && most > 0 && length > most ? line : null;
}

function linesFor(
  tree: RequestTree,
  facts: ReturnType<RequestTree['factsOf']>,
  round: Round | undefined,
  request: ConcreteRequest,
): readonly Occurrence[] {
  const own = createRecorder(tree, facts, request);
  if (round === undefined) return own.lines('errordocument');
  // A file that is not taken, or a link that is not followed, ends the walk: what it had found does not count.
  const isCut = round.early === null && round.steps.some(({ after }) => after.failed);
  const barred = round.file?.barred ?? null;
  if (isCut || barred !== null) return own.lines('errordocument').filter(isAtTop);
  // Before folders are looked up, Locations count.
  if (round.early !== null && round.file === null) {
    walkLocations(round.address, facts, own);
    return own.lines('errordocument');
  }
  return round.recorder.lines('errordocument');
}

/** `set_error_document` (server/core.c): a text has a blank, and for 401 the server takes no URL. */
function isElsewhere(status: number, { args: [, text = '', more] }: Occurrence): boolean {
  if (status === 401 || isText(text, more)) return false;
  return /^[a-z\d+.-]+:/i.test(text);
}

function isText(text: string, more: string | undefined): boolean {
  return more !== undefined || /[\s"]/.test(text);
}

/** The statuses of what the access rules answer; null: what is served then. */
export const ANSWER_STATUS: Readonly<Record<Answer, number | null>> = {
  pass: null,
  unauthorized: 401,
  forbidden: 403,
  serverError: 500,
};

/** What answers: the access rules, or what is served, and the page that the client is sent to instead. */
export interface Reply {
  readonly served: Served;
  readonly redirects: ErrorRedirects;
}

/** What the client gets in the place of an answer; null: the answer. */
export function errorRedirect(answer: Answer, { served, redirects }: Reply): Replaced | null {
  const status = ownStatus(answer, served);
  return status === null ? null : redirects(status);
}

/** Redirect and rewrite rules refuse with other statuses than 500, too: 503 most of all. 501 is what methods get. */
function ownStatus(answer: Answer, { status }: Served): number | null {
  if (answer === 'serverError' && status !== null && status > 501) return status;
  return ANSWER_STATUS[answer] ?? status;
}

/** The status that a client gets; null if it is for something else than httpd's own handlers to say. */
export function clientStatus(answer: Answer, reply: Reply): number | null {
  const replaced = errorRedirect(answer, reply);
  return replaced === null ? ownStatus(answer, reply.served) : replaced.status;
}
