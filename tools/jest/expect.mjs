// jest's expect makes, for each value, four hundred functions and an Error, of which one is asked for: properties expect a hundred thousand times.
import { createRequire } from 'node:module';

// What expect itself compares with: it comes with jest.
const require = createRequire(import.meta.resolve('expect'));
const { equals, iterableEquality } = require('@jest/expect-utils');

/** The same as jest's, which is asked unless a value is plainly what it should be. */
export function quickExpect(expect) {
  class Expectation {
    #actual;

    constructor(actual) {
      this.#actual = actual;
    }

    get real() {
      return expect(this.#actual);
    }

    toBe(expected) {
      if (Object.is(this.#actual, expected)) pass();
      else fail(this.real, 'toBe', expected);
    }

    toEqual(expected) {
      if (equals(this.#actual, expected, [iterableEquality])) pass();
      else fail(this.real, 'toEqual', expected);
    }
  }

  function pass() {
    const state = expect.getState();
    state.assertionCalls++;
    state.numPassingAsserts++;
  }

  /** The failure is told of the line that expects. */
  function fail(real, name, expected) {
    try {
      real[name](expected);
    } catch (error) {
      Error.captureStackTrace(error, Expectation.prototype[name]);
      throw error;
    }
  }

  for (const name of Object.keys(expect(null))) {
    if (Object.hasOwn(Expectation.prototype, name)) continue;
    Object.defineProperty(Expectation.prototype, name, {
      get() {
        return this.real[name];
      },
    });
  }
  return Object.assign(
    (...values) => (values.length === 1 ? new Expectation(values[0]) : expect(...values)),
    expect,
  );
}
