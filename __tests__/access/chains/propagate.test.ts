import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Reached } from '../../../src/access/chains/stops.ts';
import type { Choices, Flow, FlowEvent } from '../../../src/access/chains/index.ts';
import { propagate, propagations } from '../../../src/access/chains/index.ts';
import type { AccessSection } from '../../../src/access/sections/types.ts';
import { limitedWork } from '../../../src/access/work.ts';
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

test('that a pattern matches is known as long as one that it excludes is asked for', () => {
  const asked = flow([event('a', ['address ^/a/']), event('b', ['address ^/b/']), event('c')]);
  const kept = (at: number) =>
    walk(0)
      .stopBefore(asked, at)
      .reached.map(({ choices }) => [...choices]);
  expect(kept(1)).toEqual([[['address ^/a/', true]], []]);
  expect(kept(2)).toEqual([[], [], []]);
});

test('the states are those of all ways in which addresses can match, however many are remembered', () => {
  const apart = ['address ^/a/', 'address ^/b/', 'address ^/c/'];
  const choices = [...apart, 'address x'];
  const answers = Array.from({ length: 2 ** choices.length }, (_, bits) =>
    choices.filter((_choice, i) => (bits >> i) & 1),
  ).filter((yes) => yes.filter((choice) => apart.includes(choice)).length < 2);
  const asking = fc.array(fc.subarray(choices, { maxLength: 2 }), { maxLength: 7 });
  const property = fc.property(asking, fc.nat(4), (asked, most) => {
    const events = asked.map((each, i) => event('abcdefg'[i] ?? '', each));
    const wanted = answers.map((yes) =>
      events
        .filter((each) => each.choices.every((choice) => yes.includes(choice)))
        .map(({ section }) => section.scope.args[0])
        .join(''),
    );
    expect(new Set(walk(most).finalStates(flow(events)))).toEqual(new Set(wanted));
  });
  fc.assert(property);
});

test('what is found out in one flow holds in another', () => {
  const choices = ['address ^/a/', 'address ^/a/x', 'address ^/b/', 'address y'];
  const effects = new Map([...'abc'].map((letter) => [letter, {}]));
  const shared = (most: number, wanted: readonly string[]) =>
    propagations<string>(
      '',
      ({ state }, { section }) => state + section.scope.args[0],
      most,
      limitedWork(),
      (section) => effects.get(section.scope.args[0] ?? '') ?? null,
      (choice) => wanted.includes(choice),
    )();
  const events = fc.array(
    fc.record({ letter: fc.constantFrom('a', 'b', 'c'), asked: fc.subarray(choices, { maxLength: 2 }) }),
    { maxLength: 5 },
  );
  const flows = fc.array(events, { minLength: 2, maxLength: 4 });
  const property = fc.property(flows, fc.nat(3), fc.subarray(choices), (all, most, wanted) => {
    const [input = [], ...others] = all.map((each) => each.map(({ letter, asked }) => event(letter, asked)));
    const walked = shared(most, wanted);
    for (const each of others) {
      for (const one of [flow(each), flow(each, [flow(input)])]) {
        const alone = shared(most, wanted).finalStates(flow(one.events, one.inputs));
        expect(new Set(walked.finalStates(one))).toEqual(new Set(alone));
      }
    }
  });
  const [onB, onA, onBelowA] = [
    { letter: 'c', asked: ['address ^/b/'] },
    { letter: 'b', asked: ['address ^/a/'] },
    { letter: 'a', asked: ['address ^/a/x'] },
  ] as const;
  // The second of these has a use for what the first forgets.
  const unlike = [
    [onB, onA],
    [onB, onA, onBelowA],
  ].map((each) => each.map(({ letter, asked }) => ({ letter, asked: [...asked] })));
  fc.assert(property, { examples: [[unlike, 0, []]] });
});

test('a section is reached by all that it may apply to', () => {
  const choices = ['address ^/a/', 'address ^/b/', 'address ^/c/', 'address ^/c/x', 'address y'];
  const asking = fc.array(fc.subarray(choices, { maxLength: 2 }), { maxLength: 8 });
  const property = fc.property(asking, fc.nat(2), (asked, most) => {
    const walked = walk(most);
    const all = flow(asked.map((each, i) => event('abcdefgh'[i] ?? '', each)));
    asked.forEach((_each, at) => {
      const inside = (reached: readonly Reached<string>[]) =>
        reached.flatMap(({ state, choices: made }) => {
          const known = walked.choicesInside(all, at, made);
          return known === null ? [] : [`${state} ${[...known].join(' ')}`];
        });
      expect(inside(walked.reachedAt(all, at))).toEqual(inside(walked.stopBefore(all, at).reached));
    });
  });
  fc.assert(property);
});
