import type { IncludeLine, ModelFile, ServerModel } from '../types.ts';
import { append } from '../../text/index.ts';

/**
 * The Include lines of each file, in reading order: with them a tree of files is told. A file that is read twice has each of its lines
 * twice; the first reading tells.
 */
export function includesByFile({ includes }: ServerModel): ReadonlyMap<ModelFile, readonly IncludeLine[]> {
  const byFile = new Map<ModelFile, IncludeLine[]>();
  const seen = new Set<object>();
  for (const include of includes) {
    const { file, node } = include.occurrence;
    if (seen.has(node)) continue;
    seen.add(node);
    append(byFile, file, include);
  }
  return byFile;
}

/** Whether no Include line leads to the file: it is the first one, or one found beside. */
export function isReadFirst({ reachedBy }: ModelFile): boolean {
  return reachedBy.length === 0 || reachedBy.some((chain) => chain.length === 0);
}
