import type { Scope, ServerModel } from '../../model/index.ts';
import { isInHtaccess, scopesOf } from '../../model/index.ts';
import { ACCESS_DIRECTIVES } from '../sections/access-directives.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { isBuiltinMethod, knownMethods } from '../sections/limit-error.ts';

/** A `<Limit>` or `<LimitExcept>` of a .htaccess file with methods that one of the versions does not know from its start. */
export interface UnregisteredLimit {
  readonly scope: Scope;
  /** Those that 2.2 registers while it answers a request, in the memory of that request, and finds by chance from then on. */
  readonly methods: readonly string[];
  /** Those that no 2.4 server of the tree knows. */
  readonly missing: readonly string[];
  /** Whether who gets in depends on it. */
  readonly hasRules: boolean;
}

/** Those that 2.2 reads. It registers any word as a method, 2.4 does so at its start only (`ap_limit_section`, server/core.c). */
export function unregisteredLimits(model: ServerModel): UnregisteredLimit[] {
  const limits = scopesOf(model, 'limit', 'limitexcept').filter(
    (scope) => isInHtaccess(scope) && scope.on22 !== 'no',
  );
  if (limits.length === 0) return [];
  const [known22, known24] = (['2.2', '2.4'] as const).map((version) =>
    knownMethods(model, knownDirectives(model, version).hasOneOf(['dav_module']), version),
  );
  return limits.flatMap((scope) => {
    const names = [...new Set(scope.args)];
    const methods = names.filter((name) => known22?.has(name) !== true);
    const missing = names.filter((name) => known24?.has(name) !== true);
    return methods.length + missing.length === 0
      ? []
      : [{ scope, methods, missing, hasRules: methods.length > 0 && hasRules(scope) }];
  });
}

function hasRules(scope: Scope): boolean {
  return scope.items.some((item) =>
    item.type === 'scope' ? hasRules(item) : item.on22 !== 'no' && ACCESS_DIRECTIVES.has(item.name),
  );
}

/** The methods that only this configuration names, .htaccess files aside, and the last section that names one. */
export function methodsOfTheirOwn(model: ServerModel): {
  readonly methods: readonly string[];
  readonly last: Scope | null;
} {
  const limits = scopesOf(model, 'limit', 'limitexcept').filter((scope) => !isInHtaccess(scope));
  const isOwn = (method: string) => !isBuiltinMethod(method);
  return {
    methods: [...new Set(limits.flatMap(({ args }) => args.filter(isOwn)))],
    last: limits.findLast(({ args }) => args.some(isOwn)) ?? null,
  };
}
