// jest's transform: TypeScript to ESM by esbuild, one file at a time, with a cache key of everything that counts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from 'esbuild';

const ownText = readFileSync(fileURLToPath(import.meta.url), 'utf8');

export default {
  process(source, path) {
    return transformSync(`${ownGlobals(source)}${source}`, {
      loader: 'ts',
      format: 'esm',
      target: 'node20.19',
      sourcemap: 'inline',
      sourcefile: path,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    });
  },
  getCacheKey(source, path, { instrument }) {
    const parts = [ownText, version, path, String(instrument), source];
    return createHash('sha1').update(parts.join('\0')).digest('hex');
  },
};

/**
 * Tests run in a context of their own, in which a global is looked up slowly, each time anew: hot code took five times as long for it. So
 * each module has the constructors and namespaces that it names as constants. Not what a test may want to replace: process, Date, timers.
 */
const GLOBALS = (
  'Array BigInt Boolean Buffer Error Infinity Int32Array JSON Map Math NaN Number Object Promise Reflect RegExp Set String Symbol ' +
  'TypeError Uint8Array Uint16Array Uint32Array WeakMap WeakSet isNaN parseInt'
).split(' ');

/** On the first line of the source, so that all others keep their numbers. */
function ownGlobals(source) {
  const used = GLOBALS.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
  return used.length === 0 ? '' : `const { ${used.join(', ')} } = globalThis; `;
}
