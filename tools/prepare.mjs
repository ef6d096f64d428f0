// What npm runs for who installs from git, as pre-commit does: builds dist/ where there is none. With `--global` npm asks for no
// development dependencies, and esbuild is one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fromRoot, runNode } from './set-up.mjs';

if (!existsSync(fromRoot('dist/cli.js'))) {
  const status = existsSync(fromRoot('node_modules/esbuild')) ? 0 : installDependencies();
  process.exitCode = status === 0 ? runNode([fromRoot('tools/build.mjs'), '--no-types']) : status;
}

function installDependencies() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(?:global|location|prefix|omit)$/i.test(name),
    ),
  );
  const words = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  return spawnSync('npm', words, { cwd: fromRoot('.'), env, stdio: 'inherit' }).status ?? 1;
}
