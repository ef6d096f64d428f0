// What tests import from @jest/globals: loaded anew for each file of tests, with the functions that jest has for it.
import { quickExpect } from './expect.mjs';

const globals = globalThis[Symbol.for('httpd-codemod-jest-globals')];

export const { afterAll, afterEach, beforeAll, beforeEach, describe, test } = globals;
export const expect = quickExpect(globals.expect);
