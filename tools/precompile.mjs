// node precompile.mjs PROGRAM TREE, bundled by tools/build.mjs: runs the program once on a tree, and keeps what V8 compiled meanwhile.
import { writeFileSync } from 'node:fs';
import { tuneEngine } from '../src/cli/tune-engine.ts';
import { compiledOf, programScript, runProgram } from './load-program.mjs';

const [file, tree] = process.argv.slice(2);
tuneEngine();
const script = programScript(file);
process.stdout.write = process.stderr.write = (_text, _encoding, done) => (done?.(), true);
// Nothing but what it compiles is asked of this run: it writes nothing, and the tree may have whatever it has.
await runProgram(script, file).main([tree]);
writeFileSync(compiledOf(file), script.createCachedData());
