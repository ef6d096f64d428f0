// Mutation tests of the access engine: which changes to it would no test notice? Too heavy to be a dependency, and no
// part of `npm test`; ARCHITECTURE.md ("Tests") has the command. Stryker 9 is the last for Node 20.
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    projectType: 'custom',
    configFile: 'tools/jest-mutation.config.mjs',
    enableFindRelatedTests: false,
  },
  coverageAnalysis: 'perTest',
  // Tables of names are for the tests that hold them against the server.
  ignoreStatic: true,
  mutate: ['src/access/**/*.ts', '!src/access/**/index.ts'],
  // Sandboxes have no tsconfig to adapt (TypeScript 7 has no interface for it); esbuild strips the types.
  tsconfigFile: 'none',
  ignorePatterns: ['docs', 'dist'],
  concurrency: 1,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
