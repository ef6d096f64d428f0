import type { ServerModel, Unknown } from '../../model/index.ts';
import { compiledInRules } from './compiled-in-rules.ts';
import { farMappings } from './far-mappings.ts';
import { madeLines } from './made-lines.ts';
import { missingGroups } from './missing-groups.ts';
import { openRules } from './open-rules.ts';
import { spelledFolders } from './spelled-folders.ts';
import { thirdPartyRules } from './third-party-rules.ts';
import { unreadSections } from './unread-sections.ts';

/** Each finds the unknowns of one kind that are met when addresses, rules and modules are read. */
const FINDERS: readonly ((model: ServerModel) => readonly Unknown[])[] = [
  farMappings,
  madeLines,
  openRules,
  thirdPartyRules,
  compiledInRules,
  missingGroups,
  spelledFolders,
  unreadSections,
];

/** All that is not known of a tree and could matter: what was met while it was read, and what its access rules depend on. */
export function findUnknowns(model: ServerModel): Unknown[] {
  return [...model.unknowns, ...FINDERS.flatMap((find) => find(model))];
}
