import type { HtaccessFile, Scope, ServerModel } from '../../model/index.ts';
import type { Enter } from '../chains/index.ts';
import { walkFlows } from '../chains/index.ts';
import { liveLines } from '../states/own-state.ts';
import { analysisOf, worldsIn } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import { isDone } from '../work.ts';
import type { World } from '../sections/worlds.ts';

/** Whether something has said AllowOverride on the way. */
interface OverrideSeen {
  readonly isSeen: boolean;
}

const SEEN: OverrideSeen = { isSeen: true };
const NOT_SEEN: OverrideSeen = { isSeen: false };

/** What is not decided counts as read. */
const NO_ANSWERS: World = new Map();

/**
 * For each .htaccess file that says something about access, the servers (main, virtual hosts) some request of which may reach
 * it without any AllowOverride in force: there 2.2's default, All, holds.
 */
export function defaultOverrideUsers(model: ServerModel): Map<HtaccessFile, Set<Scope>> {
  if (model.htaccess.length === 0) return new Map();
  const { sections } = analysisOf(model);
  const guards = sections.flatMap((section) => section.guards);
  const users = new Map<Scope, Set<Scope>>();
  for (const world of worldsIn(model, guards) ?? [NO_ANSWERS]) {
    const enterSection: Enter<OverrideSeen> = ({ state }, { section }, { about }) => {
      if (section.matcher.type === 'htaccess' && !state.isSeen) {
        users.set(section.scope, (users.get(section.scope) ?? new Set()).add(about.server));
      }
      return state.isSeen || saysOverride(section, world) ? SEEN : NOT_SEEN;
    };
    const met = sections.filter(
      (section) => section.matcher.type === 'htaccess' || saysOverride(section, world),
    );
    const hasWalked = isDone(() => walkFlows({ model, sections: met, world }, NOT_SEEN, enterSection));
    // Then nothing of the tree is converted, and no default need be kept.
    if (!hasWalked) return new Map();
  }
  const files = model.htaccess.flatMap((file): [HtaccessFile, Set<Scope>][] => {
    const servers = users.get(file.scope);
    return servers === undefined ? [] : [[file, servers]];
  });
  return new Map(files);
}

function saysOverride(section: AccessSection, world: World): boolean {
  return liveLines(section, '2.2', world).some(({ name }) => name === 'allowoverride');
}
