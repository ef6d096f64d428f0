// The expression of SSLRequire where the two versions read it differently: variables, and text in quotes.
import type { Span } from '../text/index.ts';

/** A piece of the expression, and what 2.4 reads as 2.2 read the piece. */
export interface SslRequirePiece {
  /** Of a variable that 2.2 took for an empty text; null for `%{` in quotes, where 2.2 looked for none. */
  readonly variable: string | null;
  readonly span: Span;
  readonly text: string;
}

/** Its pieces that 2.4 would refuse or read as something else, with their spans in the text given. */
export function sslRequirePieces(expression: string): SslRequirePiece[] {
  return [...expression.matchAll(TOKEN)].flatMap(({ 0: whole, groups = {}, index: start }) => {
    const { variable } = groups;
    if (variable === undefined) return whole.startsWith('"') ? quotedPieces(whole, start) : [];
    const span = { start, end: start + whole.length };
    return KNOWN.test(variable) ? [] : [{ variable, span, text: '""' }];
  });
}

/** The variables that the expression asks for, as they are written. */
export function sslRequireVariables(expression: string): string[] {
  return [...expression.matchAll(TOKEN)].flatMap(({ groups }) => groups?.['variable'] ?? []);
}

/** A quoted text, a pattern, a variable (ssl_expr_scan.l of 2.2). */
const TOKEN =
  /"(?:[^"\\]|\\[^])*"|~\s*m(?<end>[^\s\w])(?:\\[^]|(?!\k<end>)[^])*\k<end>|%\{(?<variable>[A-Za-z][\w:-]*)\}/g;

/** A backslash keeps the sign a sign in either version. */
function quotedPieces(quoted: string, at: number): SslRequirePiece[] {
  return [...quoted.matchAll(/\\[^]|%(?=\{)/g)]
    .filter(([sign]) => sign === '%')
    .map(({ index }) => {
      const start = at + index;
      return { variable: null, span: { start, end: start + 1 }, text: '\\%' };
    });
}

/** The names of ssl_var_lookup in ssl_engine_vars.c, which compares without regard to case. */
const KNOWN =
  /^(?:SSL_(?!SESSION_RESUMED$|SRP_|(?:CLIENT|SERVER)_SAN_|CLIENT_CERT_RFC4523_CEA$|CLIENTHELLO_).*|HTTP:.*|ENV:.*|HTTP_(?:USER_AGENT|REFERER|COOKIE|FORWARDED|HOST|PROXY_CONNECTION|ACCEPT)|REQUEST_(?:METHOD|SCHEME|URI|FILENAME)|REMOTE_(?:HOST|IDENT|USER|ADDR)|SERVER_(?:ADMIN|NAME|PORT|PROTOCOL|SOFTWARE)|SCRIPT_FILENAME|PATH_INFO|QUERY_STRING|IS_SUBREQ|DOCUMENT_ROOT|AUTH_TYPE|THE_REQUEST|HTTPS|API_VERSION|TIME(?:_(?:YEAR|MON|DAY|HOUR|MIN|SEC|WDAY))?)$/i;
