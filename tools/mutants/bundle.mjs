// The sources with all their mutants in them, each behind a switch, and the tests, as one module.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE, fromRoot } from '../set-up.mjs';

const OWN = { switch: 'tools/mutants/switch.mjs', '@jest/globals': 'tools/mutants/jest-globals.mjs' };

/** @returns the mutants: id, fileName, location, mutatorName, replacement */
export async function bundleMutants(outfile, isSource, isTest) {
  const names = filesBelow('src').filter((name) => isSource(name) && !name.endsWith('/index.ts'));
  const { texts, mutants } = await mutated(names);
  await build({
    ...BUNDLE,
    stdin: { contents: entryOf(names, filesBelow('__tests__').filter(isTest)), resolveDir: fromRoot('.') },
    outfile,
    packages: 'external',
    plugins: [{ name: 'mutants', setup: (building) => useTexts(building, texts) }],
  });
  return mutants;
}

function filesBelow(folder) {
  const names = readdirSync(fromRoot(folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Loaded one by one, when they are asked for. */
function entryOf(sources, tests) {
  const imported = (name) => `() => import(${JSON.stringify(`./${name}`)})`;
  return `export * from 'switch';
export { collectFile, tests } from '@jest/globals';
export const sources = [${sources.map(imported).join()}];
export const files = { ${tests.map((name) => `${JSON.stringify(name)}: ${imported(name)}`).join()} };`;
}

function useTexts(building, texts) {
  building.onResolve({ filter: /^(?:switch|@jest\/globals)$/ }, ({ path }) => ({
    path: fromRoot(OWN[path]),
  }));
  building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    const placed = text
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
    return { contents: placed, loader: 'ts' };
  });
}

async function mutated(names) {
  const { Instrumenter } = await import(instrumenterPath());
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: console.warn, isDebugEnabled: () => false };
  const { files, mutants } = await new Instrumenter(logger).instrument(
    names.map((name) => ({ name, mutate: true, content: readFileSync(fromRoot(name), 'utf8') })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );
  const texts = new Map(files.map(({ name, content }) => [fromRoot(name), switched(content)]));
  return { texts, mutants: mutants.map((mutant) => ({ ...mutant, id: Number(mutant.id) })) };
}

/** Its functions look the active mutant up by name; these variables cost nothing. */
function switched(text) {
  const asked = text
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, '(stryActive === $1 && stryHit())')
    .replaceAll(
      /stryCov_9fa48\(([^)]*)\)/g,
      (_, ids) => `(stryPassed !== null && stryPass(${ids.replaceAll('"', '')}))`,
    );
  return `import { active as stryActive, hit as stryHit, pass as stryPass, passed as stryPassed } from 'switch';\n${asked}`;
}

/** Where npx puts what it is told to load. */
function instrumenterPath() {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .map((bin) => join(bin, '../@stryker-mutator/instrumenter'));
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined)
    throw new Error('run it as its first lines say: npx -p @stryker-mutator/instrumenter@9 ...');
  return pathToFileURL(join(found, 'dist/src/index.js')).href;
}
