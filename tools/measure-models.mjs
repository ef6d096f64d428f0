// How far the models of the two servers agree with the servers, over all scenarios of __fixtures__/oracle (the tests go through a part):
//   node tools/measure-models.mjs WHAT [STEP [SEED [NAMES]]]     every STEPth scenario, or those of these names (a,b)
// WHAT: recorded (2.2's answers), migrated, compat, unmigrated, mixed, broken (each asked of a real 2.4, /usr/sbin/apache2),
// changes (each line of what is emitted lost or turned round, before verify).
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { BUNDLE, fromRoot } from './set-up.mjs';

const outfile = fromRoot('node_modules/.cache/httpd-codemod-measure.mjs');
await build({
  ...BUNDLE,
  entryPoints: ['__tests__/access/oracle/measure.ts'],
  outfile,
  // The fixtures are looked for beside the sources.
  define: { 'import.meta.dirname': JSON.stringify(fromRoot('__tests__/access/oracle')) },
});
process.exit(
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1,
);
