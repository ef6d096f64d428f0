import { lowerName } from '../../syntax/index.ts';
import { decodePath, normalizePath } from '../paths/config-path.ts';
import { expandVariables } from '../guards/defines.ts';
import type { TopLevel } from './top-level.ts';

/** A ServerRoot line of the main file: its path, and where it stands. */
export interface StatedRoot {
  readonly path: string;
  readonly offset: number;
}

/** The first ServerRoot of the main file, with variables put in that the environment or a Define above it gives. */
export function statedRootOf(
  topLevel: TopLevel,
  environment: ReadonlyMap<string, string>,
): StatedRoot | null {
  const defined = new Map<string, string>();
  const valueOf = (name: string) => defined.get(name) ?? environment.get(name);
  for (const node of topLevel.directives) {
    const [first, second] = node.args.map((word) => expandVariables(word.value, valueOf));
    if (first === undefined) continue;
    if (lowerName(node) === 'define' && second !== undefined) defined.set(first, second);
    if (lowerName(node) === 'serverroot' && first !== '') {
      return { path: normalizePath(decodePath(first)), offset: node.name.span.start };
    }
  }
  return null;
}
