// Stands for @jest/globals in the bundle of tests: they are collected, and run one by one whenever it is asked for.
import { format } from 'node:util';
import { equals, iterableEquality } from '@jest/expect-utils';
import fc from 'fast-check';
import { expect as realExpect } from 'expect';

// The cases of the tests (jest/setup.mjs), but no search for a smaller one: that one fails is all that counts.
fc.configureGlobal({ seed: 20261121, endOnFailure: true });

/** All tests so far: `id`, and `run`, which throws or rejects if the test fails. */
export const tests = [];
let around = [];

/** Collects the tests of a file. @param load what imports it */
export async function collectFile(name, load) {
  around = [{ name, before: [] }];
  await load();
}

export function describe(name, body) {
  const outer = around;
  around = [...outer, { name, before: [] }];
  body();
  around = outer;
}

export function test(name, body) {
  const scopes = around;
  const id = [...scopes.map((scope) => scope.name), name].join(' > ');
  tests.push({ id, run: () => runWithin(scopes, body) });
}

async function runWithin(scopes, body) {
  await inTurn(scopes.flatMap((scope) => scope.before));
  await body();
}

async function inTurn([first, ...others]) {
  if (first === undefined) return;
  await first();
  await inTurn(others);
}

export const beforeAll = (body) => around.at(-1).before.push(body);
export const beforeEach = beforeAll;

const each = (collector) => (table) => (name, body) => {
  for (const [i, row] of table.entries()) {
    const values = Array.isArray(row) ? row : [row];
    const filled = format(name.replaceAll('%#', String(i)).replaceAll('%p', '%j'), ...values);
    collector(`${filled} (${i})`, () => body(...values));
  }
};
const ignore = () => {};
const skip = Object.assign(() => {}, { each: () => ignore });
// What the tests leave goes with the folder that measure-mutants.mjs gives them.
export const afterAll = ignore;
export const afterEach = ignore;
describe.each = each(describe);
describe.skip = skip;
test.each = each(test);
test.skip = skip;

/** The two matchers that everybody uses say nothing of what differs: describing it may take seconds. */
export const expect = Object.assign((value) => {
  const holds = (isMet) => (wanted) => {
    if (!isMet(value, wanted)) throw new Error('not what was expected');
  };
  const quick = {
    toBe: holds(Object.is),
    toEqual: holds((found, wanted) => equals(found, wanted, [iterableEquality])),
  };
  return Object.assign(realExpect(value), quick);
}, realExpect);
