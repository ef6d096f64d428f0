// How the built program is loaded: one CommonJS text, and what V8 made of it when it was built, so that nothing needs to be compiled.
// V8 refuses what other flags made, or another version by its first four numbers; builds of Node that share those differ all the same, and
// crash on each other's code. So its file is named for the Node that made it: any other one compiles the text as ever.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Node's own loader of CommonJS takes no compiled code. Asked for here, so that it is loaded only when this is.
const { Script } = process.getBuiltinModule('node:vm');

/** The program as a script: run, it is a function that gives what the program exports. */
export function programScript(file) {
  const text = readFileSync(file, 'latin1');
  const wrapped = `(function (require, module, ownAddress) {${text}\nreturn module.exports;})`;
  return new Script(wrapped, { filename: file, cachedData: readCompiled(file) });
}

/** What the script's program exports. */
export function runProgram(script, file) {
  return script.runInThisContext()(createRequire(file), { exports: {} }, pathToFileURL(file).href);
}

/** @param address of the program's text */
export function loadProgram(address) {
  const file = fileURLToPath(address);
  return runProgram(programScript(file), file);
}

function readCompiled(file) {
  try {
    return readFileSync(compiledOf(file));
  } catch {
    return undefined;
  }
}

/** Where this Node's own form of the program lies. */
export function compiledOf(file) {
  const { version, platform, arch } = process;
  return `${file}.${version}-${platform}-${arch}.compiled`;
}
