// npm start: makes a fresh clone ready, then shows the migration of the bundled 2.2 tree.
// npm start -- PATH [options] does the same for the reader's own tree; any command line of httpd-codemod will do.
import { fromRoot, installDependencies, runNode } from './set-up.mjs';

const BUNDLED = '__fixtures__/trees/bundled-2.2';
/** Exit code 3: done, but something needs a person. Not a failure of the demonstration. */
const NEEDS_PERSON = 3;

installDependencies();
const built = runNode([fromRoot('tools/build.mjs'), '--no-types'], { quiet: true });
if (built !== 0) process.exit(built);

const words = process.argv.slice(2);
const cli = fromRoot('bin/httpd-codemod.js');
if (words.length > 0) {
  process.exitCode = runNode(['--', cli, ...words], {
    folder: process.env.INIT_CWD,
    env: { HTTPD_CODEMOD_NAME: 'npm start --' },
  });
} else {
  process.exitCode = demonstrate();
}

function demonstrate() {
  const status = runNode([cli, BUNDLED], { env: { HTTPD_CODEMOD_NAME: '' } });
  console.error(`
This was a dry run over ${BUNDLED}, a small server of 2.2. Nothing was changed.
Type next:
  npm start -- ${BUNDLED} --out /tmp/migrated   write a migrated copy of it
  npm start -- /etc/httpd             the same dry run for your own tree (a folder or a main file)
  npm start -- /etc/httpd --write     make the changes, all or none
  npm start -- rules                  what is changed, and why
  npm start -- --help                 everything else
  npm test                            lint, types and all tests`);
  return status === NEEDS_PERSON ? 0 : status;
}
