// What a server refuses of a request before it looks for what the address leads to: its length, its headers, the host's name, the method.
import { knownMethods } from '../sections/limit-error.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Served } from './expected-status.ts';
import { hasModule } from './has-module.ts';
import { requestLine } from './request-facts.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import { hostHeader, isMalformedHost, protocolOption } from './server-identity.ts';
import { lastWord } from './server-lines.ts';

/** Null: the request is asked further. */
export function refusedForm(
  tree: RequestTree,
  request: ConcreteRequest,
  facts: ServerFacts,
  isItsName: boolean,
): Served | null {
  return (
    overLimit(tree, request) ??
    badHost(tree, request, facts, isItsName) ??
    unregistered(tree, request, facts) ??
    oddHeader(request) ??
    withoutAddress(tree, request)
  );
}

/** The defaults of LimitRequestLine and LimitRequestFieldSize, and of LimitRequestFields. */
const LONGEST_LINE = 8190;
const MOST_FIELDS = 100;

/**
 * What is longer than the first host of its address permits (`read_request_line` and `ap_get_mime_headers_core`, server/protocol.c): which
 * host is asked for is not known before it is read. Since 2.4.34 one byte more is taken than the limits say.
 */
function overLimit(tree: RequestTree, request: ConcreteRequest): Served | null {
  const first = tree.choose({ ...request, host: null, path: '/' }).server;
  const { lines } = tree.factsOf(first);
  const limit = (name: string, usual: number) => {
    // A host takes over what the main server has said by then.
    const before = lines.inherited(name).filter(({ seq }) => seq < first.seq);
    return Number([...before, ...lines.own(name)].at(-1)?.args[0] ?? usual);
  };
  const [line, size, fields] = [
    limit('limitrequestline', LONGEST_LINE),
    limit('limitrequestfieldsize', LONGEST_LINE),
    limit('limitrequestfields', MOST_FIELDS),
  ];
  const more = tree.isSince(34) ? 1 : 0;
  if (requestLine(request).length > line + more)
    return { status: 414, why: `the request line is longer than LimitRequestLine permits, ${line} bytes` };
  const sent = headersOf(request);
  const long = sent.find(([name, value]) => `${name}: ${value}`.length > size + more);
  if (long !== undefined)
    return {
      status: 400,
      why: `the header ${long[0]} is longer than LimitRequestFieldSize permits, ${size} bytes`,
    };
  if (fields === 0 || sent.length <= fields) return null;
  return { status: 400, why: `there are more headers than LimitRequestFields permits, ${fields}` };
}

/** What is wrong with a header by itself (`ap_read_request`, server/protocol.c; `ap_http_filter`, modules/http/http_filters.c). */
function oddHeader({ headers }: ConcreteRequest): Served | null {
  const expect = headers.get('expect') ?? '';
  if (expect !== '' && expect.toLowerCase() !== '100-continue')
    return { status: 417, why: `the servers know no Expect: ${expect}` };
  const encoding = headers.get('transfer-encoding') ?? 'chunked';
  if (!/(?:^|[,\s])chunked$/i.test(encoding))
    return { status: 400, why: `Transfer-Encoding: ${encoding} does not end with chunked` };
  const length = headers.get('content-length') ?? '0';
  if (!/^\d+$/.test(length)) return { status: 400, why: `Content-Length: ${length} is no length` };
  return null;
}

/** Those that are sent for certain. */
function headersOf(request: ConcreteRequest): readonly (readonly [name: string, value: string])[] {
  const host = request.headers.has('host') ? null : hostHeader(request);
  const hosts = host === null || host === '' ? [] : [['host', host] as const];
  return [...hosts, ...request.headers];
}

/** What the name of a server gets that no server can have, or under StrictHostCheck this one has not. */
function badHost(
  tree: RequestTree,
  { host, protocol }: ConcreteRequest,
  { lines }: ServerFacts,
  isItsName: boolean,
): Served | null {
  if (host === '' && protocol === 'HTTP/1.1') return { status: 400, why: 'HTTP/1.1 wants a Host header' };
  if (host === null || host === '') return null;
  // Before 2.2.32 nothing but slashes and doubled dots was refused: a host that is called so was asked.
  const isTaken = tree.version === '2.2' && isItsName;
  if (!isTaken && isMalformedHost(host, lines, tree)) return { status: 400, why: `${host} is no host name` };
  if (tree.version === '2.2' || isItsName || lastWord(lines, 'stricthostcheck') !== 'on') return null;
  return {
    status: 400,
    why: `StrictHostCheck takes no requests for ${host}, which no server here is called`,
  };
}

/** What `HttpProtocolOptions RegisteredMethods` makes of a method that no module and no line registers (`ap_read_request`, server/protocol.c). */
function unregistered(tree: RequestTree, { method }: ConcreteRequest, { lines }: ServerFacts): Served | null {
  if (protocolOption(lines, ['registeredmethods', 'lenientmethods']) !== 'registeredmethods') return null;
  if (knownMethods(tree.model, hasModule(tree, 'dav'), tree.version).has(method)) return null;
  return { status: 501, why: `HttpProtocolOptions RegisteredMethods takes no ${method}` };
}

/**
 * What a request gets that asks for no address below the server: `OPTIONS *` is answered before access is checked (`http_send_options`,
 * modules/http/http_core.c), CONNECT takes a host and a port. Null: it asks for one.
 */
function withoutAddress({ isSince }: RequestTree, { method, path }: ConcreteRequest): Served | null {
  if (path === '*') {
    if (method === 'OPTIONS') return { status: 200, why: 'OPTIONS * is answered before access is checked' };
    return isSince(49)
      ? { status: 400, why: '* is taken with OPTIONS only' }
      : { status: null, why: 'what servers before 2.4.49 make of * is not told' };
  }
  if (method === 'CONNECT') return { status: 400, why: 'CONNECT takes HOST:PORT, not an address' };
  return null;
}
