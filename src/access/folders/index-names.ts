import type { ServerModel } from '../../model/index.ts';
import { linesNamed } from '../../model/index.ts';

/** What the index file of some folder may be called: the default, and all that DirectoryIndex lines name. */
export function indexNames(model: ServerModel): string[] {
  const written = linesNamed(model, (name) => name === 'directoryindex').flatMap(({ args }) => args);
  return ['index.html', ...written];
}
