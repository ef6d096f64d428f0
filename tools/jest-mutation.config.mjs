// The tests that say most about the access engine in the least time, for mutation tests (stryker.config.mjs).
import { join } from 'node:path';
import jest from '../jest.config.mjs';

export default {
  ...jest,
  rootDir: join(import.meta.dirname, '..'),
  testMatch: ['<rootDir>/__tests__/access/**/*.test.ts', '<rootDir>/__tests__/transforms/fixtures.test.ts'],
  testPathIgnorePatterns: ['real-server', 'oracle', 'random-trees', 'proof-mutations', 'recorded-answers'],
};
