import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Choices, Flow, FlowEvent } from '../../../src/access/chains/index.ts';
import { propagate } from '../../../src/access/chains/index.ts';
import type { AccessSection } from '../../../src/access/sections/types.ts';
import type { Scope } from '../../../src/model/index.ts';

// States are the letters of the sections entered. Every way the choices of a flow can be made is gone through.

const SERVER = { type: 'scope', kind: 'server' } as unknown as Scope;

function event(letter: string, choices: readonly string[] = []): FlowEvent {
  const section = { scope: { args: [letter] } } as unknown as AccessSection;
  return { section, side: 'both', choices, path: null, order: [] };
}

function flow(events: readonly FlowEvent[], inputs: readonly Flow[] = []): Flow {
  const about = { server: SERVER, address: null, folder: null, fileName: null, region: null };
  const none = new Set<string>();
  return {
    inputs,
    events,
    isFinal: true,
    about: { ...about, fileNames: none, regions: none, addresses: none },
  };
}

function walk(mostRemembered: number) {
  return propagate<string>('', ({ state }, { section }) => state + section.scope.args[0], mostRemembered);
}

test('a section without choices is entered, one with a choice is and is not', () => {
  expect(walk(0).finalStates(flow([event('a'), event('b', ['x']), event('c')]))).toEqual(['abc', 'ac']);
});

test('one choice has one answer throughout a flow', () => {
  expect(walk(0).finalStates(flow([event('a', ['x']), event('b', ['x'])]))).toEqual(['ab', '']);
});

test('a section holds if all its choices do', () => {
  const states = walk(0).finalStates(flow([event('a', ['x', 'y']), event('b', ['y'])]));
  expect(new Set(states)).toEqual(new Set(['ab', 'b', '']));
});

test('a flow goes on from what its inputs end with, choices included', () => {
  const inputs = [flow([event('a', ['x'])]), flow([event('b')])];
  expect(
    walk(6)
      .finalStates(flow([event('c', ['x'])], inputs))
      .toSorted(),
  ).toEqual(['', 'ac', 'b', 'bc']);
});

test('several may go through the same flows at once', () => {
  const input = flow([event('a'), event('b')]);
  const asked = flow([event('c')], [input]);
  const [one, other] = [walk(0), walk(6)];
  const statesBefore = (at: number) => [one, other].map((each) => each.stopBefore(input, at).states);
  expect(statesBefore(1)).toEqual([['a'], ['a']]);
  expect(one.finalStates(asked)).toEqual(['abc']);
  expect(statesBefore(2)).toEqual([['ab'], ['ab']]);
  expect(other.finalStates(asked)).toEqual(['abc']);
});

test('choices that are not remembered are told apart no longer than an event asks for them', () => {
  const asked = flow([event('a', ['x']), event('b', ['x']), event('c')]);
  const kept = (most: number): readonly Choices[] =>
    walk(most)
      .stopBefore(asked, 2)
      .reached.map(({ choices }) => choices);
  expect(kept(0).map(({ size }) => size)).toEqual([0, 0]);
  expect(kept(1)).toEqual([new Map([['x', true]]), new Map([['x', false]])]);
});

test('the states are those of all ways to answer the choices, however many are remembered', () => {
  const names = fc.subarray(['x', 'y', 'z']);
  const property = fc.property(fc.array(names, { maxLength: 5 }), fc.nat(3), (asked, most) => {
    const events = asked.map((choices, i) => event('abcde'[i] ?? '', choices));
    const answers = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ['x', 'y', 'z'].filter((_, i) => (bits >> i) & 1));
    const wanted = answers.map((yes) =>
      events
        .filter(({ choices }) => choices.every((choice) => yes.includes(choice)))
        .map(({ section }) => section.scope.args[0])
        .join(''),
    );
    expect(new Set(walk(most).finalStates(flow(events)))).toEqual(new Set(wanted));
  });
  fc.assert(property);
});

test('of patterns that exclude each other one holds at most', () => {
  const events = [event('a', ['address ^/a/']), event('b', ['address ^/b/']), event('c', ['address ^/c/'])];
  expect(new Set(walk(0).finalStates(flow(events)))).toEqual(new Set(['', 'a', 'b', 'c']));
});

test('the states are those of all ways in which addresses can match, however many are remembered', () => {
  const apart = ['address ^/a/', 'address ^/b/', 'address ^/c/'];
  const choices = [...apart, 'address x'];
  const all = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [n, n + 8]);
  const answers = all
    .map((bits) => choices.filter((_, i) => (bits >> i) & 1))
    .filter((yes) => yes.filter((choice) => apart.includes(choice)).length < 2);
  const asking = fc.array(fc.subarray(choices, { maxLength: 2 }), { maxLength: 7 });
  const property = fc.property(asking, asking, fc.nat(4), (one, other, most) => {
    const [first, second] = [one, other].map((asked) =>
      asked.map((each, i) => event('abcdefg'[i] ?? '', each)),
    );
    const walked = walk(most);
    // Where states were gone through before they are known: one flow must not tell another what only it knows.
    for (const events of [first!, second!]) {
      const wanted = answers.map((yes) =>
        events
          .filter((each) => each.choices.every((choice) => yes.includes(choice)))
          .map(({ section }) => section.scope.args[0])
          .join(''),
      );
      expect(new Set(walked.finalStates(flow(events)))).toEqual(new Set(wanted));
    }
  });
  fc.assert(property, { numRuns: 300 });
});
