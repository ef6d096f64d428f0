import type { ServerModel } from '../model/index.ts';
import { occurrencesOf } from '../model/index.ts';
import type { Enter } from './chains/index.ts';
import { flowsByServer, indexSections, propagate } from './chains/index.ts';
import { createInterner } from './intern.ts';
import type { Override } from './override.ts';
import { DEFAULT_OVERRIDE, mergeOverride, permitsAll, readsHtaccess } from './override.ts';
import { readAllSections } from './read-sections.ts';
import { isDone } from './work.ts';
import { isReadBySome, worldsOf } from './worlds.ts';

/**
 * The .htaccess files (paths) that 2.2 answered 500 for whoever asked, because they say what no AllowOverride on the way to
 * them permits. Taking out of them what 2.4 no longer knows would open the folders below.
 */
export function refusedHtaccessFiles(model: ServerModel): ReadonlySet<string> {
  const refused = new Set<string>();
  const taken = new Set<string>();
  if (model.htaccess.length === 0 || !permitsInPart(model)) return refused;
  const sections = readAllSections(model);
  for (const world of worldsOf(sections.flatMap(({ guards }) => guards)) ?? []) {
    const index = indexSections(
      sections
        .filter((section) => isReadBySome(section, world))
        .map((section) => ({ section, side: 'both' as const })),
    );
    const same = createInterner<Override>();
    const enter: Enter<Override> = ({ state }, { section }) => {
      if (section.matcher.type !== 'htaccess') return same(mergeOverride(state, section, '2.2', world));
      const { path } = section.scope.file;
      if (readsHtaccess(state)) (permitsAll(state, section, '2.2', world) ? taken : refused).add(path);
      return state;
    };
    const hasWalked = isDone(() => {
      for (const flows of flowsByServer(model, index, world)) {
        const reached = propagate<Override>(same(DEFAULT_OVERRIDE['2.2']), enter, 0);
        for (const flow of flows) reached.finalStates(flow);
      }
    });
    if (!hasWalked) return new Set();
  }
  return new Set([...refused].filter((path) => !taken.has(path)));
}

/** Where everything is permitted, or nothing, there is no line that is not. */
function permitsInPart(model: ServerModel): boolean {
  return occurrencesOf(model, 'allowoverride').some(({ args }) => !/^(?:all|none)$/i.test(args.join(' ')));
}
