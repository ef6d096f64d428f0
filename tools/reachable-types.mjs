// The compiler declares every module that the library's code uses; who uses the library needs those only that its declarations name.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** The declaration files that an entry leads to by its imports and exports, itself included: absolute paths. */
export function reachableTypes(entry) {
  const reached = new Set();
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path) || !existsSync(path)) continue;
    reached.add(path);
    for (const [, name] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      pending.push(resolve(dirname(path), name.replace(/(?:\.d)?\.[cm]?[jt]s$/, '') + '.d.ts'));
    }
  }
  return reached;
}
