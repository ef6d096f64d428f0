import { contractRows, directives22, directives24, modules } from '../catalog/index.ts';
import { nearestName } from '../text/index.ts';
import type { Transform } from '../transform/index.ts';
import { explanations } from './entries/index.ts';

/** Every name that `explain` takes: transforms first, since ids are what findings show. */
function topicNames(transforms: readonly Transform[]): readonly string[] {
  return [
    ...transforms.map(({ id }) => id),
    ...explanations.map(({ id }) => id),
    ...contractRows.map(({ id }) => id),
    ...directives22().map(({ name }) => name),
    ...directives24().map(({ name }) => name),
    ...modules().flatMap(({ name, identifier }) => [name, identifier]),
    ...explanations.flatMap(({ codes }) => codes),
  ];
}

/** The name that was probably meant; null if none is near. */
export function nearestTopic(typed: string, transforms: readonly Transform[]): string | null {
  return nearestName(typed, topicNames(transforms));
}
