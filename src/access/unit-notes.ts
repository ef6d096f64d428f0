import type { Dropped } from './policy/index.ts';
import type { ContractShape } from './intended-state.ts';
import { contractShape } from './intended-state.ts';
import { ownState22 } from './own-state.ts';
import type { Candidate } from './rewrite/candidate.ts';
import { candidateTrees } from './rewrite/candidate.ts';
import type { AccessSection } from './sections.ts';
import { worldsOf } from './worlds.ts';

/** The contract rows whose shape the section has, in any world. */
export function contractShapesOf(section: AccessSection): ContractShape[] {
  const worlds = worldsOf(section.entries.flatMap((entry) => entry.guards)) ?? [];
  const shapes = worlds.map((world) => contractShape(ownState22(section, world)));
  return [...new Set(shapes)].filter((shape) => shape !== null);
}

/** Words of the old lines that the new ones leave out, each once. */
export function droppedWords(candidate: Candidate): Dropped[] {
  const dropped = candidateTrees(candidate).flatMap((tree) => tree.dropped);
  return [...new Map(dropped.map((each) => [`${each.directive} ${each.text}`, each])).values()];
}
