// How jest runs a file of tests: as it does otherwise (jest-runtime), but the modules are Node's own, and those of the program are loaded
// once in each worker. jest makes all modules anew for each file, in a context in which all code is slower: that took twice the time.
const asyncHooks = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { register } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { compileSync } = require('./compile.cjs');

/** Of files of tests, in this worker. */
let count = 0;

module.exports = class NativeRuntime {
  #console = globalThis.console;
  #environment = { ...process.env };
  #folder = process.cwd();
  #sourceMaps = new SourceMaps();

  constructor(...args) {
    if (needsJest(...args)) return new OwnModulesRuntime(...args);
    if (count++ === 0) register('./hooks.mjs', pathToFileURL(__filename));
    const [, environment] = args;
    globalThis.console = environment.global.console;
  }

  setGlobalsForRuntime(globals) {
    globalThis[Symbol.for('httpd-codemod-jest-globals')] = globals;
  }

  /** Loads what runs the tests of one file anew: its state is that of its module. */
  requireInternalModule(path) {
    return withoutTracking(() => {
      delete require.cache[path];
      return require(path);
    });
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path)}?${count}`);
  }

  getSourceMaps() {
    return this.#sourceMaps;
  }

  getAllCoverageInfoCopy() {}

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {
    globalThis.console = this.#console;
    process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
  }
};

/** jest's own, but for that. */
class OwnModulesRuntime extends JestRuntime {
  requireInternalModule(...args) {
    return withoutTracking(() => super.requireInternalModule(...args));
  }
}

/**
 * What runs the tests asks Node which one it was that a promise came from: from then on every promise takes time, for all files that the worker
 * runs. Here one test runs after the other.
 */
function withoutTracking(load) {
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = OneAfterTheOther;
  try {
    return load();
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

/** An AsyncLocalStorage for work that is done before other work begins. */
class OneAfterTheOther {
  #store;

  async run(store, work) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await work();
    } finally {
      this.#store = outer;
    }
  }

  getStore() {
    return this.#store;
  }
}

/** Only jest's own modules can be replaced, are loaded anew when they have changed, and count what of them was run. */
function needsJest(config, environment, resolver, transformer, texts, coverage, testPath, globalConfig) {
  const { watch, watchAll, collectCoverage } = globalConfig;
  return watch || watchAll || collectCoverage || texts.get(testPath).includes('unstable_mockModule');
}

/** From a module's address to its source map: made when a stack is shown, which is seldom. */
class SourceMaps extends Map {
  get(url) {
    if (!/^file:.*\.ts(?:\?\d+)?$/.test(url)) return undefined;
    if (!this.has(url)) this.set(url, sourceMapOf(fileURLToPath(url)));
    return super.get(url);
  }
}

function sourceMapOf(path) {
  const { map } = compileSync(readFileSync(path, 'utf8'), path, 'external');
  return `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}
