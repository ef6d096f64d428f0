import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digest } from '../../fleet/index.ts';

/** Put in by tools/build-standalone.mjs, where the program is no file of its own. */
const BUILD = '@HTTPD_CODEMOD_BUILD@';

/**
 * Says which program this is, to the byte: a version is not enough while one works on it. A chunk of the build has the digests of all that it
 * loads in its text, as the names of their files.
 */
export function programDigest(): string {
  return BUILD.startsWith('@') ? digest(readFileSync(fileURLToPath(import.meta.url), 'latin1')) : BUILD;
}
