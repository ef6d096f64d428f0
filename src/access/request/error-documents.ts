import type { Answer } from '../policy/index.ts';
import type { Occurrence } from '../../model/index.ts';
import type { Evaluation } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { createRecorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { isAtTop } from './server-lines.ts';
import { walkLocations } from './walk-addresses.ts';

/**
 * The ErrorDocument line by which a status is told as a redirect, since it names a URL (`ap_die`, modules/http/http_request.c): the client
 * gets 302. Null: the status stays as it is.
 */
export type ErrorRedirects = (status: number) => Occurrence | null;

export function errorRedirects(tree: RequestTree, { server, rounds }: Evaluation): ErrorRedirects {
  const round = rounds.findLast(({ why }) => why === 'request' || why === 'rewritten');
  const lines = linesFor(tree, tree.factsOf(server), round);
  return (status) => {
    const code = String(status);
    const line = lines.findLast(({ args }) => args[0] === code);
    return line !== undefined && isElsewhere(status, line) ? line : null;
  };
}

function linesFor(
  tree: RequestTree,
  facts: ReturnType<RequestTree['factsOf']>,
  round: Round | undefined,
): readonly Occurrence[] {
  const own = createRecorder(tree, facts);
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
  if (status === 401 || more !== undefined || /[\s"]/.test(text)) return false;
  return /^[a-z\d+.-]+:/i.test(text);
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

/** The ErrorDocument line that turns an answer into a redirect; null: none does. */
export function errorRedirect(answer: Answer, { served, redirects }: Reply): Occurrence | null {
  const status = ANSWER_STATUS[answer] ?? served.status;
  return status === null ? null : redirects(status);
}

/** The status that a client gets; null if it is for something else than httpd's own handlers to say. */
export function clientStatus(answer: Answer, reply: Reply): number | null {
  return errorRedirect(answer, reply) === null ? (ANSWER_STATUS[answer] ?? reply.served.status) : 302;
}
