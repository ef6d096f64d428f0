// Writes transforms/index.ts: one import per file of the folder, in the order of their ids.
// With --check nothing is written and the exit code says whether the file is current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'transforms');
const listPath = join(folder, 'index.ts');

const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .toSorted();
const camelCase = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

const source = [
  '// All transforms, in the order of their ids. Made by tools/list-transforms.mjs from the files of this folder.',
  "import type { Transform } from '../src/transform/index.ts';",
  ...ids.map((id) => `import { ${camelCase(id)} } from './${id}.ts';`),
  '',
  'export const transforms: readonly Transform[] = [',
  ...ids.map((id) => `  ${camelCase(id)},`),
  '];',
  '',
].join('\n');
const text = await format(source, { ...(await resolveConfig(listPath)), filepath: listPath });

const current = readdirSync(folder).includes('index.ts') && readFileSync(listPath, 'utf8') === text;
if (process.argv.includes('--check')) {
  if (!current) console.error('transforms/index.ts is stale: run node tools/list-transforms.mjs');
  process.exitCode = current ? 0 : 1;
} else if (!current) {
  writeFileSync(listPath, text);
}
