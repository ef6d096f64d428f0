// Makes dist/: cli.js (what bin/ runs; yargs, diff and each command in chunks of their own, loaded when needed),
// index.js (the library) and types/ (its declarations). `--no-types` leaves the declarations out; `--fresh` first takes away what
// other builds left, so that a package holds this one only.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const cli = {
  ...shared,
  entryPoints: { cli: 'src/cli/main.ts' },
  outdir: workshop,
  splitting: true,
  plugins: [lateBuiltins],
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: 'chunks/[name]-[hash]',
  // string-width compiles the whole emoji table when it is loaded, 25 ms; our help text is ASCII.
  alias: { 'string-width': fromRoot('tools/ascii-width.mjs') },
};

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
  const program = `process.exitCode = await (await import(${JSON.stringify(`${workshop}/cli.js`)})).main(${JSON.stringify(words)})`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
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
  const [{ metafile }] = await Promise.all([build(cli), build(library)]);
  writeFileSync(`${workshop}/THIRD-PARTY-LICENSES.txt`, bundledLicenses(metafile));
  process.exitCode = writeHelp();
  if (withTypes) process.exitCode ||= emitTypes();
  putInPlace();
} catch {
  // esbuild has printed what is wrong, and where.
  process.exitCode = 1;
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
