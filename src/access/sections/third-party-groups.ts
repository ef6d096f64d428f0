import { thirdPartyModuleLoaded, thirdPartyModuleOf } from '../../catalog/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { ThirdPartyModule } from '../../catalog/index.ts';
import { linesNamed, occurrencesOf, scopesAround } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';

/** A line that shows that a third-party module decides about access, and the module. */
export interface ThirdPartyLine {
  readonly line: Occurrence;
  readonly module: ThirdPartyModule;
}

/** The lines of modules that answer Require lines, or decide how these count; LoadModule lines among them. */
export const thirdPartyLines = rememberWeakly((model: ServerModel): readonly ThirdPartyLine[] => {
  const isOfModule = (name: string): boolean => name === 'loadmodule' || thirdPartyModuleOf(name) !== null;
  return linesNamed(model, isOfModule).flatMap(linesOfModules);
});

function linesOfModules(line: Occurrence): ThirdPartyLine[] {
  if (line.on22 === 'no') return [];
  const module =
    line.name === 'loadmodule' ? thirdPartyModuleLoaded(line.args[0] ?? '') : thirdPartyModuleOf(line.name);
  return module?.access === undefined ? [] : [{ line, module }];
}

/** The module that may answer `Require group` where no AuthGroupFile is in force; null if none is known of. */
export function thirdPartyGroups(model: ServerModel): ThirdPartyModule | null {
  return thirdPartyLines(model).find(({ module }) => module.access === 'groups')?.module ?? null;
}

/** Lines that ask for a group where no file says who is in it: in 2.2 a third-party module may answer them. */
export function linesOfUnknownGroups(model: ServerModel): Occurrence[] {
  return occurrencesOf(model, 'require').filter((line) => line.on22 !== 'no' && asksForUnknownGroup(line));
}

function asksForUnknownGroup({ args: [word = ''], scope }: Occurrence): boolean {
  const isGroup = /^(file-)?group$/i.test(word);
  return isGroup && !scopesAround(scope).some(({ items }) => items.some(({ name }) => GROUP_FILES.has(name)));
}

const GROUP_FILES: ReadonlySet<string> = new Set(['authgroupfile', 'authdbmgroupfile']);
