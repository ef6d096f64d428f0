import { expect, test } from '@jest/globals';
import type { Guard, Truth } from '../../../src/model/index.ts';
import {
  canBeLive,
  isLive,
  isUnsure,
  undecidedGuards,
  worldsOf,
} from '../../../src/access/sections/worlds.ts';

function guard(question: string, on22: Truth = 'maybe', on24: Truth = on22): Guard {
  return { kind: 'ifdefine', test: question, on22, on24 } as unknown as Guard;
}

test('guards that are decided make one world', () => {
  expect(worldsOf([guard('A', 'yes'), guard('!B', 'no')])).toEqual([new Map()]);
});

test('each question that is open doubles the worlds; its negation is the same question', () => {
  expect(worldsOf([guard('A'), guard('!A'), guard('A', 'no', 'maybe')])).toHaveLength(2);
  expect(worldsOf([guard('A'), guard('B'), guard('!C')])).toHaveLength(8);
});

test('names are told apart by case, as -D names are', () => {
  expect(worldsOf([guard('A'), guard('a')])).toHaveLength(4);
});

test('more questions than can be gone through are no worlds', () => {
  expect(worldsOf([...'ABCDE'].map((name) => guard(name)))).toHaveLength(32);
  expect(worldsOf([...'ABCDEF'].map((name) => guard(name)))).toBeNull();
});

test('what stands in guards is read where all of them hold', () => {
  const worlds = worldsOf([guard('A'), guard('B')]) ?? [];
  const readBy = (...guards: Guard[]): number =>
    worlds.filter((world) => isLive(guards, '2.2', world)).length;
  expect([readBy(guard('A')), readBy(guard('A'), guard('!B')), readBy(guard('A'), guard('!A'))]).toEqual([
    2, 1, 0,
  ]);
  expect(readBy(guard('A'), guard('C', 'no'))).toBe(0);
});

test('what no world answers is taken as read, whichever way it is asked', () => {
  expect(isLive([guard('A')], '2.2', new Map())).toBe(true);
  expect(isLive([guard('!A')], '2.2', new Map())).toBe(true);
});

test('the two servers need not agree', () => {
  const dual = guard('mod_authz_core.c', 'no', 'yes');
  expect([isLive([dual], '2.2', new Map()), isLive([dual], '2.4', new Map())]).toEqual([false, true]);
  expect([canBeLive([dual], '2.2'), canBeLive([guard('A')], '2.2')]).toEqual([false, true]);
});

test('a question that is open for one server only is open', () => {
  expect(worldsOf([guard('A', 'yes', 'maybe')])).toHaveLength(2);
  expect(worldsOf([guard('A', 'maybe', 'no')])).toHaveLength(2);
});

test('unsure is what is open and not settled by the world', () => {
  const world = new Map([['ifdefine A', true]]);
  const unsure = (...guards: Guard[]): boolean => isUnsure(guards, world);
  expect([unsure(guard('B')), unsure(guard('A'), guard('!B'))]).toEqual([true, true]);
  expect([unsure(), unsure(guard('A')), unsure(guard('!A')), unsure(guard('B', 'yes', 'maybe'))]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('what one server alone decides is undecided, once for each question', () => {
  const guards = [
    guard('A', 'yes', 'maybe'),
    guard('B', 'yes', 'no'),
    guard('!A'),
    guard('C', 'maybe', 'no'),
  ];
  expect([...undecidedGuards(guards)]).toEqual([
    ['ifdefine A', guards[0]],
    ['ifdefine C', guards[3]],
  ]);
});
