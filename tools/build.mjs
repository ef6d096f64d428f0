// Makes dist/: cli.js (what bin/ runs; yargs, diff and each command in chunks of their own, loaded when needed),
// index.js (the library) and types/ (its declarations). `--no-types` leaves the declarations out.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { fromRoot, runNode } from './set-up.mjs';

// Built aside and then put in place, so that a program that starts meanwhile finds the old one or the new one.
const workshop = fromRoot(`node_modules/.cache/httpd-codemod-build-${process.pid}`);

const shared = {
  absWorkingDir: fromRoot('.'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'linked',
};

const cli = {
  ...shared,
  entryPoints: { cli: 'src/cli/main.ts' },
  outdir: workshop,
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: 'chunks/[name]-[hash]',
  // string-width compiles the whole emoji table when it is loaded, 25 ms; our help text is ASCII.
  alias: { 'string-width': fromRoot('tools/ascii-width.mjs') },
};

const library = { ...shared, entryPoints: { index: 'src/index.ts' }, outdir: workshop, sourcemap: true };

function emitTypes() {
  const tsc = fromRoot('node_modules/typescript/bin/tsc');
  return runNode([tsc, '--project', fromRoot('tsconfig.types.json'), '--outDir', `${workshop}/types`]);
}

/** yargs takes 25 ms to lay out its help, always the same one: `--help` alone is answered from this file (cli/ready-help.ts). */
function writeHelp() {
  const program = `process.exitCode = await (await import(${JSON.stringify(`${workshop}/cli.js`)})).main(['--help'])`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) writeFileSync(`${workshop}/help.txt`, stdout);
  return status ?? 1;
}

function putInPlace() {
  const dist = fromRoot('dist');
  rmSync(dist, { recursive: true, force: true });
  renameSync(workshop, dist);
}

mkdirSync(workshop, { recursive: true });
try {
  await Promise.all([build(cli), build(library)]);
  process.exitCode = writeHelp();
  if (!process.argv.includes('--no-types')) process.exitCode ||= emitTypes();
  putInPlace();
} catch {
  // esbuild has printed what is wrong, and where.
  process.exitCode = 1;
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
