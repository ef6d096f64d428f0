import type { DirectiveFacts } from '../../catalog/index.ts';
import {
  directive22,
  directive24,
  moduleFacts,
  modulesProviding24,
  thirdPartyModuleOf,
} from '../../catalog/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { isStaticIn24, mayLoadModules } from '../../model/index.ts';
import { remember } from '../../text/index.ts';
import { mayHaveForeign } from './server-contexts.ts';
import type { Version } from './worlds.ts';

/** What one version of a tree's server knows of its own directives. */
export interface KnownDirectives {
  /** Null: the server has no such directive in any module of its own. @param name lower case, `<name` for a section */
  facts(name: string): DirectiveFacts | null;
  /** False only where it is certain: the module that has it is not loaded, or none has it. */
  isKnown(name: string): boolean;
  /** Whether one of these modules (identifiers) may be there. */
  hasOneOf(identifiers: readonly string[]): boolean;
  /** Whether third-party modules, of which nothing is known, are loaded. */
  readonly hasOthers: boolean;
}

export function knownDirectives(model: ServerModel, version: Version): KnownDirectives {
  const find = version === '2.2' ? directive22 : directive24;
  // Trees have many more lines than names.
  const facts = remember((name: string) => {
    const found = find(name);
    // A section's name without its bracket is no directive.
    return found?.section === true && !name.startsWith('<') ? null : found;
  });
  const isCertain = model.kind === 'server' && isReadWhole(model);
  const hasOthers = !isCertain || mayHaveForeign(model);
  const hasModule = version === '2.2' ? loadedBy22(model) : loadedBy24(model);
  const hasOneOf = (identifiers: readonly string[]) => !isCertain || identifiers.some(hasModule);
  // Of a tree without LoadModule lines the modules are built in, or loaded where it does not show.
  const mayBuildIn = model.modules.length === 0;
  return {
    facts,
    hasOthers,
    hasOneOf,
    isKnown: remember((name: string) => {
      const found = facts(name);
      if (found !== null) return hasOneOf(providersOf(found, version));
      return hasOthers || (mayBuildIn && thirdPartyModuleOf(name.replace('<', '')) !== null);
    }),
  };
}

/** Whether all that the server reads was read: else a module may be loaded by what was not. */
function isReadWhole({ includes, problems }: ServerModel): boolean {
  return (
    includes.every(({ outcome, path }) => {
      return outcome === 'read' || (outcome === 'no-match' && !mayLoadModules(path));
    }) && problems.every(({ code }) => code !== 'tree-too-large')
  );
}

/** Identifiers of the modules that have the directive. */
function providersOf({ name, section, module }: DirectiveFacts, version: Version): readonly string[] {
  if (version === '2.4') return modulesProviding24(section ? `<${name}` : name);
  return ALWAYS_THERE.has(module) ? ['core_module'] : [moduleFacts(module)?.identifier ?? module];
}

/** What the manual of 2.2 has for what is in every server, whichever MPM it was built with. */
const ALWAYS_THERE: ReadonlySet<string> = new Set([
  'core',
  'mpm_common',
  'prefork',
  'worker',
  'mod_so',
  'mod_http',
]);

function loadedBy22(model: ServerModel): (identifier: string) => boolean {
  return (identifier) => identifier === 'core_module' || model.hasModule22(identifier) !== 'no';
}

/**
 * What the tree does not load is not there, unless some build has it compiled in. A tree that loads nothing for certain does not tell:
 * `<IfModule !mod_version.c>` around its LoadModule is a line for a server whose other modules are not known.
 */
function loadedBy24({ modules }: ServerModel): (identifier: string) => boolean {
  const tells = modules.some(({ occurrence }) => occurrence.on24 === 'yes');
  const loaded = new Set(
    modules.filter(({ occurrence }) => occurrence.on24 !== 'no').map(({ identifier }) => identifier),
  );
  const isStatic = (identifier: string): boolean => {
    const found = moduleFacts(identifier);
    return found !== null && isStaticIn24(found);
  };
  return (identifier) => !tells || loaded.has(identifier) || isStatic(identifier);
}
