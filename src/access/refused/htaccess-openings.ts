import type { Scope, ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { Enter } from '../chains/index.ts';
import { walkFlows } from '../chains/index.ts';
import { analysisOf, worldsIn } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { createInterner } from '../states/intern.ts';
import type { Override } from '../states/override.ts';
import { DEFAULT_OVERRIDE, mergeOverride, overridingSections, readsHtaccess } from '../states/override.ts';
import { isDone } from '../work.ts';

/** That a version opens a .htaccess file for some request to the server, and what the file may say there. */
export interface Opening {
  readonly server: Scope;
  readonly override: Override;
}

/** The .htaccess files that are opened in one world. */
export interface Openings {
  readonly world: World;
  readonly files: ReadonlyMap<AccessSection, readonly Opening[]>;
}

/** Those of the tree, for each world of its guards; null: too much to find out. */
export function htaccessOpenings(model: ServerModel, version: Version): readonly Openings[] | null {
  return openingsOf[version](model).inWorlds;
}

const openingsOf = {
  '2.2': rememberWeakly((model: ServerModel) => ({ inWorlds: openingsOfTree(model, '2.2') })),
  '2.4': rememberWeakly((model: ServerModel) => ({ inWorlds: openingsOfTree(model, '2.4') })),
};

function openingsOfTree(model: ServerModel, version: Version): Openings[] | null {
  const sections = analysisOf(model).allSections;
  const worlds = worldsIn(model, sections.flatMap(guardsOf));
  return worlds && openingsIn(worlds, model, sections, version);
}

/** Those by these sections, in each of the worlds; null: too much to find out. */
export function openingsIn(
  worlds: readonly World[],
  model: ServerModel,
  sections: readonly AccessSection[],
  version: Version,
): Openings[] | null {
  const found: Openings[] = [];
  for (const world of worlds) {
    const files = new Map<AccessSection, Opening[]>();
    const same = createInterner();
    const enterSection: Enter<Override> = ({ state }, { section }, { about: { server } }) => {
      if (section.matcher.type !== 'htaccess') return same(mergeOverride(state, section, version, world));
      if (readsHtaccess(state)) addOpening(files, section, { server, override: state });
      return state;
    };
    const met = overridingSections(sections, version, world);
    // Where nothing is said 2.2's default is written for 2.4.
    const start = same(DEFAULT_OVERRIDE['2.2']);
    if (!isDone(() => walkFlows({ model, sections: met, world }, start, enterSection))) return null;
    found.push({ world, files });
  }
  return found;
}

/** Once; the walk takes one server after the other. */
function addOpening(
  files: Map<AccessSection, Opening[]>,
  section: AccessSection,
  { server, override }: Opening,
): void {
  const known = files.get(section);
  if (known === undefined) {
    files.set(section, [{ server, override }]);
    return;
  }
  for (let i = known.length - 1; known[i]?.server === server; i--)
    if (known[i]!.override === override) return;
  known.push({ server, override });
}
