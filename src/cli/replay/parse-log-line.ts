import { isIP } from 'node:net';

/** One request of an access log; what the format does not have is null. */
export interface LogEntry {
  readonly host: string | null;
  readonly port: number | null;
  /** IP address, or the host name where the server looked it up. */
  readonly client: string;
  /** The user who is logged in. */
  readonly user: string | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** What stands after the `?`. */
  readonly query: string;
  readonly status: number | null;
  readonly referer: string | null;
  readonly userAgent: string | null;
}

const LINE =
  /^((?:[^"\\]|\\.|"")*?) \[[^[\]]*\] "((?:[^"\\]|\\.)*)" (\d{3}|-)(?!\S)(?: \S+)?(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;

/** Why a line is left out: another format, or a request for no path (`-`, CONNECT, `OPTIONS *`). */
export type LeftOut = 'format' | 'path';

/** A line of the common, combined or vhost_combined format (bytes as Latin-1). */
export function parseLogLine(line: string): LogEntry | LeftOut {
  const [, head = '', request = '', status = '-', referer, userAgent] = LINE.exec(line) ?? [];
  const who = parseHead(head);
  if (who === null) return 'format';
  const asked = parseRequest(unescape(request));
  if (asked === null) return 'path';
  return {
    ...who,
    // With 401 the user is who somebody said to be.
    user: status === '401' || who.user === '-' || who.user === '""' ? null : unescape(who.user),
    method: asked.method,
    path: asked.path,
    query: asked.query,
    host: asked.host ?? who.host,
    status: status === '-' ? null : Number(status),
    referer: headerOf(referer),
    userAgent: headerOf(userAgent),
  };
}

/**
 * `[HOST:PORT] CLIENT IDENT USER`; a user's name may have blanks in it. Null where other words stand there, as the addresses of
 * X-Forwarded-For, or what syslog writes before a line: who asked is not known then.
 */
function parseHead(head: string) {
  const words = head.split(' ');
  const [first = '', second = ''] = words;
  const isHost =
    words.length > 3 &&
    isIP(first) === 0 &&
    !first.endsWith(',') &&
    (isIP(second) > 0 || /:\d+$/.test(first));
  const [, host = first, port] = /^(.*):(\d+)$/.exec(first) ?? [];
  const rest = isHost ? words.slice(1) : words;
  const [client = '', ident = '', ...user] = rest;
  const isOther = isIP(ident) > 0 || (user.length > 1 && user.some((word) => word === '-' || isIP(word) > 0));
  if (rest.length < 3 || !isClient(client) || isOther) return null;
  const at = isHost ? { host, port: port === undefined ? null : Number(port) } : { host: null, port: null };
  return { ...at, client, user: user.join(' ') };
}

/** An address, or a name that was looked up; a port behind it is of other formats. */
function isClient(word: string): boolean {
  return isIP(word) > 0 || /^[\w.][\w.-]*$/.test(word);
}

function parseRequest(text: string) {
  const [, method = '', target = ''] = /^([\w-]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/.exec(text) ?? [];
  const [, host, path = '', query = ''] =
    /^(?:https?:\/\/(\[[^\]]*\]|[^/:?#]+)(?::\d+)?)?(\/[^?#]*)?(?:\?([^#]*))?$/i.exec(target) ?? [];
  if (path === '' && host === undefined) return null;
  // The server takes a URL without a path for its root (`ap_parse_uri`, server/protocol.c).
  return { method, path: path || '/', query, host: host ?? null };
}

/** As `ap_escape_logitem` wrote it. */
function unescape(text: string): string {
  return text.replace(/\\(?:x([0-9a-f]{2})|(.))/gi, (_, hex?: string, char = '') =>
    hex === undefined
      ? (CONTROLS[char as string] ?? (char as string))
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', v: '\v' };

/** A lone `-` is a header that was not sent: ''. */
function headerOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text === '-' ? '' : unescape(text);
}
