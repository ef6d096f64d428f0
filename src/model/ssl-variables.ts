// The variables of SSLRequire as 2.2 knew them.
import type { Span } from '../text/index.ts';

/** A variable in the expression of SSLRequire that 2.2 took for an empty text. */
export interface UnknownSslVariable {
  readonly name: string;
  readonly span: Span;
}

/** Those outside of quotes, where ssl_expr_scan.l of 2.2 looks for them; their spans in the text given. */
export function unknownSslVariables(expression: string): UnknownSslVariable[] {
  const found = expression.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|%\{([A-Za-z][\w:-]*)\}/g);
  return [...found].flatMap(({ 0: whole, 1: name, index }) =>
    name === undefined || KNOWN.test(name)
      ? []
      : [{ name, span: { start: index, end: index + whole.length } }],
  );
}

/** The names of ssl_var_lookup in ssl_engine_vars.c, which compares without regard to case. */
const KNOWN =
  /^(?:SSL_.*|HTTP:.*|ENV:.*|HTTP_(?:USER_AGENT|REFERER|COOKIE|FORWARDED|HOST|PROXY_CONNECTION|ACCEPT)|REQUEST_(?:METHOD|SCHEME|URI|FILENAME)|REMOTE_(?:HOST|IDENT|USER|ADDR)|SERVER_(?:ADMIN|NAME|PORT|PROTOCOL|SOFTWARE)|SCRIPT_FILENAME|PATH_INFO|QUERY_STRING|IS_SUBREQ|DOCUMENT_ROOT|AUTH_TYPE|THE_REQUEST|HTTPS|API_VERSION|TIME(?:_(?:YEAR|MON|DAY|HOUR|MIN|SEC|WDAY))?)$/i;
