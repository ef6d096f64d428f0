// npm run build:standalone [-- --node PATH] [-- --mjs]: makes the program as one file, below dist/standalone/:
//   httpd-codemod.mjs   that any Node of 20.19 or later runs;
//   httpd-codemod       an executable for machines without Node: the Node that this is run with, or that PATH is (another
//                       platform's, then a name tells which), with the program inside (a single executable application).
// `--mjs` makes only the first. Needs `npm run build` before, for the help text.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { BUNDLE, fromRoot } from './set-up.mjs';

const { values: wanted } = parseArgs({
  options: { node: { type: 'string', default: process.execPath }, mjs: { type: 'boolean', default: false } },
});
const dist = fromRoot('dist/standalone');
const scratch = mkdtempSync(join(tmpdir(), 'httpd-codemod-standalone-'));

/** The marker that Node looks for in itself, and the place of the program in it (nodejs.org/api/single-executable-applications.html). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** There is no help.txt beside one file: the text goes into it. */
const help = {
  name: 'help',
  setup({ onLoad }) {
    onLoad({ filter: /ready-help\.ts$/ }, () => ({
      contents: `export const readyHelp = () => ${JSON.stringify(readFileSync(fromRoot('dist/help.txt'), 'utf8'))};`,
    }));
  },
};

const program = {
  ...BUNDLE,
  entryPoints: [fromRoot('src/cli/standalone.ts')],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  format: 'cjs',
  define: { 'import.meta.url': 'ownAddress' },
  alias: { 'string-width': fromRoot('tools/ascii-width.mjs') },
  plugins: [help],
};

/** One CommonJS text. What is bundled from ES modules asks for its own address, `ownAddress`. */
async function bundleProgram() {
  const { outputFiles } = await build({ ...program, write: false });
  const { text } = outputFiles[0];
  // By which results in a cache are known to be this program's (src/cli/fleet/store-key.ts).
  return text.replace('@HTTPD_CODEMOD_BUILD@', createHash('sha256').update(text).digest('base64url'));
}

/** The program is text until it is needed: to compile it takes as long as Node's own start. */
function makeModule(text) {
  const version = `${JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version}\n`;
  const helpText = readFileSync(fromRoot('dist/help.txt'), 'utf8');
  const outfile = join(dist, 'httpd-codemod.mjs');
  const lines = [
    '#!/bin/sh',
    // Node's own --env-file: see bin/httpd-codemod.js.
    `':' //; exec node -- "$0" "$@"`,
    "import { createRequire } from 'node:module';",
    "import { fileURLToPath } from 'node:url';",
    "import { compileFunction } from 'node:vm';",
    `const ready = ${JSON.stringify({ '--version': version, '--help': helpText, '-h': helpText })};`,
    `const program = ${JSON.stringify(text)};`,
    'const words = process.argv.slice(2);',
    'if (words.length === 1 && Object.hasOwn(ready, words[0])) process.stdout.write(ready[words[0]]);',
    "else compileFunction(program, ['require', 'ownAddress'], { filename: fileURLToPath(import.meta.url) })(createRequire(import.meta.url), import.meta.url);",
  ];
  writeFileSync(outfile, `${lines.join('\n')}\n`, { mode: 0o755 });
  return outfile;
}

function makeExecutable(text) {
  const main = join(scratch, 'main.cjs');
  const blob = join(scratch, 'program.blob');
  const config = join(scratch, 'sea.json');
  const address = 'const ownAddress = require("node:url").pathToFileURL(process.execPath).href;';
  writeFileSync(main, `${address}\n${text}`);
  const isForeign = wanted.node !== process.execPath;
  const sea = { main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: !isForeign };
  writeFileSync(config, JSON.stringify(sea));
  runOrFail(process.execPath, ['--experimental-sea-config', config]);
  const outfile = join(dist, isForeign ? `httpd-codemod-${basename(wanted.node)}` : 'httpd-codemod');
  rmSync(outfile, { force: true });
  copyFileSync(wanted.node, outfile);
  chmodSync(outfile, 0o755);
  const postject = fromRoot('node_modules/postject/dist/cli.js');
  runOrFail(process.execPath, [postject, outfile, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]);
  return outfile;
}

function runOrFail(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(command)} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

mkdirSync(dist, { recursive: true });
try {
  const text = await bundleProgram();
  console.log(makeModule(text));
  if (!wanted.mjs) console.log(makeExecutable(text));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
