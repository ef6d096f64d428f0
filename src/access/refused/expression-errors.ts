// Expressions that a 2.4 server does not read (server/util_expr_eval.c): names in them that nobody has, nets and patterns that are none.
import { EXPRESSION_TEXTS, headerWords, patchRelease } from '../../catalog/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { patternError } from '../../pattern/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import { withoutQuotes } from '../conditions/expression-tree.ts';
import { parseRequireIp } from '../policy/index.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import type { Use } from './expression-reading.ts';
import { usesOf } from './expression-reading.ts';

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

const LIST_FUNCTIONS: ReadonlySet<string> = new Set(['peerextlist']);

const UNARY = /^[nzRTdefsLhxFUA]$/;
const BINARY = /^(?:ipmatch|fnmatch|strmatch|strcmatch)$/i;

/** What the server says against the expression of an `<If>`, or of a line that has one; null: nothing, or that is not known. */
export function conditionError(
  item: Occurrence | Scope,
  known: KnownDirectives,
  version24: ServerModel['version24'],
): string | null {
  if (item.type === 'scope') {
    if (item.name !== 'if' && item.name !== 'elseif') return null;
    if (item.args.length > 1) return `Multiple <${item.node?.open.name.value}> arguments not supported.`;
    return complaint('Cannot parse condition clause: ', item.args[0] ?? '', 'condition', known);
  }
  const { args } = item;
  switch (item.name) {
    case 'setenvifexpr':
      return complaint(`Could not parse expression "${args[0]}": `, args[0], 'condition', known);
    case 'rewritecond':
      return /^expr$/i.test(args[0] ?? '')
        ? complaint(
            `RewriteCond: cannot compile expression "${args[1]}": `,
            args[1]?.replace(/^!/, ''),
            'condition',
            known,
          )
        : null;
    case 'header':
    case 'requestheader':
      return headerExpressionError(args, known);
    case 'redirect':
    case 'redirectpermanent':
    case 'redirecttemp': {
      const text = ownTarget(item);
      return complaint(`Cannot parse redirect expression '${text}': `, text, 'text', known);
    }
    case 'alias':
    case 'scriptalias':
      return args.length === 1
        ? complaint(`Cannot parse alias expression '${args[0]}': `, args[0], 'text', known)
        : null;
    default:
      return textError(item, known, version24);
  }
}

/** The same of a text that older releases take as it stands. */
function textError(
  { name, args }: Occurrence,
  known: KnownDirectives,
  version24: ServerModel['version24'],
): string | null {
  const text = EXPRESSION_TEXTS.get(name);
  if (text === undefined || (version24 !== null && patchRelease(version24) < patchRelease(text.since)))
    return null;
  const value = args[text.argument];
  return complaint(TEXT_HEADS[name]?.replace('%s', () => `${value}`) ?? '', value, 'text', known);
}

const TEXT_HEADS: Readonly<Record<string, string>> = {
  authname: "Cannot parse expression '%s' in AuthName: ",
  authtype: "Cannot parse expression '%s' in AuthType: ",
  errordocument: 'Cannot parse expression in ErrorDocument: ',
  sethandler: "Can't parse expression : ",
};

/** The target of a Redirect that has no path (`add_redirect_internal`, mod_alias.c). */
function ownTarget({ args, scope: { kind } }: Occurrence): string | undefined {
  if (kind === 'server' || kind === 'virtualhost') return undefined;
  const [first = '', second] = args;
  if (/^(?:permanent|temp|seeother|3\d\d(?!\d))/i.test(first)) return args.length === 2 ? second : undefined;
  return args.length === 1 && !/^(?:gone$|\d)/i.test(first) ? first : undefined;
}

/** `expr=` for a value, and for the condition at the end. */
function headerExpressionError(args: readonly string[], known: KnownDirectives): string | null {
  const [action = '', , ...rest] = headerWords(args);
  const isEdit = /^edit\*?$/i.test(action);
  const values = isEdit ? 2 : /^(?:unset|echo)$/i.test(action) ? 0 : 1;
  const made = rest[values - 1];
  const ofCondition = /^expr=(.*)$/is.exec(rest[values] ?? '')?.[1];
  return (
    complaint("Can't parse envclause/expression: ", ofCondition, 'condition', known) ??
    complaint(
      "Can't parse value expression : ",
      made?.startsWith('expr=') === true ? made.slice(5) : undefined,
      'text',
      known,
    )
  );
}

/** The same of `Require expr`. @param args as written behind that */
export function requireExpressionError(args: string, known: KnownDirectives): string | null {
  return complaint('Cannot parse expression in require line: ', withoutQuotes(args), 'condition', known);
}

function complaint(
  head: string,
  text: string | undefined,
  kind: 'condition' | 'text',
  known: KnownDirectives,
): string | null {
  if (text === undefined || hasPlaceholder(text) || text.includes('${')) return null;
  const uses = usesOf(text, kind);
  if (uses === null) return `${head}syntax error`;
  const error = uses.map((use) => useError(use, known)).find((each) => each !== null);
  return error === undefined ? null : `${head}${error}`;
}

function useError(use: Use, known: KnownDirectives): string | null {
  switch (use.type) {
    case 'variable':
      return nameError(use.name, false, known);
    case 'function':
      return nameError(use.name, true, known);
    case 'list function':
      return known.hasOthers || LIST_FUNCTIONS.has(use.name.toLowerCase())
        ? null
        : `Function '${use.name}' does not exist`;
    case 'pattern':
      return patternError(use.pattern) === null ? null : 'Failed to compile regular expression';
    case 'unary':
      if (!UNARY.test(use.name))
        return known.hasOthers ? null : `Unary operator '-${use.name}' does not exist`;
      return use.name === 'R' ? netError('-R', use.constant) : null;
    case 'binary':
      if (!BINARY.test(use.name))
        return known.hasOthers ? null : `Binary operator '-${use.name}' does not exist`;
      return use.name.toLowerCase() === 'ipmatch' ? netError('-ipmatch', use.constant) : null;
  }
}

function netError(operator: string, net: string | null): string | null {
  if (net === null) return `${operator} requires subnet/netmask as constant argument`;
  return net.includes('\\') || 'net' in parseRequireIp(net) ? null : 'parsing of subnet/netmask failed';
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
