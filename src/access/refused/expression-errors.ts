// Expressions that a 2.4 server does not read (server/util_expr_eval.c): names in them that nobody has, nets and patterns that are none.
import type { Occurrence, Scope } from '../../model/index.ts';
import { patternError } from '../../pattern/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import type { Expression, Word } from '../conditions/expression-tree.ts';
import { parseExpression, withoutQuotes } from '../conditions/expression-tree.ts';
import { parseRequireIp } from '../policy/index.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';

const VARIABLES: ReadonlySet<string> = new Set(
  `https ipv6 conn_log_id conn_remote_addr http2 request_method request_scheme request_uri request_filename remote_host remote_ident
  remote_user server_admin server_name server_port server_protocol script_filename path_info query_string is_subreq document_root
  auth_type the_request content_type handler request_log_id script_user script_group document_uri last_modified context_prefix
  context_document_root request_status remote_addr remote_port http_user_agent http_proxy_connection http_referer http_cookie
  http_forwarded http_host http_accept time_year time_mon time_day time_hour time_min time_sec time_wday time server_software
  api_version`.split(/\s+/),
);

const FUNCTIONS: ReadonlySet<string> = new Set(
  `osenv env resp req http note reqenv req_novary tolower toupper escape unescape file filesize base64 unbase64 sha1 md5 ldap`.split(
    /\s+/,
  ),
);

const UNARY = /^-[nzRTdefsLhxFUA]$/;
const BINARY = /^(?:[^-].*|-(?:ipmatch|fnmatch|strmatch|strcmatch|eq|ne|lt|le|gt|ge|in))$/i;

/** What the server says against the expression of an `<If>` or SetEnvIfExpr; null: nothing, or that is not known. */
export function conditionError(item: Occurrence | Scope, known: KnownDirectives): string | null {
  const [text = ''] = item.args;
  if (item.type === 'occurrence') {
    if (item.name !== 'setenvifexpr') return null;
    const error = expressionError(text, known);
    return error && `Could not parse expression "${text}": ${error}`;
  }
  if ((item.name !== 'if' && item.name !== 'elseif') || item.args.length !== 1) return null;
  const error = expressionError(text, known);
  return error && `Cannot parse condition clause: ${error}`;
}

/** The same of `Require expr`. @param args as written behind that */
export function requireExpressionError(args: string, known: KnownDirectives): string | null {
  const error = expressionError(withoutQuotes(args), known);
  return error && `Cannot parse expression in require line: ${error}`;
}

function expressionError(text: string, known: KnownDirectives): string | null {
  if (hasPlaceholder(text) || text.includes('${')) return null;
  const expression = parseExpression(text);
  return expression && errorIn(expression, known);
}

function errorIn(expression: Expression, known: KnownDirectives): string | null {
  const ofWord = (word: Word) => wordError(word, known);
  switch (expression.type) {
    case 'constant':
      return null;
    case 'not':
      return errorIn(expression.part, known);
    case 'all':
    case 'any':
      return first(expression.parts.map((part) => errorIn(part, known)));
    case 'in':
      return first([expression.left, ...expression.list].map(ofWord));
    case 'match':
      return (
        ofWord(expression.left) ??
        (patternError(expression.pattern) === null ? null : 'Failed to compile regular expression')
      );
    case 'unary':
      if (!UNARY.test(expression.operator))
        return known.hasOthers ? null : `Unary operator '${expression.operator}' does not exist`;
      return ofWord(expression.word) ?? (expression.operator === '-R' ? netError(expression.word) : null);
    case 'binary': {
      const { operator, left, right } = expression;
      if (!BINARY.test(operator))
        return known.hasOthers ? null : `Binary operator '${operator}' does not exist`;
      const ofNet = operator === '-ipmatch' ? netError(right) : null;
      return ofWord(left) ?? ofWord(right) ?? ofNet;
    }
  }
}

function first(errors: readonly (string | null)[]): string | null {
  return errors.find((error) => error !== null) ?? null;
}

function netError(word: Word): string | null {
  if (word.type !== 'text' || /[%$\\]/.test(word.text)) return null;
  return 'net' in parseRequireIp(word.text) ? null : 'parsing of subnet/netmask failed';
}

function wordError(word: Word, known: KnownDirectives): string | null {
  switch (word.type) {
    case 'text': {
      const inside = [...word.text.matchAll(/\\.|%\{(\w+)(:)?/gs)];
      return first(
        inside.map(([, name, colon]) =>
          name === undefined ? null : nameError(name, colon !== undefined, known),
        ),
      );
    }
    case 'variable':
      return nameError(word.name, word.argument !== null, known);
    case 'call':
      return nameError(word.name, true, known) ?? wordError(word.argument, known);
  }
}

/** Names of mod_ssl and mod_proxy_hcheck are theirs; any may be a third-party module's. */
function nameError(
  name: string,
  isFunction: boolean,
  { hasOneOf, hasOthers }: KnownDirectives,
): string | null {
  const isOfCore = (isFunction ? FUNCTIONS : VARIABLES).has(name.toLowerCase());
  const isOfHealth = /^hc/i.test(name);
  const isOfTls = (isFunction ? name === 'SSL' : name.startsWith('SSL_')) && hasOneOf(['ssl_module']);
  if (isOfCore || isOfHealth || isOfTls || hasOthers) return null;
  return `${isFunction ? 'Function' : 'Variable'} '${name}' does not exist`;
}
