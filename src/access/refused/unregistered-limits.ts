import type { Scope, ServerModel } from '../../model/index.ts';
import { isLimit, walkScopes } from '../../model/index.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { knownMethods } from '../sections/limit-error.ts';

/** A `<Limit>` or `<LimitExcept>` of a .htaccess file with methods that no 2.4 server of the tree knows. */
export interface UnregisteredLimit {
  readonly scope: Scope;
  readonly methods: readonly string[];
}

/** Those that 2.2 reads. It registers any word as a method, 2.4 does so at its start only (`ap_limit_section`, server/core.c). */
export function unregisteredLimits(model: ServerModel): UnregisteredLimit[] {
  const known = knownMethods(model, knownDirectives(model, '2.4').hasOneOf(['dav_module']));
  return model.htaccess.flatMap((file) =>
    [...walkScopes(file.scope)].flatMap((scope) => {
      const methods =
        isLimit(scope) && scope.on22 !== 'no' ? scope.args.filter((name) => !known.has(name)) : [];
      return methods.length === 0 ? [] : [{ scope, methods: [...new Set(methods)] }];
    }),
  );
}
