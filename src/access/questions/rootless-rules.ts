// Results of the RewriteRule lines of a server that need not begin with a slash (apply_rewrite_rule in mod_rewrite.c).
import type { Scope, ServerModel } from '../../model/index.ts';
import { expandedRules, groupSource, hasFlag, mapSources } from '../addresses/index.ts';
import type { Expansion, ExpandedRule } from '../addresses/index.ts';

/** A rule, and what its result begins with. */
export interface RootlessRule {
  readonly rule: ExpandedRule;
  readonly what: string;
}

/** From 2.4.60 on such a result gets a slash in front of it; 2.2 left it as it was, and answered 400 to what came out last. */
export function rootlessRules(model: ServerModel): RootlessRule[] {
  const isInternal = internalMaps(model);
  return expandedRules(model).flatMap((rule) => {
    const what = isSwitchedOff(rule.line.scope) ? null : rootlessBeginning(rule, isInternal);
    return what === null ? [] : [{ rule, what }];
  });
}

/** A virtual host that says so last; the rules of the main server may be those of a host, too. */
function isSwitchedOff({ kind, items }: Scope): boolean {
  if (kind !== 'virtualhost') return false;
  const last = items.findLast(({ name }) => name === 'rewriteengine');
  return last?.type === 'occurrence' && last.guards.length === 0 && /^off$/i.test(last.args[0] ?? '');
}

/** What a result begins with that is no slash: text of its own, or something that is put in at the request; null if it begins with one. */
export function rootlessBeginning(rule: ExpandedRule, isInternal: IsInternalMap): string | null {
  const { kind } = rule.line.scope;
  if (kind !== 'server' && kind !== 'virtualhost') return null;
  if (hasFlag(rule, 'R', 'redirect', 'P', 'proxy') || rule.output === '') return null;
  const first = rule.expansions.find(({ index }) => index === 0);
  if (first !== undefined) return isRooted(first, rule, isInternal) ? null : writtenAs(first);
  return isUrlOrPath(rule.output)
    ? null
    : (/^(?:proxy|passthrough):|^[^$%/?]+/.exec(rule.output)?.[0] ?? rule.output);
}

/** Whether a map of that name makes its value of the key, as `int:tolower` does. What other maps hold is not known. */
export type IsInternalMap = (name: string) => boolean;

export function internalMaps(model: ServerModel): IsInternalMap {
  const sourcesOf = mapSources(model);
  return (name) => sourcesOf(name).some((source) => /^int:/i.test(source));
}

/** A URL with a scheme that mod_rewrite knows is a redirect; a path may begin with the letter of a drive. */
function isUrlOrPath(output: string): boolean {
  return /^\\?[/?]|^[a-z][a-z0-9+.-]*:\/\/|^(?:ldap|mailto|news|nntp):|^[a-z]:[/\\]/i.test(output);
}

function isRooted(first: Expansion, rule: ExpandedRule, isInternal: IsInternalMap): boolean {
  switch (first.type) {
    case 'variable':
      return !isNameOfRequest(first.name);
    case 'map':
      return isRootedMap(first.name, rule, isInternal);
    case 'back-reference':
      return isRootedGroup(rule.pattern, Number(first.name), true);
    case 'condition-reference':
      return isRootedCondition(rule, Number(first.name), isInternal);
  }
}

/** Variables that never begin with a slash. What others hold, as those of the environment, is not known. */
function isNameOfRequest(variable: string): boolean {
  return /^(?:HTTP_HOST|SERVER_(?:NAME|ADDR|PORT)|REMOTE_\w+|REQUEST_METHOD|REQUEST_SCHEME|QUERY_STRING|LA-[UF]:REMOTE_USER)$/i.test(
    variable,
  );
}

function isRootedMap(lookUp: string, rule: ExpandedRule, isInternal: IsInternalMap): boolean {
  const [, name = '', key = ''] = /^([^:]*):(.*)$/s.exec(lookUp) ?? [];
  if (!isInternal(name)) return true;
  const reference = /^([$%])(\d)/.exec(key);
  if (reference?.[1] === '$') return isRootedGroup(rule.pattern, Number(reference[2]), true);
  if (reference?.[1] === '%') return isRootedCondition(rule, Number(reference[2]), isInternal);
  const [, variable] = /^%\{([^}]*)\}/.exec(key) ?? [];
  return variable === undefined ? key.startsWith('/') || key.startsWith('$') : !isNameOfRequest(variable);
}

/** The groups are those of the last pattern before the rule. */
function isRootedCondition({ conditions }: ExpandedRule, n: number, isInternal: IsInternalMap): boolean {
  const last = conditions.findLast(({ args: [, pattern = ''] }) => !/^[!<>=-]/.test(pattern));
  if (last === undefined) return true;
  const [test = '', pattern = ''] = last.args;
  const [, map] = /^\$\{([^:}]*):/.exec(test) ?? [];
  const isAddress = /^%\{(?:REQUEST_URI|REQUEST_FILENAME|SCRIPT_FILENAME|SCRIPT_URL)\}/i.test(test);
  const isPath = isAddress || (map !== undefined && !isInternal(map));
  return isRootedGroup(pattern, n, isPath);
}

/** Whether a group takes over a slash first. @param isAddress of a text that begins with one */
function isRootedGroup(pattern: string, n: number, isAddress: boolean): boolean {
  const isWhole = n === 0 || /^\^?(\(*)/.exec(pattern)![1]!.length >= n;
  if (isWhole && isAddress && /^(?:\^|\(*[./])/.test(pattern)) return true;
  const source = n === 0 ? pattern.replace(/^\^/, '') : groupSource(pattern, n);
  return source === null || source.split('|').every((each) => /^\(*(?:\?:)?\\?\//.test(each));
}

function writtenAs({ type, name }: Expansion): string {
  if (type === 'back-reference') return `$${name}`;
  if (type === 'condition-reference') return `%${name}`;
  return type === 'map' ? `\${${name}}` : `%{${name}}`;
}
