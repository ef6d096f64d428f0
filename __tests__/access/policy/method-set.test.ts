import { expect, test } from '@jest/globals';
import {
  ALL_METHODS,
  equalMethods,
  hasMethod,
  intersectMethods,
  isAllMethods,
  methodSet,
} from '../../../src/access/policy/index.ts';

const only = (...names: string[]) => methodSet('only', names);
const except = (...names: string[]) => methodSet('except', names);

test('HEAD is GET, each name counts once, in any order', () => {
  expect(only('PUT', 'HEAD', 'GET')).toEqual({ type: 'only', names: ['GET', 'PUT'] });
  expect(hasMethod(only('HEAD'), 'GET')).toBe(true);
  expect(hasMethod(except('GET'), 'HEAD')).toBe(false);
});

test('all methods are those from which none is taken', () => {
  expect([ALL_METHODS, except(), only(), except('GET')].map(isAllMethods)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  [only('GET'), only('GET'), true],
  [only('GET'), except('GET'), false],
  [only('GET'), only('PUT'), false],
  [only('GET'), only('GET', 'PUT'), false],
  [only('GET', 'PUT'), only('GET'), false],
  [except('GET', 'PUT'), except('PUT', 'GET'), true],
])('%j and %j are the same: %s', (a, b, isSame) => expect(equalMethods(a, b)).toBe(isSame));

test.each([
  [except('GET'), except('PUT'), except('GET', 'PUT')],
  [only('GET', 'PUT'), except('PUT'), only('GET')],
  [except('PUT'), only('GET', 'PUT'), only('GET')],
  [only('GET', 'PUT'), only('PUT', 'DELETE'), only('PUT')],
  [only('GET'), only('PUT'), only()],
])('%j inside of %j leaves %j', (a, b, both) => expect(intersectMethods(a, b)).toEqual(both));
