import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Answer,
  classifyAllowWord,
  type Context24,
  createAtoms,
  decide24,
  EMPTY_STATE_24,
  isAllMethods,
  isKnownProvider,
  merge24,
  type MethodSet,
  NO_AUTH,
  parseRequire,
  parseRequireIp,
  type RequireTree,
  type State24,
} from '../../../src/access/policy/index.ts';
import { state24 } from './arbitraries.ts';
import type { Request24 } from './interpreter24.ts';
import { hasRealServer, type RealServer, startRealServer } from './real-server.ts';
import { answerFor } from './requests.ts';
import { formulaFor24, REQUESTS_24 } from './requests24.ts';

const describeIfServer = hasRealServer() ? describe : describe.skip;
const CONTEXT: Context24 = { accessCompat: true, authTypes: new Set(['basic']) };
const ANSWERS: Readonly<Record<number, Answer>> = {
  401: 'unauthorized',
  403: 'forbidden',
  500: 'serverError',
};

/** Sections that one request meets: two directories, then two Locations, which are merged among themselves first. */
interface Scenario {
  readonly directories: readonly [State24, State24];
  readonly locations: readonly [State24, State24];
}

const maybe = fc.option(state24, { nil: EMPTY_STATE_24, freq: 1 });
const scenario: fc.Arbitrary<Scenario> = fc.record({
  directories: fc.tuple(state24, maybe),
  locations: fc.tuple(maybe, maybe),
});

/** The seed is fixed: what is asked of the real server is the same in every run. */
const SCENARIOS = fc.sample(scenario, { numRuns: Number(process.env['SCENARIOS'] ?? 60), seed: 22 });

describeIfServer('a real 2.4 answers as decided', () => {
  let server: RealServer;
  beforeAll(async () => {
    const sections = SCENARIOS.map(({ directories, locations }, i) =>
      [
        ...block(`Directory DOCS/s${i}`, directories[0]),
        ...block(`Directory DOCS/s${i}/in`, directories[1]),
        ...block(`Location /s${i}`, locations[0]),
        ...block(`Location /s${i}/in`, locations[1]),
      ].join('\n'),
    );
    const files = Object.fromEntries(SCENARIOS.map((_, i) => [`s${i}/in/page.txt`, 'x']));
    server = await startRealServer(sections.join('\n'), files);
  });
  afterAll(() => server.stop());

  test(`${SCENARIOS.length} chains of sections`, async () => {
    const atoms = createAtoms();
    const formulas = REQUESTS_24.map((request) => formulaFor24(atoms, request));
    const wrong: unknown[] = [];
    const check = async (i: number): Promise<void> => {
      const { directories, locations } = SCENARIOS[i]!;
      const state = merge24(merge24(...directories), merge24(...locations));
      const checks = REQUESTS_24.map(async (request, r) => {
        const expected = answerFor(atoms, decide24(atoms, state, request.method, CONTEXT), formulas[r]!);
        const status = await ask(server, `/s${i}/in/page.txt`, request);
        if ((ANSWERS[status] ?? 'pass') !== expected) wrong.push({ i, request, expected, status });
      });
      await Promise.all(checks);
    };
    await Promise.all(SCENARIOS.map((_, i) => check(i)));
    expect(wrong).toEqual([]);
  });
});

function ask(server: RealServer, path: string, { method, address, env, user }: Request24): Promise<number> {
  const headers = Object.fromEntries(env.map((name) => [`X-${name}`, '1']));
  return server.ask({ path, method, from: address, headers, ...(user !== null && { user }) });
}

const WORDS = [
  '127',
  '127.',
  '127.0',
  '127.0.0.',
  '127.0.0.1',
  '127.0.0.1.',
  '0127.0.0.1',
  '127.0.0.9/8',
  '127.0.0.9/08',

  '127.0.0.9/+8',
  '127.0.0.9/255.0.0.0',
  '127.9.0.1/255.0.0.255',
  '1.2.3.4/0.0.0.0',
  '10.0.0.0/8',
  '4294967423',
  '::1',
  '::/1',
  '::1.2.3.4',
  '1:2:3:4:5:6:7:8',
  '2001:db8::/33',
  '0.0.0.0/0',
  '::/0',
  '127.0.0.1/33',

  '127.0.0.1/-8',
  '127.0.0.1/',
  '127/8',
  '127.0/16',
  '0127.0.0.1/8',
  '300.1.1.1',
  '1.2.3.4.5',
  '1..2',
  '.5',
  '.',

  '::1/255.0.0.0',
  '::1/129',
  '::ffff:127.0.0.1',
  'fe80::1%lo',
  '1:2',
  'a:b',
  'a/8',
  '127.0.0.1/8/8',
  '/8',
  '00001::',
  '1:2:3:4:5:6:7:8:',
  '1:2:3:4::5:6:7:8',
  ':1::',
  '1:2:3:4:5:6:7:8:9',
  '10000::',
  '::7f00:1',
  '1:2:3:4:5:6:7:1.2.3.4',
  '1:2:3:4:5:6:1.2.3.4',
  '::1.2.3.',
  '::1.2.3.04',
  ':',
  '::1:',
  ':::',
  '1:::2',
  'env=',
  'env=!',
  'ENV=!nothing',
  'ALL',
  '127.0.0.1#x',
  '#',
  '127.0.0.1/8#',
];

const REQUIRES = [
  'user alice',
  'user DOM\\alice',
  'user DOM\\\\alice',
  'user "DOM\\\\alice"',
  'user "DOM\\\\\\\\alice"',
  "user 'alice'",
  'user \\141lice',
  'user al\\ice',
  'user "" alice',
  'user alice ""',
  'user',
  'user ""',
  'user %{REQUEST_METHOD}',
  'valid-user nobody',
  '"valid-user"',
  'Valid-User',
  'all Granted',
  'all "granted"',
  'all granted # really',
  'group staff',
  'group "the board"',
  'group the board',
  'method GET',
  'method HEAD',
  'method POST',
  'env ""',
  'env nothing',
  'local',
  'ip 127.0.0.1 # office',
  'ip "127.0.0.1"',
  'nonsense',
];

describeIfServer('Require lines, in .htaccess files of a real 2.4', () => {
  let server: RealServer;
  beforeAll(async () => {
    const files = REQUIRES.flatMap((text, i) => [
      [`r${i}/.htaccess`, `Require ${text}\n`],
      [`r${i}/page.txt`, ''],
    ]);
    const auth = 'AuthType Basic\nAuthGroupFile GROUPS';
    const configuration = `<Directory DOCS>\n${auth}\nAllowOverride All\n</Directory>`;
    server = await startRealServer(configuration, Object.fromEntries(files));
  });
  afterAll(() => server.stop());

  test.each(REQUIRES.map((text, i) => [text, i] as const))('Require %s', async (text, i) => {
    for (const user of [null, 'alice', 'DOM\\alice']) {
      const request = { address: '127.0.0.1', env: [], user, method: 'GET' };
      // eslint-disable-next-line no-await-in-loop
      const status = await ask(server, `/r${i}/page.txt`, request);
      expect({ user, answer: ANSWERS[status] ?? 'pass' }).toEqual({
        user,
        answer: expectedAnswer(text, request),
      });
    }
  });
});

function expectedAnswer(text: string, request: Request24): Answer {
  const leaf = parseRequire(text);
  if ('error' in leaf || !isKnownProvider(leaf.provider)) return 'serverError';
  const atoms = createAtoms();
  const auth = { ...NO_AUTH, type: 'Basic', groupfile: { file: 'GROUPS', authoritative: true } };
  const state: State24 = { ...EMPTY_STATE_24, tree: leaf, auth };
  const { bdd } = atoms;
  const groups = ['group the in GROUPS', 'group board in GROUPS', 'user %{REQUEST_METHOD}'];
  const untrue = bdd.any([atoms.env('nothing'), ...groups.map((group) => atoms.userTest(group))]);
  const formula = bdd.and(formulaFor24(atoms, request), bdd.not(untrue));
  return answerFor(atoms, decide24(atoms, state, request.method, CONTEXT), formula);
}

describeIfServer('words of Allow and of Require ip, in .htaccess files of a real 2.4', () => {
  let server: RealServer;
  beforeAll(async () => {
    const files = WORDS.flatMap((word, i) => [
      [`allow${i}/.htaccess`, `Order allow,deny\nAllow from ${word}\n`],
      [`allow${i}/page.txt`, ''],
      [`require${i}/.htaccess`, `Require ip ${word}\n`],
      [`require${i}/page.txt`, ''],
    ]);
    server = await startRealServer(
      '<Directory DOCS>\nAllowOverride All\n</Directory>',
      Object.fromEntries(files),
    );
  });
  afterAll(() => server.stop());

  test.each(WORDS.map((word, i) => [word, i] as const))('Allow from %s', async (word, i) => {
    const atoms = createAtoms();
    const line = { words: [word], methods: { type: 'except', names: [] } as MethodSet };
    const host = {
      orders: [{ value: 'allow,deny', methods: line.methods }] as const,
      allow: [line],
      deny: [],
    };
    const state: State24 = { ...EMPTY_STATE_24, compat: { host, satisfy: [] } };
    const expected =
      classifyAllowWord(word, '2.4').kind === 'error'
        ? 500
        : statusFor(atoms, decide24(atoms, state, 'GET', CONTEXT));
    expect(await server.ask({ path: `/allow${i}/page.txt` })).toBe(expected);
  });

  test.each(WORDS.map((word, i) => [word, i] as const))('Require ip %s', async (word, i) => {
    const atoms = createAtoms();
    const parsed = parseRequireIp(word);
    const granted = 'net' in parsed && isMember(atoms, parsed.net);
    const expected = 'error' in parsed ? 500 : granted ? 200 : 403;
    expect(await server.ask({ path: `/require${i}/page.txt` })).toBe(expected);
  });
});

function statusFor(atoms: ReturnType<typeof createAtoms>, outcome: { readonly pass: number }): number {
  const client = formulaFor24(atoms, { address: '127.0.0.1', env: [], user: null, method: 'GET' });
  return atoms.bdd.isFalse(atoms.bdd.and(outcome.pass, client)) ? 403 : 200;
}

function isMember(
  atoms: ReturnType<typeof createAtoms>,
  net: Parameters<typeof atoms.address>[0][number],
): boolean {
  return statusFor(atoms, { pass: atoms.address([net]) }) === 200;
}

/** The section as a configuration file says it. */
function block(opening: string, state: State24): string[] {
  const { tree, merging, forbiddenOnFailure, compat, auth } = state;
  const slots = (name: string, all: readonly { readonly value: string; readonly methods: MethodSet }[]) =>
    all.flatMap(({ value, methods }) => limited(methods, [`${name} ${value}`]));
  const lists = (name: string, lines: NonNullable<State24['compat']>['host']['allow']) =>
    lines.flatMap(({ words, methods }) => limited(methods, [`${name} from ${words.join(' ')}`]));
  // A record without any line is one all the same: an Order that says the default makes it.
  const record = compat === null ? [] : ['Order deny,allow', ...slots('Order', compat.host.orders)];
  return [
    `<${opening}>`,
    ...(auth.type === null ? [] : [`AuthType ${auth.type}`]),
    ...(auth.groupfile === null ? [] : [`AuthGroupFile ${auth.groupfile.file}`]),
    ...(merging === null ? [] : [`AuthMerging ${merging}`]),
    ...(forbiddenOnFailure === null
      ? []
      : [`AuthzSendForbiddenOnFailure ${forbiddenOnFailure ? 'On' : 'Off'}`]),
    ...(tree === null || tree.type === 'leaf' ? [] : tree.children.flatMap(treeLines)),
    ...record,
    ...(compat === null ? [] : [...lists('Allow', compat.host.allow), ...lists('Deny', compat.host.deny)]),
    ...slots('Satisfy', compat?.satisfy ?? []),
    `</${opening.split(' ')[0]}>`,
  ];
}

function treeLines(tree: RequireTree): string[] {
  if (tree.type === 'leaf') {
    return limited(tree.methods, [`Require ${tree.negated ? 'not ' : ''}${tree.provider} ${tree.args}`]);
  }
  const name = { all: 'RequireAll', any: 'RequireAny', none: 'RequireNone' }[tree.type];
  return [`<${name}>`, ...tree.children.flatMap(treeLines), `</${name}>`];
}

function limited(methods: MethodSet, lines: readonly string[]): string[] {
  if (isAllMethods(methods)) return [...lines];
  const name = methods.type === 'only' ? 'Limit' : 'LimitExcept';
  return [`<${name} ${methods.names.join(' ')}>`, ...lines, `</${name}>`];
}
