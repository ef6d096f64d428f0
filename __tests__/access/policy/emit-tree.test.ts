import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ALL_METHODS,
  type AuthState,
  type Context22,
  type Context24,
  createAtoms,
  decide22,
  decide24,
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  emitTree,
  firstDifference,
  hasMethod,
  isAllMethods,
  isDenied,
  isGranted,
  methodSet,
  type MethodTree,
  NO_AUTH,
  OTHER_METHODS,
  parseRequire,
  printTrees,
  type RequireTree,
  type State22,
  type State24,
  treesByMethod,
} from '../../../src/access/policy/index.ts';
import { context22, METHODS, state22 } from './arbitraries.ts';

const BASIC: AuthState = { ...NO_AUTH, type: 'Basic' };
const CONTEXT_22: Context22 = {
  authzModules: ['user', 'groupfile'],
  authzDefault: true,
  authnDefault: true,
  authTypes: new Set(['basic']),
};
const CONTEXT_24: Context24 = { accessCompat: false, authTypes: new Set(['basic']) };

/** What a 2.4 server reads from the printed trees. */
function emittedState(state: State22, context: Context22): State24 {
  const children = treesByMethod(state, context).map(inLimit);
  return { ...EMPTY_STATE_24, tree: { type: 'any', children }, auth: state.auth };
}

function inLimit({ tree, methods }: Pick<MethodTree, 'tree' | 'methods'>): RequireTree {
  return tree.type === 'leaf'
    ? { ...tree, methods }
    : { ...tree, children: tree.children.map((child) => inLimit({ tree: child, methods })) };
}

interface Lines {
  readonly order?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly require?: readonly string[];
  readonly satisfy?: 'all' | 'any';
  readonly auth?: AuthState;
}

/** A section for all methods; each allow, deny or require is one line. */
function section({ order, allow = [], deny = [], require: requires, satisfy, auth = BASIC }: Lines): State22 {
  const hostLine = (line: string) => ({ words: line.split(' '), methods: ALL_METHODS });
  return {
    host: {
      orders: order === undefined ? [] : [{ value: order as 'deny,allow', methods: ALL_METHODS }],
      allow: allow.map(hostLine),
      deny: deny.map(hostLine),
    },
    requires: requires === undefined ? null : requires.map((text) => ({ text, methods: ALL_METHODS })),
    satisfy: satisfy === undefined ? [] : [{ value: satisfy, methods: ALL_METHODS }],
    auth,
  };
}

function linesOf(lines: Lines, context = CONTEXT_22): string[] {
  return printTrees(treesByMethod(section(lines), context));
}

test('900 sections: the tree answers as 2.2 did', () => {
  const atoms = createAtoms();
  const orders = [undefined, 'deny,allow', 'allow,deny', 'mutual-failure'];
  const lists = [[], ['all'], ['10.0.0.0/8'], ['env=bot'], ['env=!vip 192.0.2.7']];
  const requires = [undefined, ['valid-user'], ['user alice', 'user bob']];
  const satisfies = [undefined, 'all', 'any'] as const;
  let sections = 0;
  for (const order of orders)
    for (const allow of lists)
      for (const deny of lists)
        for (const each of requires)
          for (const satisfy of satisfies) {
            const state = section({
              allow,
              deny,
              ...(order && { order }),
              ...(each && { require: each }),
              ...(satisfy && { satisfy }),
            });
            const { tree } = emitTree(state, 'GET', CONTEXT_22);
            const after = decide24(atoms, { ...EMPTY_STATE_24, tree, auth: BASIC }, 'GET', CONTEXT_24);
            const before = decide22(atoms, state, 'GET', CONTEXT_22);
            expect(firstDifference(atoms, before, after)).toBeNull();
            sections++;
          }
  expect(sections).toBe(900);
});

describe('any state, any modules, every method', () => {
  const atoms = createAtoms();
  /** An AuthType that no module knows, and modules that all decline, have no equal in 2.4. */
  const expressible = fc.tuple(state22, context22).map(([state, context]): [State22, Context22] => [
    {
      ...state,
      auth: { ...state.auth, type: state.auth.type === null ? null : 'Basic', authzDefault: null },
    },
    { ...context, authzDefault: true },
  ]);

  test('the trees answer as 2.2 did', () => {
    fc.assert(
      fc.property(expressible, fc.constantFrom(...METHODS), ([state, context], method) => {
        const before = decide22(atoms, state, method, context);
        const after = decide24(atoms, emittedState(state, context), method, CONTEXT_24);
        expect(firstDifference(atoms, before, after)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  test('the classes have each method once', () => {
    fc.assert(
      fc.property(state22, context22, fc.constantFrom(...METHODS), (state, context, method) => {
        const classes = treesByMethod(state, context);
        expect(classes.filter(({ methods }) => hasMethod(methods, method))).toHaveLength(1);
        expect(classes.length === 1).toBe(isAllMethods(classes[0]!.methods));
      }),
    );
  });

  test('negations stand in RequireAll only, beside something that grants, and every line is one 2.4 reads', () => {
    const check = (tree: RequireTree, inAll: boolean): void => {
      if (tree.type === 'leaf') {
        expect(tree.negated && !inAll).toBe(false);
        expect(parseRequire(`${tree.negated ? 'not ' : ''}${tree.provider} ${tree.args}`)).toEqual(tree);
        return;
      }
      expect(tree.type).not.toBe('none');
      expect(tree.children.length).toBeGreaterThan(1);
      expect(tree.children.some((child) => child.type !== 'leaf' || !child.negated)).toBe(true);
      for (const child of tree.children) check(child, tree.type === 'all');
    };
    fc.assert(
      fc.property(state22, context22, fc.constantFrom(...METHODS), (state, context, method) => {
        check(emitTree(state, method, context).tree, false);
      }),
    );
  });
});

describe('what is written', () => {
  const deniedButNet: Lines = { order: 'deny,allow', deny: ['all'], allow: ['10.0.0.0/8'] };

  test('all and nobody', () => {
    expect(linesOf({ order: 'allow,deny', allow: ['all'] })).toEqual(['Require all granted']);
    expect(linesOf({ order: 'deny,allow', deny: ['all'] })).toEqual(['Require all denied']);
    expect(linesOf({ order: 'allow,deny', allow: ['10.0.0.1'], deny: ['all'] })).toEqual([
      'Require all denied',
    ]);
    expect(isGranted(emitTree(EMPTY_STATE_22, 'GET', CONTEXT_22).tree)).toBe(true);
    expect(isDenied(emitTree(section({ order: 'allow,deny' }), 'GET', CONTEXT_22).tree)).toBe(true);
  });

  test("one line stays one line, kinds are kept apart, in the author's order", () => {
    expect(
      linesOf({
        order: 'deny,allow',
        deny: ['all'],
        allow: ['10.9 .example.com env=vip 10.1.2.3', '192.0.2.7'],
      }),
    ).toEqual([
      'Require ip 10.9 10.1.2.3',
      'Require host .example.com',
      'Require env vip',
      'Require ip 192.0.2.7',
    ]);
  });

  test('Satisfy any: a plain list', () => {
    expect(linesOf({ ...deniedButNet, require: ['valid-user'], satisfy: 'any' })).toEqual([
      'Require ip 10.0.0.0/8',
      'Require valid-user',
    ]);
  });

  test('Satisfy all: both', () => {
    expect(linesOf({ ...deniedButNet, require: ['user alice', 'user bob'] })).toEqual([
      '<RequireAll>',
      '\tRequire ip 10.0.0.0/8',
      '\t<RequireAny>',
      '\t\tRequire user alice',
      '\t\tRequire user bob',
      '\t</RequireAny>',
      '</RequireAll>',
    ]);
  });

  test('everybody but some, with and without users', () => {
    const allButSome: Lines = { order: 'allow,deny', allow: ['all'], deny: ['10.9 env=bot'] };
    expect(linesOf(allButSome)).toEqual([
      '<RequireAll>',
      '\tRequire all granted',
      '\tRequire not ip 10.9',
      '\tRequire not env bot',
      '</RequireAll>',
    ]);
    expect(linesOf({ ...allButSome, require: ['valid-user'] })).toEqual([
      '<RequireAll>',
      '\tRequire not ip 10.9',
      '\tRequire not env bot',
      '\tRequire valid-user',
      '</RequireAll>',
    ]);
  });

  test('a variable that is not set', () => {
    expect(linesOf({ order: 'deny,allow', deny: ['all'], allow: ['env=!bot'] })).toEqual([
      '<RequireAll>',
      '\tRequire all granted',
      '\tRequire not env bot',
      '</RequireAll>',
    ]);
    expect(linesOf({ order: 'allow,deny', allow: ['all'], deny: ['env=!vip'] })).toEqual(['Require env vip']);
  });

  test('dead words are left out and named', () => {
    const state = section({
      order: 'deny,allow',
      deny: ['all'],
      allow: ['10.0.0.1 # office', '10.0.0.2, 10.0.0.3'],
    });
    const [emitted] = treesByMethod(state, CONTEXT_22);
    expect(printTrees([emitted!])).toEqual([
      'Require ip 10.0.0.1',
      'Require host office',
      'Require ip 10.0.0.3',
    ]);
    expect(emitted!.dropped.map(({ directive, text }) => `${directive} ${text}`)).toEqual([
      'Allow #',
      'Allow 10.0.0.2,',
    ]);
  });

  const OF_24 =
    '2.2 does not know this requirement. If 2.4 should obey it, write it again after the migration';

  test.each([
    ['not user tom', OF_24],
    ['All granted', OF_24],
    ['env x', OF_24],
    ['expr true', OF_24],
    ['METHOD GET', OF_24],
    ['ip 10.1', OF_24],
    ['host a.example', OF_24],
    ['local', OF_24],
    ['forward-dns a.example', OF_24],
    // mod_authz_user answers first, and refuses whom its lines do not name.
    ['group staff', 'no AuthGroupFile is set here, so nobody is in a group'],
    ['file-owner', 'mod_authz_owner is not loaded. If it should be, the copy is not complete'],
    ['staff', '2.2 does not know this requirement'],
  ])('a Require line that let in nobody is left out and named: %s', (line, why) => {
    const [emitted] = treesByMethod(section({ require: ['user anna', line, 'user ben'] }), CONTEXT_22);
    expect(printTrees([emitted!])).toEqual(['Require user anna', 'Require user ben']);
    const isOf24 = why === OF_24;
    expect(emitted!.dropped).toEqual([{ directive: 'Require', text: line, why, ...(isOf24 && { isOf24 }) }]);
  });

  test("alternatives stand in the author's order, whichever module came first", () => {
    const auth: AuthState = {
      ...BASIC,
      user: { authoritative: false },
      groupfile: { file: 'groups', authoritative: true },
    };
    expect(linesOf({ require: ['group staff', 'user anna', 'group admin', 'valid-user'], auth })).toEqual([
      'Require group staff',
      'Require user anna',
      'Require group admin',
      'Require valid-user',
    ]);
  });

  test('methods that are answered alike stand in one Limit', () => {
    const only = methodSet('only', ['PUT', 'DELETE']);
    const state: State22 = {
      ...EMPTY_STATE_22,
      requires: [{ text: 'valid-user', methods: only }],
      auth: BASIC,
    };
    expect(printTrees(treesByMethod(state, CONTEXT_22))).toEqual([
      '<Limit DELETE PUT>',
      '\tRequire valid-user',
      '</Limit>',
      '<LimitExcept DELETE PUT>',
      '\tRequire all granted',
      '</LimitExcept>',
    ]);
  });
});

describe('Require lines of 2.2 in the words of 2.4', () => {
  const groups: AuthState = { ...BASIC, groupfile: { file: 'groups', authoritative: true } };

  test.each<[string, Lines, Partial<Context22>, string[]]>([
    ['other case', { require: ['VALID-USER'] }, {}, ['Require valid-user']],
    ['words behind valid-user', { require: ['valid-user bob'] }, {}, ['Require valid-user']],
    [
      'quotes kept',
      { require: ['Group "the board" staff'], auth: groups },
      {},
      ['Require group "the board" staff'],
    ],
    ['an empty word', { require: ['user "" bob'] }, {}, ['Require user bob']],
    ['a backslash', { require: ['user DOM\\alice'] }, {}, ['Require user DOM\\\\alice']],
    ['an escaped backslash', { require: ['user "DOM\\\\alice"'] }, {}, ['Require user "DOM\\\\\\\\alice"']],
    ['a percent sign with a brace', { require: ['user %{x}'] }, {}, ['Require user \\%{x}']],
    [
      'groups of a DBM file',
      { require: ['group staff'], auth: { ...BASIC, dbm: { file: 'dbm', authoritative: true } } },
      { authzModules: ['user', 'groupfile', 'dbm'] },
      ['Require dbm-group staff'],
    ],
    [
      'groups of both files',
      {
        require: ['group staff', 'user bob'],
        auth: {
          ...groups,
          groupfile: { file: 'groups', authoritative: false },
          dbm: { file: 'dbm', authoritative: false },
        },
      },
      { authzModules: ['dbm', 'groupfile', 'user'] },
      ['Require dbm-group staff', 'Require group staff', 'Require user bob'],
    ],
    [
      'a line that another module answers before',
      { require: ['user bob', 'group staff'], auth: groups },
      {},
      ['Require user bob'],
    ],
    [
      'nobody serves the line: asked for credentials, never let in',
      { require: ['group staff'] },
      {},
      ['<RequireAll>', '\tRequire valid-user', '\tRequire not valid-user', '</RequireAll>'],
    ],
  ])('%s', (_, lines, context, expected) => {
    const state = { ...section(lines), host: null };
    expect(printTrees(treesByMethod(state, { ...CONTEXT_22, ...context }))).toEqual(expected);
  });

  test('the words mean the same to 2.4 as they did to 2.2', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', '\\', '"', "'", '%', '{', '$', '1', 'n', ' '),
      maxLength: 6,
    });
    const atoms = createAtoms();
    fc.assert(
      fc.property(fc.constantFrom('user', 'group'), name, (kind, text) => {
        const state: State22 = {
          ...EMPTY_STATE_22,
          requires: [{ text: `${kind} ${text}`.trimEnd(), methods: ALL_METHODS }],
          auth: groups,
        };
        const before = decide22(atoms, state, OTHER_METHODS, CONTEXT_22);
        const after = decide24(atoms, emittedState(state, CONTEXT_22), OTHER_METHODS, CONTEXT_24);
        expect(firstDifference(atoms, before, after)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
