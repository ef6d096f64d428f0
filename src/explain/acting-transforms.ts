import type { DirectiveFate } from '../catalog/index.ts';
import type { Transform } from '../transform/index.ts';

/**
 * The transforms that act when a directive of 2.2 is met: those that name it; else, for what is gone, the one that reports
 * all such lines. Where the directive came to another module, the one that loads modules acts as well.
 */
export function actingTransforms(
  { name, fate, also }: DirectiveFate,
  transforms: readonly Transform[],
): readonly Transform[] {
  const naming = transforms.filter(({ directives = [] }) => directives.includes(name));
  const generic: string[] = [];
  if (fate === 'removed' && naming.length === 0) generic.push('report-removed-directives');
  if ([fate, ...also].includes('moved-module')) generic.push('load-needed-modules');
  return [...naming, ...transforms.filter(({ id }) => generic.includes(id))];
}
