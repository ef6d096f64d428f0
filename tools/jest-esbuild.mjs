// jest's transform: TypeScript to ESM by esbuild, one file at a time, with a cache key of everything that counts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from 'esbuild';

const ownText = readFileSync(fileURLToPath(import.meta.url), 'utf8');

export default {
  process(source, path) {
    return transformSync(source, {
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
