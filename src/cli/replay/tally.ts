import type { ConcreteRequest, Replay, ReplayAnswer } from '../../access/index.ts';
import { plainRequest } from '../../access/index.ts';
import { isIP } from 'node:net';
import type { LeftOut, LogEntry } from './parse-log-line.ts';

/** A request of the log that is answered differently, or may be. */
export interface ChangedRequest {
  readonly request: ConcreteRequest;
  readonly answer: ReplayAnswer;
  count: number;
}

/** What came of a log. */
export interface Tally {
  /** Lines with a request. */
  requests: number;
  /** Those of them that no host is known of, where that matters. */
  hostless: number;
  /** Other lines. */
  unread: number;
  /** Those of them that have a request, but for no path. */
  pathless: number;
  /** The number of the first of them; null if there are none. */
  firstUnread: number | null;
  /** Different requests: host, path and query, user, method, clients and headers as far as some rule tells them apart. At least so many if `isCut`. */
  distinct: number;
  /** There were too many to remember all. */
  isCut: boolean;
  opened: number;
  closed: number;
  other: number;
  /** Requests whose answers may differ, by what the log does not tell. */
  possible: number;
  /** Requests whose status in the log is one that the model of 2.2 expects, and one that it does not. */
  readonly model: { right: number; wrong: number };
  readonly changed: Map<string, ChangedRequest>;
}

export function emptyTally(): Tally {
  return {
    requests: 0,
    hostless: 0,
    unread: 0,
    pathless: 0,
    firstUnread: null,
    distinct: 0,
    isCut: false,
    opened: 0,
    closed: 0,
    other: 0,
    possible: 0,
    model: { right: 0, wrong: 0 },
    changed: new Map(),
  };
}

/** Answers that are remembered, so that equal requests are asked once: some hundred bytes each. */
const MOST_REMEMBERED = 200_000;
/** Changed requests that are counted one by one; beyond that the rare ones are forgotten. */
const MOST_CHANGED = 20_000;

/** Counts entries one after the other, in bounded memory. @param logHost of entries that name none */
export function createTeller(
  replay: Replay,
  tally: Tally,
  logHost: string | null,
): (entry: LogEntry | LeftOut, lineNumber: number) => void {
  const known = new Map<string, ReplayAnswer>();
  const classOf = rememberClasses(replay.classOf);
  return (entry, lineNumber) => {
    if (typeof entry === 'string') {
      tally.unread++;
      tally.firstUnread ??= lineNumber;
      if (entry === 'path') tally.pathless++;
      return;
    }
    tally.requests++;
    const host = entry.host ?? logHost;
    if (host === null && replay.asksForHosts) tally.hostless++;
    const request = requestOf(
      { ...entry, host, query: replay.asksForQueries ? entry.query : '' },
      replay.headers,
    );
    const classes = [...request.headers].map(([header, value]) => replay.headerClass(header, value));
    const key = [keyOf(request, classOf(entry.client)), ...classes].join('\n');
    let answer = known.get(key);
    if (answer === undefined) {
      answer = replay.ask(request);
      if (known.size >= MOST_REMEMBERED) {
        known.clear();
        tally.isCut = true;
      }
      known.set(key, answer);
      if (tally.isCut) tally.distinct = Math.max(tally.distinct, known.size);
      else tally.distinct++;
    }
    count(tally, request, answer, entry.status);
  };
}

function rememberClasses(classOf: Replay['classOf']): (client: string) => string {
  const known = new Map<string, string>();
  return (client) => {
    const name = known.get(client) ?? classOf(client);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(client, name);
    return name;
  };
}

function count(tally: Tally, request: ConcreteRequest, answer: ReplayAnswer, status: number | null): void {
  if (answer.kind !== 'possible' && answer.before !== null && status !== null) {
    if (isExpected(answer.before, status)) tally.model.right++;
    else tally.model.wrong++;
  }
  if (answer.kind === 'same') return;
  if (answer.kind === 'possible') tally.possible++;
  else if (answer.before === answer.after) tally.other++;
  else if (answer.after === 'pass') tally.opened++;
  else if (answer.before === 'pass') tally.closed++;
  else tally.other++;
  // One example stands for all clients and headers.
  const key = [answer.kind, answer.before, answer.after, keyOf(request, '')].join('\n');
  const changed = tally.changed.get(key);
  if (changed !== undefined) changed.count++;
  else {
    if (tally.changed.size >= MOST_CHANGED) forgetRare(tally);
    tally.changed.set(key, { request, answer, count: 1 });
  }
}

function forgetRare(tally: Tally): void {
  const kept = [...tally.changed].toSorted(([, a], [, b]) => b.count - a.count).slice(0, MOST_CHANGED / 2);
  tally.changed.clear();
  for (const [key, each] of kept) tally.changed.set(key, each);
  tally.isCut = true;
}

/** A refusal of access has its own status; what is let through has any other. */
function isExpected(answer: ReplayAnswer['before'], status: number): boolean {
  if (answer === 'unauthorized') return status === 401;
  if (answer === 'forbidden') return status === 403;
  return answer === 'serverError' ? status === 500 : status !== 401 && status !== 403;
}

function requestOf(entry: LogEntry, asked: readonly string[]): ConcreteRequest {
  const { host, port, client, user, method, path, query, referer, userAgent } = entry;
  const isAddress = isIP(client) > 0;
  const sent: readonly (readonly [string, string | null])[] = [
    ['referer', referer],
    ['user-agent', userAgent],
  ];
  const headers = new Map(
    sent.flatMap(([name, value]) => (asked.includes(name) && value !== null ? [[name, value]] : [])),
  );
  return {
    ...plainRequest(path),
    host,
    port,
    method,
    query,
    user,
    headers,
    client: isAddress ? client : null,
    clientName: isAddress ? null : client,
  };
}

/** @param client what stands for who asks */
function keyOf({ host, port, path, query, user, method }: ConcreteRequest, client: string): string {
  return [method, host, port, path, query, client, user].join('\n');
}
