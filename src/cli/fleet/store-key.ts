import { digest } from '../../fleet/index.ts';
import { mostLines } from '../load-tree.ts';
import type { FleetWish } from './work-server.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What the result of a tree depends on besides the tree: the program, what is asked for, what the user says of the server, the target with all that
 * is known of its server, and how large a tree may be here. In the folder's name, so that nothing else is ever looked at.
 */
export function storeKey({ command, options, given, target, reports }: FleetWish): string {
  const asked = Object.entries(command).filter(([name]) => !WITHOUT_EFFECT.has(name));
  const wish = { asked, options, given, target, reports, lines: mostLines() };
  return digest(`${programDigest()} ${process.version} ${JSON.stringify(wish, plain)}`);
}

/** All else that is asked for may change the result. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set<keyof FleetWish['command']>([
  'paths',
  'many',
  'mode',
  'out',
  'format',
  'outputs',
  'timings',
  'terminal',
  'configtest',
]);

function plain(_: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  return value instanceof Set ? { set: [...value] } : value;
}

/** Put in by tools/build-standalone.mjs, where the program is no file of its own. */
const BUILD = '@HTTPD_CODEMOD_BUILD@';

/**
 * Says which program this is, to the byte: a version is not enough while one works on it. A chunk of the build has the digests of all that it
 * loads in its text, as the names of their files.
 */
function programDigest(): string {
  return BUILD.startsWith('@') ? digest(readFileSync(fileURLToPath(import.meta.url), 'latin1')) : BUILD;
}
