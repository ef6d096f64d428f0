import { availableParallelism } from 'node:os';

export default {
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/tools/jest/transform.mjs' },
  setupFiles: ['<rootDir>/tools/jest/setup.mjs'],
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  testRunner: '<rootDir>/tools/jest/runner.cjs',
  injectGlobals: false,
  testSequencer: '<rootDir>/tools/jest/longest-first.cjs',
  // A test that waits for a server or a program must not fail because the machine has other work: only what hangs takes so long, or all
  // the faults there are.
  testTimeout: process.env.EFFORT === 'all' ? 3_600_000 : 600_000,
  // Many tests wait for programs: one worker more than there are processors keeps these at work.
  maxWorkers: availableParallelism() + 1,
  // What a file of tests has made stays in its modules, and these in the worker.
  workerIdleMemoryLimit: '1GB',
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/__fixtures__'],
  collectCoverageFrom: ['src/**/*.ts', 'transforms/**/*.ts'],
};
