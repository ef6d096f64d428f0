import { isMpm, modulesProviding22 } from '../../catalog/index.ts';
import type { Scope } from '../types.ts';

/**
 * Modules (identifiers) that 2.2 must have had although no line loads them: their directives stand in its configuration outside of all guards,
 * and it does not start with a directive that it does not know (invoke_cmd in server/config.c). They were compiled in, or loaded by a file
 * that is not here.
 * @param isKnown whether a line loads the module, or every server has it
 */
export function neededModules(main: Scope, isKnown: (identifier: string) => boolean): readonly string[] {
  const needed = [...directivesOutsideGuards(main)].flatMap((name) => {
    const [identifier, ...others] = modulesProviding22(name);
    const isOnly = identifier !== undefined && others.length === 0 && identifier !== MOD_CGI;
    return isOnly && !isMpm(identifier) ? identifier : [];
  });
  return [...new Set(needed)].filter((identifier) => !isKnown(identifier)).toSorted();
}

/** All that it has, mod_cgid has, too. */
const MOD_CGI = 'cgi_module';

/** Their names, in lower case; sections count, too. */
function directivesOutsideGuards(main: Scope): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [main];
  for (let scope = open.pop(); scope !== undefined; scope = open.pop()) {
    for (const item of scope.items) {
      if (item.guards.length > 0) continue;
      names.add(item.name);
      if (item.type === 'scope') open.push(item);
    }
  }
  return names;
}
