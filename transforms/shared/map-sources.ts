import type { ServerModel } from '../../src/model/index.ts';
import { findDirectives } from '../../src/transform/index.ts';

/** What the RewriteMap lines of a map name: `txt:/etc/hosts.map`, `int:tolower`; none where there is no such line. */
export function mapSources(model: ServerModel): (map: string) => readonly string[] {
  const lines = findDirectives(model, 'RewriteMap');
  return (map) => lines.flatMap(({ args: [name, source = ''] }) => (name === map ? [source] : []));
}
