export default {
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/tools/jest-esbuild.mjs' },
  setupFiles: ['<rootDir>/tools/jest-setup.mjs'],
  injectGlobals: false,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/__fixtures__'],
  collectCoverageFrom: ['src/**/*.ts', 'transforms/**/*.ts'],
};
