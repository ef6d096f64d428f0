import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type {
  Context22,
  HostLine,
  HostRecord,
  RequireTree,
  State22,
} from '../../../src/access/policy/index.ts';
import {
  ALL_METHODS,
  createAtoms,
  createOutlines,
  decide22,
  decide24,
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  emitHost,
  haveDifference,
  NO_AUTH,
  OTHER_METHODS,
  parseRequire,
} from '../../../src/access/policy/index.ts';
import { createComparison } from '../../../src/access/proof/decide.ts';
import { START_22, START_24 } from '../../../src/access/states/walk-state.ts';
import { auth, methods, satisfy, state22, state24 } from '../policy/arbitraries.ts';

// What was found out of states of one outline is taken for others of it.

const CONTEXT_22: Context22 = {
  authzModules: ['user', 'groupfile'],
  authzDefault: true,
  authnDefault: true,
  authTypes: new Set(['basic', 'digest']),
};
const CONTEXT_24 = { accessCompat: true, authTypes: new Set(['basic', 'digest']) };
const ASKED = ['GET', 'POST', 'PUT', OTHER_METHODS];

// Such as hold one another, make up one another, or hold all.
const word = fc.constantFrom(
  ...'10.0.0.0/8 10.0.0.0/255.0.0.0 10.0.0.0/9 10.128.0.0/9 10.1 10.1.2.3 192.168'.split(' '),
  ...'2001:db8::/32 100::/64 ::/1 8000::/1 0.0.0.0/1 128.0.0.0/1 127.0.0.0/8 ::1'.split(' '),
  ...'example.com .example.com EXAMPLE.com www.example.com example.org'.split(' '),
  ...'env=bot env=BOT env=!bot env=vip all a,b'.split(' '),
);
const line: fc.Arbitrary<HostLine> = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  methods,
});
const record: fc.Arbitrary<HostRecord> = fc.record({
  orders: fc.array(
    fc.record({ value: fc.constantFrom('deny,allow' as const, 'allow,deny' as const), methods }),
    { maxLength: 1 },
  ),
  allow: fc.array(line, { maxLength: 3 }),
  deny: fc.array(line, { maxLength: 3 }),
});

/** Lines that say the same, most often, or nearly: some with one word more, less, or another one. */
const nearlySaid = fc.tuple(record, fc.boolean(), word, fc.nat()).map(([said, isChanged, other, at]) => {
  const changed = (lines: readonly HostLine[]): readonly HostLine[] =>
    lines.map(({ words, methods: named }, i) => ({
      methods: named,
      words: i === 0 && isChanged ? words.with(at % words.length, other) : words,
    }));
  return [said, { ...said, allow: changed(said.allow), deny: changed(said.deny) }] as const;
});
const ofLines = fc.tuple(nearlySaid, satisfy, auth).map(([[then, now], slots, own]) => ({
  before: { host: then, requires: null, satisfy: slots, auth: own } satisfies State22,
  after: { ...EMPTY_STATE_24, auth: { ...own, type: null }, tree: emitHost(now, 'GET').tree },
}));
const ofAnything = fc.record({ before: state22, after: state24 });

test('all is answered as if each pair was asked by itself', () => {
  const shared = createComparison([CONTEXT_22], CONTEXT_24);
  fc.assert(
    fc.property(fc.oneof(ofLines, ofAnything), ({ before, after }) => {
      const atoms = createAtoms();
      const isDifferent = ASKED.some((method) =>
        haveDifference(
          atoms,
          decide22(atoms, before, method, CONTEXT_22),
          decide24(atoms, after, method, CONTEXT_24),
        ),
      );
      const walks = [
        { ...START_22, state: before },
        { ...START_24, state: after },
      ] as const;
      expect(shared.differs(...walks)).toBe(isDifferent);
    }),
    { numRuns: 3000 },
  );
});

describe('an outline', () => {
  const outlineOf = createOutlines();
  const of = (allow: readonly string[], deny: readonly string[], ...lines: readonly string[]) => {
    const listed = (words: readonly string[]) =>
      words.map((each) => ({ words: [each], methods: ALL_METHODS }));
    const host = { orders: NOTHING, allow: listed(allow), deny: listed(deny) };
    const children = lines.map((text) => parseRequire(text, ALL_METHODS) as RequireTree);
    return outlineOf(
      { failed: false, state: { ...EMPTY_STATE_22, host, auth: NO_AUTH } },
      { failed: false, state: { ...EMPTY_STATE_24, tree: { type: 'any', children }, auth: NO_AUTH } },
    );
  };
  const NOTHING: never[] = [];

  test('does not tell how many words a list has, nor which they are and how they are grouped', () => {
    const one = of(['10.1'], ['all'], 'ip 10.1');
    const others = [
      of(['10.1', '192.168'], ['all'], 'ip 10.1 192.168'),
      of(['example.org', '10.2'], ['all', 'a,b'], 'ip 10.2', 'host example.ORG'),
    ];
    expect(others.map((each) => each?.key)).toEqual([one?.key, one?.key]);
  });

  test('tells which lists name the same, and what else they name', () => {
    const keys = [
      of(['10.1'], ['10.2'], 'ip 10.1'),
      of(['10.1'], ['10.2'], 'ip 10.2'),
      of(['10.1'], ['10.1'], 'ip 10.1'),
      of(['10.1'], ['10.2'], 'ip 10.1 10.2'),
      of(['10.1'], ['10.2'], 'ip 10.1 10.3'),
      of(['10.1', 'env=x'], ['10.2'], 'ip 10.1'),
      of(['10.1', 'env=y'], ['10.2'], 'ip 10.1'),
      of(['10.1', 'env=!x'], ['10.2'], 'ip 10.1'),
      of(['10.1'], ['10.2'], 'ip 10.1', 'env x'),
    ].map((outline) => outline?.key.join(' '));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is none where a line asks for addresses that are not written', () => {
    expect(of(['127.0.0.0/8', '::1'], ['all'], 'local')).toBeNull();
  });

  test('is none of long lists, nor of many', () => {
    const long = Array.from({ length: 600 }, (_, i) => `10.${i % 256}`);
    expect(of(long, [], 'all granted')).toBeNull();
    expect(of([], [], `ip ${long.join(' ')}`)).toBeNull();
    const each = long.slice(0, 40).map((net) => `not ip ${net}`);
    expect(of([], [], ...each)).toBeNull();
  });

  test('knows whether a client is found whom no net holds', () => {
    const [some, none] = [of(['2001:db8::/32', '10'], [], 'all denied'), of(['::/1'], [], 'all denied')];
    expect([some?.hasStranger, none?.hasStranger]).toEqual([true, false]);
  });
});
