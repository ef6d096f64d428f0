import { matchText } from '../addresses/index.ts';
import { clientNet, covers } from './known-atoms.ts';
import type { KnownFacts } from './known-atoms.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Credentials } from './credentials.ts';
import type { Attribute, Environment } from './environment.ts';
import { evaluateExpression, parseExpression } from '../conditions/index.ts';
import type { ExpressionValue } from '../conditions/index.ts';
import { hostHeader, serverName, serverPort, speaksTls } from './server-identity.ts';
import { isInGroup } from './credentials.ts';
import { whyClosed } from './login-sources.ts';
import { realClientHeader } from './real-client.ts';
import { completePath, withoutDrivePath } from '../folders/paths.ts';
import { isEarly } from '../sections/early-headers.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import { isAtTop } from './server-lines.ts';

interface FactsRequest {
  readonly request: ConcreteRequest;
  readonly credentials: Credentials;
  readonly env: Environment;
  readonly tree: RequestTree;
  readonly server: ServerFacts;
  readonly address: string;
  /** As `%{REQUEST_FILENAME}` has it: `proxy:URL` for what is proxied; null if it is not known. */
  readonly filename: string | null;
  /** What the address has after the file's name; null if the file is not known. */
  readonly pathInfo: string | null;
  readonly isSubrequest: boolean;
}

/** What is known of a request when its access is checked. */
export function factsFor({
  request,
  credentials: { user, isSent },
  env,
  tree,
  server,
  address,
  filename,
  pathInfo,
  isSubrequest,
}: FactsRequest): KnownFacts {
  const isSet = (variable: string): boolean | null => {
    if (hasName(request.env, variable)) return true;
    const setting = env.get(variable.toLowerCase());
    const isLate = tree.lateVariables.has(variable.toLowerCase());
    if (setting === undefined) return isLate || request.otherEnv === 'unset' ? false : null;
    return setting.state === 'unknown' ? null : setting.state === 'set';
  };
  const client = request.client === null ? null : clientNet(request.client);
  const valueFor = (known: string | null): ExpressionValue =>
    expressionValue(request, env, {
      address,
      path: filename,
      pathInfo,
      user: known,
      isSubrequest,
      server,
    });
  return {
    client: request.client,
    clientName: request.clientName,
    isSet,
    user,
    sendsCredentials: isSent,
    meets: (test) => (user === null ? false : meetsTest(test, user, request, tree)),
    holds(text, hasUser) {
      const expression = parseExpression(text);
      return (
        expression &&
        evaluateExpression(expression, {
          value: valueFor(hasUser ? user : ''),
          kindOf: tree.files.kindOf,
          isClientIn: (net) => (client === null ? null : covers(net, client)),
        })
      );
    },
  };
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

/** `group staff in conf/groups`: told by what is said of the user, else by the file. */
function meetsTest(
  test: string,
  user: string,
  { groups, otherGroups }: ConcreteRequest,
  tree: RequestTree,
): boolean | null {
  const [, group = '', path = ''] = /^(?:dbm-)?group (.*) in (.*)$/s.exec(test) ?? [];
  if (group === '') return null;
  // mod_authz_dbm compares the bytes, mod_authz_groupfile looks the name up in a table, which does not tell case apart.
  if (groups.includes(group)) return true;
  const isOther = otherGroups === 'none' || groups.length > 0 ? false : null;
  if (test.startsWith('dbm-')) return isOther;
  if (groups.some((each) => each.toLowerCase() === group.toLowerCase())) return true;
  const file = completePath(path, tree.model);
  if (whyClosed(path, 'text', 'groups', tree) !== null) return false;
  const isMember = isInGroup(user, group, file, tree.files, tree.version);
  return isMember ?? isOther;
}

/**
 * What SetEnvIf tests: facts of the request, else a header, else a variable set before. What a header is that the server itself has changed before
 * (`RequestHeader ... early`) is not known.
 */
export function attributeOf(
  request: ConcreteRequest,
  address: string,
  lines: ServerFacts['lines'],
): Attribute {
  const changed = changedEarly(lines);
  return (name, env, ignoresCase) => {
    const fact = requestFact(name.toLowerCase(), request, address, lines);
    if (fact !== undefined) return fact;
    if (changed.size > 0 && (/[^\w-]/.test(name) || changed.has(name.toLowerCase()))) return null;
    if (/[^\w-]/.test(name)) return headerLike(request, name, ignoresCase);
    const header =
      name.toLowerCase() === 'host' ? hostHeader(request) : headerOf(request, name.toLowerCase());
    if (header !== null && header !== '') return header;
    const setting = env.get(name.toLowerCase());
    if (setting?.state === 'set') return setting.value;
    return header === null || setting?.state === 'unknown' ? null : '';
  };
}

/**
 * Of the first header whose name the pattern matches (`is_header_regex`, mod_setenvif.c): '' where there is none, null where it is not
 * known which is first, or how the client writes its name.
 */
function headerLike(request: ConcreteRequest, pattern: string, ignoresCase: boolean): string | null {
  const names = [...request.headers.keys(), ...(request.host === '' ? [] : ['host'])];
  const like = names.filter((name) => matchText(pattern, name, { ignoresCase: true }) !== null);
  const [first] = like;
  if (request.otherHeaders === 'unknown' || like.length > 1) return null;
  if (first === undefined) return '';
  return ignoresCase ? (request.headers.get(first) ?? hostHeader(request)) : null;
}

/** '' for one that is not sent; null if that is not known. @param name lower case */
function headerOf({ headers, otherHeaders, user, scheme }: ConcreteRequest, name: string): string | null {
  // What credentials look like is the client's affair.
  const isSent = name === 'authorization' && (user !== null || scheme !== null);
  return headers.get(name) ?? (otherHeaders === 'unknown' || isSent ? null : '');
}

function requestFact(
  name: string,
  request: ConcreteRequest,
  address: string,
  lines: ServerFacts['lines'],
): string | null | undefined {
  switch (name) {
    case 'remote_addr':
      return request.client;
    case 'remote_host':
      return remoteHost(request, lines);
    case 'server_addr':
      return request.serverAddress;
    case 'request_method':
      return request.method;
    case 'request_protocol':
      return protocolOf(request);
    case 'request_uri':
      return address;
    default:
      return undefined;
  }
}

/**
 * What REMOTE_HOST is (`ap_get_remote_host`, server/core.c): the address of a client that has no name, or whose name was not looked up. Without
 * HostnameLookups that happens where rules asked for it in an earlier request of the connection.
 */
function remoteHost({ client, clientName }: ConcreteRequest, lines: ServerFacts['lines']): string | null {
  if (clientName === '') return client;
  const lookups = [...lines.inherited('hostnamelookups'), ...lines.own('hostnamelookups')].filter(isAtTop);
  const isLookedUp = /^(?:on|double)$/i.test(lookups.at(-1)?.args[0] ?? '');
  return isLookedUp ? clientName : null;
}

/** The value of `%{NAME}` in RewriteCond, but for file names. */
export function rewriteVariable(
  request: ConcreteRequest,
  address: string,
  env: Environment,
  server: ServerFacts,
  isSubrequest: boolean,
): (name: string) => string | null {
  return (name) => {
    if (name === 'IS_SUBREQ') return String(isSubrequest);
    if (name === 'DOCUMENT_ROOT') return server.map.lines.root;
    if (name === 'HTTPS') return speaksTls(server.lines);
    // Which protocol the client speaks is as much its own affair as the headers that it sends.
    if (name === 'THE_REQUEST' && request.otherHeaders === 'absent') return requestLine(request);
    if (name === 'SERVER_PROTOCOL') return protocolOf(request);
    if (name.startsWith('ENV:')) return variableValue(env, name.slice(4));
    if (name === 'REMOTE_HOST') return remoteHost(request, server.lines);
    return serverVariable(name, request, { address, server });
  };
}

function variableValue(env: Environment, name: string): string | null {
  const setting = env.get(name.toLowerCase());
  if (setting?.state === 'unknown') return null;
  return setting?.state === 'set' ? setting.value : '';
}

const HEADERS: Readonly<Record<string, string>> = {
  HTTP_USER_AGENT: 'user-agent',
  HTTP_REFERER: 'referer',
  HTTP_COOKIE: 'cookie',
  HTTP_ACCEPT: 'accept',
  HTTP_FORWARDED: 'forwarded',
  HTTP_PROXY_CONNECTION: 'proxy-connection',
};

function serverVariable(
  name: string,
  request: ConcreteRequest,
  { address, server }: Pick<At, 'address' | 'server'>,
): string | null {
  switch (name) {
    case 'REMOTE_ADDR':
      return request.client;
    case 'REQUEST_METHOD':
      return request.method;
    case 'REQUEST_URI':
      return address;
    case 'QUERY_STRING':
      return request.query;
    case 'HTTP_HOST':
      return hostHeader(request);
    case 'SERVER_NAME':
      return serverName(request, server);
    case 'SERVER_PORT':
      return serverPort(request, server);
    case 'SERVER_ADDR':
      return request.serverAddress;
    case 'REQUEST_SCHEME':
    case 'CONN_REMOTE_ADDR':
    case 'IPV6':
      return server.map.lines.version === '2.2' ? '' : connectionVariable(name, request, server);
    default: {
      const header = HEADERS[name] ?? /^HTTP:(.*)$/.exec(name)?.[1]?.toLowerCase();
      if (header === 'host') return hostHeader(request);
      return header === undefined ? null : headerOf(request, header);
    }
  }
}

/** Variables that came with 2.4. */
function connectionVariable(
  name: 'REQUEST_SCHEME' | 'CONN_REMOTE_ADDR' | 'IPV6',
  { client }: ConcreteRequest,
  { lines }: ServerFacts,
): string | null {
  const tls = speaksTls(lines);
  if (name === 'REQUEST_SCHEME') return tls === null ? null : tls === 'on' ? 'https' : 'http';
  // What mod_remoteip has put in its place is not known any more.
  if (client === null || realClientHeader(lines) !== null) return null;
  if (name === 'CONN_REMOTE_ADDR') return client;
  return client.includes(':') ? 'on' : 'off';
}

interface At {
  readonly address: string;
  readonly server: ServerFacts;
  readonly path: string | null;
  readonly pathInfo: string | null;
  /** '' before credentials are looked at. */
  readonly user: string | null;
  readonly isSubrequest: boolean;
}

/** Variables and functions of a 2.4 expression. */
function expressionValue(request: ConcreteRequest, env: Environment, at: At): ExpressionValue {
  return (name, argument) => {
    if (argument !== null) return functionValue(name, argument, request, env);
    if (name === 'REQUEST_FILENAME' || name === 'SCRIPT_FILENAME')
      return at.path && withoutDrivePath(at.path);
    if (name === 'PATH_INFO') return at.pathInfo;
    if (name === 'REMOTE_USER') return at.user ?? '';
    if (name === 'IS_SUBREQ') return String(at.isSubrequest);
    if (name === 'THE_REQUEST') return requestLine(request);
    if (name === 'SERVER_PROTOCOL') return protocolOf(request);
    if (name === 'DOCUMENT_URI') return at.address;
    if (name === 'HTTPS') return speaksTls(at.server.lines);
    if (name === 'DOCUMENT_ROOT') return documentRoot(at.server);
    return serverVariable(name, request, at);
  };
}

/** Where VirtualDocumentRoot leads, that is the one (`ap_set_document_root`). */
function documentRoot({ map: { lines } }: ServerFacts): string | null {
  return lines.named.length > 0 ? null : lines.root;
}

export function requestLine(request: ConcreteRequest): string {
  const { method, path, query, host, protocol } = request;
  const usual = host === '' ? 'HTTP/1.0' : 'HTTP/1.1';
  return `${method} ${path}${query === '' ? '' : `?${query}`} ${protocol ?? usual}`;
}

/** Without a Host header it is HTTP/1.0, if nothing is said; null: not known. */
function protocolOf({ host, otherHeaders, protocol }: ConcreteRequest): string | null {
  if (protocol !== null) return protocol;
  if (otherHeaders === 'unknown') return null;
  return host === '' ? 'HTTP/1.0' : 'HTTP/1.1';
}

function functionValue(
  name: string,
  argument: string,
  request: ConcreteRequest,
  env: Environment,
): string | null {
  if (name === 'reqenv' || name === 'env') {
    if (hasName(request.env, argument)) return '1';
    return env.has(argument.toLowerCase()) || request.otherEnv === 'unset'
      ? variableValue(env, argument)
      : null;
  }
  if (name !== 'req' && name !== 'http') return null;
  if (argument.toLowerCase() === 'host') return hostHeader(request);
  return headerOf(request, argument.toLowerCase());
}

/** Headers of the request that mod_headers changes before SetEnvIf reads them (`ap_headers_early`), in lower case. */
function changedEarly(lines: ServerFacts['lines']): ReadonlySet<string> {
  const all = [...lines.inherited('requestheader'), ...lines.own('requestheader')];
  return new Set(all.filter(isEarly).map(({ args }) => (args[1] ?? '').toLowerCase().replace(/:$/, '')));
}
