// Makes dist/: cli.js (what bin/ runs; it loads the program itself, which lies beside it with what V8 compiled of it), index.js (the library)
// and types/ (its declarations). `--no-types` leaves the declarations out; `--fresh` first takes away what
// other builds left, so that a package holds this one only.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundledLicenses } from './bundled-licenses.mjs';
import { lateBuiltins } from './late-builtins.mjs';
import { reachableTypes } from './reachable-types.mjs';
import { BUNDLE, fromRoot, runNode } from './set-up.mjs';

// Built aside and then put in place, so that a program that starts meanwhile finds the old one or the new one.
const workshop = fromRoot(`node_modules/.cache/httpd-codemod-build-${process.pid}`);

const isFresh = process.argv.includes('--fresh');
const withTypes = !process.argv.includes('--no-types');

const shared = {
  ...BUNDLE,
  legalComments: 'none',
  metafile: true,
};

const minified = {
  ...shared,
  outdir: workshop,
  plugins: [lateBuiltins],
  minifySyntax: true,
  minifyWhitespace: true,
};

/** The whole program. Its name holds its digest, so that text and compiled code are of one build. */
const program = {
  ...minified,
  entryPoints: { program: 'src/cli/main.ts' },
  format: 'cjs',
  entryNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  // What is bundled from ES modules asks for its own address (load-program.mjs).
  define: { 'import.meta.url': 'ownAddress' },
  // string-width compiles the whole emoji table when it is loaded, 25 ms; our help text is ASCII.
  alias: { 'string-width': fromRoot('tools/ascii-width.mjs') },
};

/** What starts, and loads the program of that name instead of its sources. */
function cliLoading(name) {
  const contents = [
    `import { loadProgram } from ${JSON.stringify(fromRoot('tools/load-program.mjs'))};`,
    `export const { main } = loadProgram(new URL(${JSON.stringify(name)}, import.meta.url));`,
  ];
  const loading = {
    name: 'loading',
    setup({ onLoad }) {
      onLoad({ filter: /\/cli\/main\.ts$/ }, () => ({
        contents: contents.join('\n'),
        resolveDir: fromRoot('.'),
      }));
    },
  };
  return {
    ...minified,
    entryPoints: { cli: 'src/cli/start.ts' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [lateBuiltins, loading],
  };
}

/** Has V8 compile what a run over the bundled tree needs. */
async function precompile(name) {
  const outfile = join(workshop, 'precompile.mjs');
  await build({ ...BUNDLE, entryPoints: ['tools/precompile.mjs'], outfile });
  const status = runNode([outfile, join(workshop, name), fromRoot('__fixtures__/trees/bundled-2.2')]);
  rmSync(outfile);
  return status;
}

const library = { ...shared, entryPoints: { index: 'src/index.ts' }, outdir: workshop };

function emitTypes() {
  const tsc = fromRoot('node_modules/typescript/bin/tsc');
  const status = runNode([
    tsc,
    '--project',
    fromRoot('tsconfig.types.json'),
    '--outDir',
    `${workshop}/types`,
  ]);
  const reachable = reachableTypes(`${workshop}/types/src/index.d.ts`);
  for (const name of filesBelow(`${workshop}/types`)) {
    const path = join(workshop, 'types', name);
    if (!reachable.has(path)) rmSync(path);
  }
  return status;
}

/**
 * yargs takes 25 ms to lay out its help, always the same one: `--help` alone is answered from a file (cli/arguments/ready-help.ts). And
 * the man page, which npm installs.
 */
function writeHelp() {
  return writeOutput(['--help'], 'help.txt') || writeOutput(['man'], 'httpd-codemod.1');
}

function writeOutput(words, name) {
  const script = `process.exitCode = await (await import(${JSON.stringify(`${workshop}/cli.js`)})).start(${JSON.stringify(words)})`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) writeFileSync(`${workshop}/${name}`, stdout);
  return status ?? 1;
}

/**
 * File by file, each by a rename. What the last build left is removed when it is old enough that no program that was
 * started with it can still be loading its chunks.
 */
function putInPlace() {
  const dist = fromRoot('dist');
  const names = filesBelow(workshop);
  for (const name of names) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    renameSync(join(workshop, name), join(dist, name));
  }
  const isOther = (name) => (!withTypes && name.startsWith('types')) || name.startsWith('standalone');
  const isMade = (name) => names.includes(name) || isOther(name);
  const old = filesBelow(dist).filter((name) => !isMade(name));
  for (const name of old) if (isFresh || ageOf(join(dist, name)) > 60_000) rmSync(join(dist, name));
}

function filesBelow(folder) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

function ageOf(path) {
  return Date.now() - statSync(path).mtimeMs;
}

mkdirSync(workshop, { recursive: true });
try {
  const [{ metafile }] = await Promise.all([build(program), build(library)]);
  const name = filesBelow(workshop).find((each) => each.endsWith('.cjs'));
  await build(cliLoading(basename(name)));
  writeFileSync(`${workshop}/THIRD-PARTY-LICENSES.txt`, bundledLicenses(metafile));
  process.exitCode = (await precompile(name)) || writeHelp();
  if (withTypes) process.exitCode ||= emitTypes();
  putInPlace();
} catch {
  // esbuild has printed what is wrong, and where.
  process.exitCode = 1;
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
