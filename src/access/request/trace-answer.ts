import type { ConcreteRequest } from './concrete-request.ts';
import type { EarlyAnswer } from './round.ts';
import type { ServerLines } from './server-lines.ts';
import { lastWord } from './server-lines.ts';

/** As long as the body of a TRACE may be where TraceEnable is `extended`. */
const LONGEST_BODY = 65_536;

/** What TRACE gets: it is answered in map_to_storage, before access is checked (`ap_send_http_trace`, modules/http/http_filters.c). */
export function traceAnswer({ headers }: Pick<ConcreteRequest, 'headers'>, lines: ServerLines): EarlyAnswer {
  const word = lastWord(lines, 'traceenable');
  if (word === 'off') return { status: 405, why: 'TraceEnable is off' };
  const isExtended = word === 'extended';
  const isChunked = headers.has('transfer-encoding');
  const isTooLong = Number(headers.get('content-length') ?? 0) > (isExtended ? LONGEST_BODY : 0);
  return (isChunked && !isExtended) || isTooLong
    ? { status: 413, why: `TRACE takes ${isExtended ? 'no body of more than 64 KB' : 'no body'}` }
    : { status: 200, why: 'TRACE is answered before access is checked' };
}
