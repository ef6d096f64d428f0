import type { Scope, ServerModel } from '../../model/index.ts';
import { isInHtaccess, isLimit, occurrencesOf, scopesOf } from '../../model/index.ts';
import type { MethodSet } from '../policy/index.ts';
import { ALL_METHODS, equalMethods, intersectMethods, methodSet } from '../policy/index.ts';
import type { Version } from './worlds.ts';

/** What every server registers, and what mod_dav does (modules/http/http_protocol.c, modules/dav/main/mod_dav.c). */
const BUILTIN = (
  'GET HEAD PUT POST DELETE CONNECT OPTIONS TRACE PATCH PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK VERSION-CONTROL ' +
  'CHECKOUT UNCHECKOUT CHECKIN UPDATE LABEL REPORT MKWORKSPACE MKACTIVITY BASELINE-CONTROL MERGE'
).split(' ');
const OF_DAV = ['BIND', 'SEARCH'];

/** From which place of the reading order on a server of the tree knows a method; undefined for those that it does not know. */
export type KnownMethods = ReadonlyMap<string, number>;

const BUILTIN_NAMES: ReadonlySet<string> = new Set(BUILTIN);

/** A method that every server of either version knows, whatever it loads. */
export function isBuiltinMethod(method: string): boolean {
  return BUILTIN_NAMES.has(method);
}

/** What a `<Limit>` of the configuration, or RegisterHttpMethod, names is known from then on. */
export function knownMethods(model: ServerModel, hasDav: boolean, version: Version = '2.4'): KnownMethods {
  const limits = scopesOf(model, 'limit', 'limitexcept').filter((scope) => !isInHtaccess(scope));
  const all = [...limits, ...occurrencesOf(model, 'registerhttpmethod')];
  const lines = version === '2.2' ? all.filter(({ on22 }) => on22 !== 'no') : all;
  const known = new Map<string, number>();
  for (const { args, seq } of lines) {
    for (const method of args) known.set(method, Math.min(known.get(method) ?? seq, seq));
  }
  for (const method of hasDav ? [...BUILTIN, ...OF_DAV] : BUILTIN) known.set(method, -1);
  return known;
}

/** What a 2.4 server says against a `<Limit>` or `<LimitExcept>` section (`ap_limit_section`, server/core.c). */
export function limitError24(scope: Scope, inHtaccess: boolean, known: KnownMethods): string | null {
  const { args, kind, name } = scope;
  const written = scope.node?.open.name.value ?? name;
  if (args.length === 0) return `<${written}> directive requires additional arguments`;
  if (kind === 'limit' && args.includes('TRACE')) {
    return 'TRACE cannot be controlled by <Limit>, see TraceEnable';
  }
  const unknown = inHtaccess ? args.find((method) => !known.has(method)) : undefined;
  if (unknown !== undefined) {
    return `Could not register method '${unknown}' for <${written} from .htaccess configuration`;
  }
  const around = methodsAround(scope);
  const left = intersectMethods(around, methodsOfLimit(scope));
  if (left.names.length === 0) return `<${written}> directive excludes all methods`;
  return equalMethods(left, around) ? `<${written}> directive specifies methods already excluded` : null;
}

/** What the Limit sections around leave. */
function methodsAround(scope: Scope): MethodSet {
  let left = ALL_METHODS;
  for (let at = scope.parent; at !== null; at = at.parent) {
    if (isLimit(at)) left = intersectMethods(left, methodsOfLimit(at));
  }
  return left;
}

/**
 * The methods that a `<Limit>` or `<LimitExcept>` by itself is about. An empty word beside them is none: both servers answer 400 to a
 * request without a method.
 */
export function methodsOfLimit({ kind, args }: Scope): MethodSet {
  const named = args.filter((method) => method !== '');
  return methodSet(kind === 'limit' ? 'only' : 'except', named.length === 0 ? args : named);
}
