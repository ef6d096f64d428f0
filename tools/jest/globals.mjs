// What tests import from @jest/globals. A helper is loaded once for many files of tests, and jest has functions for each: these hand on
// to those of the file at work.

function handOn(name) {
  const current = () => globalThis[Symbol.for('httpd-codemod-jest-globals')][name];
  return new Proxy(() => {}, {
    apply: (_, self, words) => current()(...words),
    get: (_, key) => current()[key],
  });
}

export const afterAll = handOn('afterAll');
export const afterEach = handOn('afterEach');
export const beforeAll = handOn('beforeAll');
export const beforeEach = handOn('beforeEach');
export const describe = handOn('describe');
export const expect = handOn('expect');
export const test = handOn('test');
