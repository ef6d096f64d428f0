// Writes docs/rules and docs/coverage.md from what the program itself knows (src/manual). Pages of transforms that are gone are
// removed. With --check nothing is written and the exit code says whether all pages are current.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE, fromRoot } from './set-up.mjs';

const ENTRY = `
export { manualPages } from './src/manual/index.ts';
export { readFixtures } from './src/testing/index.ts';
export { transforms } from './transforms/index.ts';
`;

/** The TypeScript that makes the pages, as a module that Node can load. */
async function loadProgram() {
  const outfile = fromRoot(`node_modules/.cache/httpd-codemod-docs-${process.pid}.mjs`);
  try {
    await build({
      ...BUNDLE,
      stdin: { contents: ENTRY, resolveDir: fromRoot('.'), loader: 'ts' },
      outfile,
      packages: 'external',
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(outfile, { force: true });
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const { manualPages, readFixtures, transforms } = await loadProgram();
const pages = manualPages({ transforms, fixtures: readFixtures(fromRoot('__fixtures__/transforms')) });
const wanted = new Set(pages.map(({ path }) => path));
mkdirSync(fromRoot('docs/rules'), { recursive: true });
const gone = readdirSync(fromRoot('docs/rules'))
  .map((name) => `docs/rules/${name}`)
  .filter((path) => !wanted.has(path));
const stale = pages.filter(({ path, text }) => textOf(fromRoot(path)) !== text);

if (process.argv.includes('--check')) {
  const paths = [...stale.map(({ path }) => path), ...gone];
  if (paths.length > 0) console.error(`stale: ${paths.join(', ')}\nrun node tools/make-rule-docs.mjs`);
  process.exitCode = paths.length > 0 ? 1 : 0;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(fromRoot(path)), { recursive: true });
    writeFileSync(fromRoot(path), text);
  }
  for (const path of gone) rmSync(join(fromRoot('.'), path));
  console.log(`${pages.length} pages, ${stale.length} written, ${gone.length} removed`);
}
