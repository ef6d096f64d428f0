// What tests import from @jest/globals: loaded anew for each file of tests, with the functions that jest has for it.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } =
  globalThis[Symbol.for('httpd-codemod-jest-globals')];
