import { availableParallelism } from 'node:os';

export default {
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$|re2js': '<rootDir>/tools/jest-esbuild.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!re2js/)'],
  setupFiles: ['<rootDir>/tools/jest-setup.mjs'],
  injectGlobals: false,
  // Each file of tests leaves its modules behind (vm modules are never collected): a worker that has grown is replaced, which jest does
  // only where there are several.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  workerIdleMemoryLimit: '1GB',
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/__fixtures__'],
  collectCoverageFrom: ['src/**/*.ts', 'transforms/**/*.ts'],
};
