import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Clause, Situation } from '../../../src/access/conditions/index.ts';
import {
  clauseTruth,
  conditionText,
  evaluateExpression,
  parseExpression,
  settleConditions,
} from '../../../src/access/conditions/index.ts';
import { readClause } from '../../../src/access/conditions/condition-text.ts';
import { expressionHolds } from '../reference-expression.ts';
import { parseRequire } from '../../../src/access/policy/index.ts';
import type { RequireTree } from '../../../src/access/policy/index.ts';
import { fnmatch, buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { Scope } from '../../../src/model/index.ts';

// A condition is written as an expression of 2.4. What is said of it in a situation must be true of every request there.

const is = (kind: Clause['kind'], text: string): Clause => ({ kind, text, isTrue: true });
const isNot = (kind: Clause['kind'], text: string): Clause => ({ kind, text, isTrue: false });

const IS_NO_INDEX =
  "%{IS_SUBREQ} == 'false' || %{THE_REQUEST} !~ m#^[^ ]+ ([^ ?]*/(\\.|%2[eE]){0,2}|[^/ ]+://[^/ ?]+)([ ?]|$)#";
const OF_FILE = ` && (-d '$1' || (%{PATH_INFO} == '' && (${IS_NO_INDEX})))`;
const path = (pattern: string): string =>
  `%{REQUEST_FILENAME} =~ m#${pattern}# && (${IS_NO_INDEX} || !-f %{REQUEST_FILENAME} || (%{REQUEST_FILENAME} =~ m#^(.*/)# && '$1' =~ m#${pattern}#))`;

describe('the text of a condition', () => {
  test.each([
    ['/a/', true],
    ['/a/?q=/x', true],
    ['/a/b/..', true],
    ['/a/.?q', true],
    ['/a/%2E%2e', true],
    ['http://site', true],
    ['http://site?q=/x', true],
    ['/a/x.html', false],
    ['/a/...', false],
    ['/a/x?q=/', false],
    ['http://site/x', false],
  ])('an index file may be sent for %s: %s', (asked, isFolder) => {
    const [, pattern = ''] =
      /THE_REQUEST\} !~ m#(.*?)#/.exec(conditionText([is('choice', 'path x')]) ?? '') ?? [];
    expect(new RegExp(pattern).test(`GET ${asked} HTTP/1.1`)).toBe(isFolder);
  });

  test.each([
    [[is('below', '/srv/a.b')], '%{REQUEST_FILENAME} =~ m#^/srv/a\\.b(/|$)#'],
    [[isNot('below', '/')], '%{REQUEST_FILENAME} !~ m#^/#'],
    [[is('named', 'x+y.php')], '%{REQUEST_FILENAME} =~ m#/x\\+y\\.php$#'],
    [[is('addressed', '/')], '%{REQUEST_URI} =~ m#^/#'],
    [[is('addressed', '/a b')], '%{REQUEST_URI} =~ m#^/a b(/|$)#'],
    [[is('addressed', '/a/b')], '%{REQUEST_URI} =~ m#^/a/+b(/|$)#'],
    [[is('choice', 'below /a/b')], '%{REQUEST_URI} =~ m#^/a/+b/#'],
    [[is('choice', 'path /x#y')], `(${path('/x\\x23y')})`],
    [[isNot('choice', 'path ^\\#[#]\\\\#')], `!(${path('^\\x23[\\x23]\\\\\\x23')})`],
    [[is('choice', 'path /x/')], '%{REQUEST_FILENAME} =~ m#/x/#'],
    [[is('choice', 'path /\\.(x|y)/')], '%{REQUEST_FILENAME} =~ m#/\\.(x|y)/#'],
    [[is('choice', 'path /x/|y/')], '%{REQUEST_FILENAME} =~ m#/x/|y/#'],
    [[is('choice', 'path /x|y/')], `(${path('/x|y/')})`],
    [[is('named', 'a#b')], '%{REQUEST_FILENAME} =~ m#/a\\x23b$#'],
    [[is('choice', 'file* *.inc')], '%{REQUEST_FILENAME} =~ m#/[^/]*\\.inc$#'],
    [
      [is('choice', 'path* /home/*/pub?')],
      `(%{REQUEST_FILENAME} =~ m#^(/home/[^/]+/pub[^/])(/|$)# && -e '$1'${OF_FILE})`,
    ],
    [[isNot('choice', 'path* /*/b')], "!(%{REQUEST_FILENAME} =~ m#^(/[^/]+/b)(/|$)# && -e '$1')"],
    [[is('choice', 'path* /a/*')], `(%{REQUEST_FILENAME} =~ m#^(/a/[^/]+)(/|$)# && -e '$1'${OF_FILE})`],
    [
      [is('choice', 'path* /home/[a-m]*/[!_x]')],
      `(%{REQUEST_FILENAME} =~ m#^(/home/[a-m][^/]*/[^_x/])(/|$)# && -e '$1'${OF_FILE})`,
    ],
    [[is('choice', 'address* /a/*/b.?')], '%{REQUEST_URI} =~ m#^/a/+[^/]*/+b\\.[^/]$#'],
    [[is('choice', 'address* /a/[!x]/')], '%{REQUEST_URI} =~ m#^/a/+[^x/]/+$#'],
    [[is('choice', 'target ^http://a/')], '%{REQUEST_FILENAME} =~ m#^proxy:http://a/#'],
    [[is('choice', 'target ^http://[^/]+/(a|z)/')], '%{REQUEST_FILENAME} =~ m#^proxy:http://[^/]+/(a|z)/#'],
    [
      [is('choice', 'target ^http://a|^http://b')],
      '%{REQUEST_FILENAME} =~ m#^proxy:http://a|^proxy:http://b#',
    ],
    [[is('choice', 'target ^*a')], '%{REQUEST_FILENAME} =~ m#^proxy:.*(?:(?<=^proxy:)*a)#'],
    [[is('choice', 'target a|^http://b')], '%{REQUEST_FILENAME} =~ m#^proxy:.*(?:a|(?<=^proxy:)http://b)#'],
    [[is('choice', 'target ^http://a|b')], '%{REQUEST_FILENAME} =~ m#^proxy:.*(?:(?<=^proxy:)http://a|b)#'],
    [[is('choice', 'target* http://a/b')], '%{REQUEST_FILENAME} =~ m#^proxy:http://a/b#'],
    [[isNot('choice', 'target* http://a/*?')], '%{REQUEST_FILENAME} !~ m#^proxy:http://a/.*.$#'],
    [[is('choice', 'address ^/a$')], '%{REQUEST_URI} =~ m#^/a$#'],
    [[is('choice', 'below /a')], '%{REQUEST_URI} =~ m#^/a/#'],
    [[is('flagged', 'vhost_a'), isNot('flagged', 'vhost_b')], "-n reqenv('vhost_a') && -z reqenv('vhost_b')"],
  ])('%j', (clauses, text) => {
    expect(conditionText(clauses)).toBe(`"${text}"`);
  });

  test('of any file is one of a drive on Windows, and is read as the same', () => {
    const none = conditionText([isNot('below', '/')], true);
    expect(none).toBe('"%{REQUEST_FILENAME} !~ m#^(?:[A-Za-z]:)?/#"');
    const text = conditionText([is('below', '/'), isNot('below', '/C:/www')], true);
    expect(text).toBe(
      '"%{REQUEST_FILENAME} =~ m#^(?:[A-Za-z]:)?/# && %{REQUEST_FILENAME} !~ m#^(?i:C:/www)(/|$)#"',
    );
    expect(readClause((none ?? '').slice(1, -1))).toEqual(
      readClause((conditionText([isNot('below', '/')]) ?? '').slice(1, -1)),
    );
  });

  test.each([
    is('choice', 'target* http://[::1]/'),
    is('choice', 'path* /home/[.a]*'),
    is('choice', 'path* /home/[z-a]*'),
    is('choice', 'file* \\*b'),
    is('choice', 'address* *.html'),
    is('below', '/with"quote'),
  ])('there is none for %j', (clause) => {
    expect(conditionText([clause])).toBeNull();
  });
});

/** A request's file and address, and the tree it is in. */
interface Place {
  readonly folders: readonly string[];
  readonly addresses: readonly string[];
  readonly names: readonly string[];
  readonly file: string;
  readonly uri: string;
}

const part = fc.constantFrom('a', 'b', 'a.b', 'ab');
const anyPath = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const anyPlace: fc.Arbitrary<Place> = fc.record({
  folders: fc.array(anyPath, { maxLength: 4 }),
  addresses: fc.array(anyPath, { maxLength: 3 }),
  names: fc.array(part, { maxLength: 2 }),
  file: anyPath,
  uri: anyPath,
});

const CHOICES = [
  'file ^a',
  'file b$',
  'file* a*',
  'path* /a/*',
  'path* /*/b',
  'path /b',
  'path* /[!b]',
  'address* /*/[ab]',
  'address* /a*',
  'address ^/a',
  'below /a',
];
const anyClause: fc.Arbitrary<Clause> = fc.oneof(
  fc
    .tuple(fc.constantFrom('below' as const, 'addressed' as const), anyPath)
    .map(([kind, text]) => is(kind, text)),
  part.map((text) => is('named', text)),
  fc.constantFrom(...CHOICES).map((text) => is('choice', text)),
);

/** The situation that the request is in; only some of the choices are told apart. */
function situationOf(place: Place, known: readonly string[]): Situation {
  const region = deepest(place.folders, place.file);
  const address = deepest(place.addresses, place.uri);
  const last = place.file.slice(place.file.lastIndexOf('/') + 1);
  return {
    about: {
      server: SERVER,
      address,
      folder: region,
      fileName: place.names.includes(last) ? last : null,
      fileNames: new Set(place.names),
      region,
      regions: new Set(['/', ...place.folders]),
      addresses: new Set(['/', ...place.addresses]),
    },
    choices: new Map(known.map((choice) => [choice, holdsFor(choice, place)])),
    certain: [],
    flags: { setIn: new Map(), all: new Set(), valuesOf: () => null },
  };
}

function deepest(folders: readonly string[], at: string): string {
  const around = folders.filter((folder) => at === folder || at.startsWith(`${folder}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? '/';
}

/** What the server says of the pattern itself. */
function holdsFor(choice: string, { file, uri }: Place): boolean {
  const [kind, pattern = ''] = choice.split(' ');
  const last = file.slice(file.lastIndexOf('/') + 1);
  if (kind === 'file') return new RegExp(pattern).test(last);
  if (kind === 'file*') return fnmatch(pattern, last);
  if (kind === 'path*') return matchesComponents(pattern, file);
  if (kind === 'address*') return fnmatch(pattern, uri, { pathname: true });
  if (kind === 'below') return uri.startsWith(`${pattern}/`);
  return new RegExp(pattern).test(kind === 'path' ? file : uri);
}

function matchesComponents(pattern: string, file: string): boolean {
  const wanted = pattern.split('/').slice(1);
  const parts = file.split('/').slice(1);
  return parts.length >= wanted.length && wanted.every((each, i) => fnmatch(each, parts[i] ?? ''));
}

/** As a server evaluates `Require expr`. Everything exists here, and nothing is asked for by another request. */
function evaluate(text: string, { file, uri }: Pick<Place, 'file' | 'uri'>): boolean {
  const values: Readonly<Record<string, string>> = {
    REQUEST_URI: uri,
    REQUEST_FILENAME: file,
    IS_SUBREQ: 'false',
    THE_REQUEST: `GET ${uri} HTTP/1.1`,
  };
  return expressionHolds(text.slice(1, -1), {
    variable: (name) => values[name] ?? '',
    isSet: () => false,
    exists: () => true,
    isFolder: () => true,
  });
}

const SERVER: Scope = (() => {
  const model = buildModel({ path: '/httpd.conf' }, createMemoryReader({ '/httpd.conf': 'Listen 80\n' }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model.main;
})();

test('what is said of a condition in a situation is what a server says of each request there', () => {
  const property = fc.property(
    anyPlace,
    anyClause,
    fc.subarray(CHOICES),
    fc.boolean(),
    (at, said, known, isTrue) => {
      const asked = { ...said, isTrue };
      const text = conditionText([asked]);
      if (text === null) throw new Error('no text');
      const truth = clauseTruth(asked, situationOf(at, known));
      if (truth !== null) expect(evaluate(text, at)).toBe(truth);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

test('the text of a condition, read again, settles as the condition does', () => {
  const property = fc.property(
    anyPlace,
    fc.array(anyClause, { minLength: 1, maxLength: 3 }),
    (at, clauses) => {
      const situation = situationOf(at, CHOICES.slice(0, 4));
      const truths = clauses.map((each) => clauseTruth(each, situation));
      const wanted = truths.includes(false) ? 'denied' : truths.includes(null) ? null : 'granted';
      const leaf = parseRequire(`expr ${conditionText(clauses)}`) as RequireTree;
      const settled = settleConditions(leaf, situation);
      if (wanted === null) expect(settled).not.toMatchObject({ provider: 'all' });
      else expect(settled).toEqual({ ...leaf, provider: 'all', args: wanted });
    },
  );
  fc.assert(property, { numRuns: 500 });
});

/** What holds of a request on the server: the file that it is now about, and what was asked for. */
function holdsOnServer(
  clause: Clause,
  file: string,
  asked: string,
  isSubrequest: boolean,
  pathInfo = '',
): boolean | null {
  const values: Readonly<Record<string, string>> = {
    REQUEST_FILENAME: file,
    PATH_INFO: pathInfo,
    IS_SUBREQ: String(isSubrequest),
    THE_REQUEST: `GET ${asked} HTTP/1.1`,
  };
  const expression = parseExpression((conditionText([clause]) ?? '').slice(1, -1));
  if (expression === null) return null;
  return evaluateExpression(expression, {
    value: (name) => values[name] ?? null,
    isClientIn: () => null,
    kindOf: (at) => (at.endsWith('none') ? 'nothing' : at.endsWith('.html') ? 'file' : 'folder'),
  });
}

test.each([
  ['path* /w/a/*', '/w/a/x.html', '/w/a/x.html', false, true],
  ['path* /w/a/*', '/w/a/', '/w/a/', false, false],
  ['path* /w/a/*', '/w/a/index.html', '/w/a/', true, false],
  ['path* /w/a/*', '/w/a/index.html', '/w/a/?x=/', true, false],
  ['path* /w/a/*', '/w/a/b/', '/w/a/b/', false, true],
  ['path* /w/a/*', '/w/a/b/index.html', '/w/a/b/', true, true],
  ['path* /w/a/*', '/w/a/x.html', '/w/a/x', true, true],
  ['path* /w/a/*', '/w/a/none', '/w/a/none', false, false],
  ['path /a/(in|x)', '/w/a/index.html', '/w/a/index.html', false, true],
  ['path /a/(in|x)', '/w/a/index.html', '/w/a/', true, false],
  ['path /a/(in|x)', '/w/a/in/index.html', '/w/a/in/', true, true],
  ['path /a/(in|x)', '/w/a/x.html', '/w/a/x', true, true],
  ['path /a/none', '/w/a/none', '/w/a/', true, true],
  ['path /a/in', '/w/a/in', '/w/a/', true, true],
  ['path /a', '/w/a/index.html', '/w/a/', true, true],
  ['path /a(/|b)', '/w/a/index.html', '/w/a/', true, true],
])('%s holds of %s, asked for as %s, as of the section', (choice, file, asked, isSubrequest, expected) => {
  expect(holdsOnServer(is('choice', choice), file, asked, isSubrequest)).toBe(expected);
  expect(holdsOnServer(isNot('choice', choice), file, asked, isSubrequest)).toBe(!expected);
});

test.each([
  ['path* /w/a/*', '/w/a/x.html', false],
  ['path* /w/*', '/w/a/x.html', true],
  ['path /a/x', '/w/a/x.html', true],
])('with text after the name %s meets %s: %s', (choice, file, expected) => {
  const asked = `${file}/more`;
  expect(holdsOnServer(is('choice', choice), file, asked, false, '/more')).toBe(expected);
  expect(holdsOnServer(isNot('choice', choice), file, asked, false, '/more')).toBe(!expected);
});

test.each([
  ['path* /a/?', '/a/b', true],
  ['path* /a/?', '/a/bb', false],
  ['path* /a/[!x]*', '/a/b', true],
  ['path* /a/[!x]*', '/a/x', false],
  ['path* /[a-c]/?', '/a/b', true],
  ['path* /a/?/?', '/a/b', null],
])('folders that a wildcard matches are known without a choice: %s in %s', (choice, folder, truth) => {
  const at = { folders: [folder], addresses: [], names: [], file: folder, uri: '/' };
  expect(clauseTruth(is('choice', choice), situationOf(at, []))).toBe(truth);
});

test('nothing that lies in a folder goes to another server', () => {
  const at = { folders: ['/a'], addresses: [], names: [], file: '/a/b', uri: '/a' };
  expect(clauseTruth(is('choice', 'target* http://a/'), situationOf(at, []))).toBe(false);
  const about = { ...situationOf(at, []).about, region: null, folder: null };
  expect(clauseTruth(is('choice', 'target* http://a/'), { ...situationOf(at, []), about })).toBeNull();
});

test.each([
  ['http://a/in/', 'target* http://a/in', true],
  ['http://a/in/', 'target* http://a/in/x', null],
  ['http://a/in/', 'target* http://a/other', false],
  ['http://', 'target* http://a/', null],
  ['http://', 'target ^balancer:', false],
  ['http://a/in/', 'target in/', true],
])('what is known of a URL that begins with %s: %s is %s', (proxied, choice, truth) => {
  const at = situationOf({ folders: [], addresses: [], names: [], file: '/a', uri: '/a' }, []);
  const about = { ...at.about, region: null, folder: null, proxied };
  expect(clauseTruth(is('choice', choice), { ...at, about })).toBe(truth);
});

test.each([
  [is('choice', 'file ^b'), true],
  [is('choice', 'file ^c'), false],
  [is('choice', 'file ^(.)\\1'), null],
  [is('choice', 'path ^/a/b'), true],
  [is('choice', 'path ^/c/x'), false],
  [is('below', '/c/x'), false],
  [is('below', '/a/b/x'), null],
  [is('choice', 'path* /home/[.a]*'), null],
])('what is known of one file: %j is %s', (clause, truth) => {
  const at = { folders: ['/a/b'], addresses: [], names: ['b'], file: '/a/b', uri: '/' };
  expect(clauseTruth(clause, situationOf(at, []))).toBe(truth);
});

test('nothing is known of an address that is not told apart, nor of the path of what is proxied', () => {
  const at = situationOf({ folders: [], addresses: ['/a'], names: [], file: '/a', uri: '/a' }, []);
  expect(clauseTruth(is('addressed', '/a'), at)).toBe(true);
  const nowhere = { ...at, about: { ...at.about, address: null, folder: null, region: null } };
  expect(clauseTruth(is('addressed', '/a'), nowhere)).toBeNull();
  expect(clauseTruth(is('choice', 'path /a'), nowhere)).toBeNull();
});

test('a name that a host does not tell apart may be that of any file', () => {
  const at = { folders: [], addresses: [], names: ['other'], file: '/a', uri: '/a' };
  expect(clauseTruth(is('named', 'a'), situationOf(at, []))).toBeNull();
  expect(clauseTruth(is('named', 'other'), situationOf(at, []))).toBe(false);
});

test('a flag is set in the hosts that set it, unset in all others, and not decided if it is none', () => {
  const at = { folders: [], addresses: [], names: [], file: '/a', uri: '/a' };
  const inHost = (flags: Situation['flags']): Situation => ({ ...situationOf(at, []), flags });
  const set = inHost({
    setIn: new Map([[SERVER, new Set(['vhost_a'])]]),
    all: new Set(['vhost_a', 'vhost_b']),
    valuesOf: () => null,
  });
  const truths = ['vhost_a', 'vhost_b', 'vhost_c'].flatMap((flag) => [
    clauseTruth(is('flagged', flag), set),
    clauseTruth(isNot('flagged', flag), set),
  ]);
  expect(truths).toEqual([true, false, false, true, null, null]);
  const elsewhere = inHost({ setIn: new Map(), all: new Set(['vhost_a']), valuesOf: () => null });
  expect(clauseTruth(is('flagged', 'vhost_a'), elsewhere)).toBe(false);
});

test.each([
  ['a dot that is not escaped', '%{REQUEST_FILENAME} =~ m#^/a.b(/|$)#'],
  ['a pattern that only some of the files match', '%{REQUEST_FILENAME} =~ m#/c/#'],
  ['another variable', '%{HTTP_HOST} =~ m#^/a(/|$)#'],
  ['another operator', "%{REQUEST_URI} == '/a'"],
  ['a variable that is no flag', "-n reqenv('office')"],
])('an expression of somebody else is not decided: %s', (_, text) => {
  const at = { folders: ['/a', '/axb'], addresses: ['/a'], names: ['b'], file: '/a/b', uri: '/a' };
  const leaf = parseRequire(`expr "${text}"`) as RequireTree;
  expect(settleConditions(leaf, situationOf(at, []))).toBe(leaf);
});

test('a clause and its opposite, undecided, are one test, in whatever text they stand', () => {
  const at = { folders: ['/a'], addresses: ['/a'], names: [], file: '/a/b', uri: '/a' };
  const settled = (text: string) =>
    settleConditions(parseRequire(`expr "${text}"`) as RequireTree, situationOf(at, []));
  const leavesIn = (tree: RequireTree): string[] =>
    tree.type === 'leaf' ? [tree.args] : tree.children.flatMap(leavesIn);
  const clauses = [is('choice', 'file x$'), is('choice', 'path /b/c$'), is('choice', 'address y$')];
  for (const clause of clauses) {
    const text = (conditionText([clause]) ?? '').slice(1, -1);
    const opposite = (conditionText([{ ...clause, isTrue: false }]) ?? '').slice(1, -1);
    expect(leavesIn(settled(opposite))).toEqual(['granted', text]);
    expect(leavesIn(settled(`${text} && ${opposite}`))).toEqual([text, text]);
  }
});

describe('a text that is written here is decided, however it is joined to others', () => {
  const at = { folders: ['/a'], addresses: ['/a'], names: [], file: '/a/b', uri: '/a' };
  const situation: Situation = {
    ...situationOf(at, ['path* /a/*', 'path /b']),
    flags: {
      setIn: new Map([[SERVER, new Set(['vhost_a'])]]),
      all: new Set(['vhost_a']),
      valuesOf: () => null,
    },
  };
  const settled = (text: string) => {
    const leaf = parseRequire(`expr "${text}"`) as RequireTree;
    const tree = settleConditions(leaf, situation);
    return tree === leaf ? null : 'args' in tree && tree.args;
  };
  const written = (clause: Clause) => (conditionText([clause]) ?? '').slice(1, -1);

  test.each([
    is('flagged', 'vhost_a'),
    is('below', '/a'),
    is('addressed', '/a'),
    is('addressed', '/'),
    is('choice', 'path* /a/*'),
    is('choice', 'path /b'),
  ])('%j', (clause) => {
    const text = written(clause);
    expect([settled(text), settled(written({ ...clause, isTrue: false }))]).toEqual(['granted', 'denied']);
    const joined = {
      granted: [`${text} || -d '/x'`, `-d '/x' || ${text}`, `!!${text}`, `(${text} or -d '/x')`],
      denied: [`! ${text}`, `-d '/x' and !${text}`, `not (-d '/x' || ${text})`],
      "-d '/x'": [`${text} && -d '/x'`, `!${text} || -d '/x'`],
    };
    for (const [args, texts] of Object.entries(joined)) {
      expect(texts.map(settled)).toEqual(texts.map(() => args));
    }
    const others = [
      `${text.slice(0, -1)} || -z '1')`,
      text.replace("-e '$1'", "-d '$1'"),
      text.replace("== 'false'", "== 'true'"),
      text.replaceAll(' && ', ' || '),
    ].filter((other) => other !== text);
    expect(others.filter((other) => settled(other) !== null)).toEqual([]);
  });

  // `||` binds less than `&&`: of the two, the first counts.
  test('what an `&&` joins does not decide what an `||` joins', () => {
    const no = written({ ...is('flagged', 'vhost_a'), isTrue: false });
    expect(settled(`-d '/x' || -e '/x' && ${no}`)).toBe("-d '/x'");
    expect(settled(`${no} && -e '/x' || -d '/x'`)).toBe("-d '/x'");
  });

  test('other texts in parentheses are not decided', () => {
    expect(settled("(%{HTTP_HOST} == 'a')")).toBeNull();
    expect(settled("(%{REQUEST_FILENAME} =~ m#^(/a/b+)(/|$)# && -e '$1')")).toBeNull();
  });

  test('an `&&` in parentheses or in a pattern joins no clauses', () => {
    expect(settled("(-n reqenv('vhost_a') && -d '/x')")).toBe("-d '/x'");
    expect(settled(`${written(is('flagged', 'vhost_a'))} && ${written(is('choice', 'path /b'))}`)).toBe(
      'granted',
    );
  });
});

test.each([
  ['path /x#y'],
  ['path ^\\#[#]\\\\#'],
  ['address ^/a#b', 'address ^/a\\#c'],
  ['address ^/a[(]', 'address ^/b[)] && c'],
  ['file ^a#b', 'path /a'],
])('hashes and parentheses in patterns are read as they were written: %j, %j', (...choices) => {
  const at = { folders: [], addresses: [], names: [], file: '/a', uri: '/a' };
  const choosing = (value: boolean): Situation => ({
    ...situationOf(at, []),
    choices: new Map(choices.map((choice) => [choice, value])),
  });
  const leaf = parseRequire(`expr ${conditionText(choices.map((choice) => is('choice', choice)))}`);
  expect(settleConditions(leaf as RequireTree, choosing(true))).toMatchObject({ args: 'granted' });
  expect(settleConditions(leaf as RequireTree, choosing(false))).toMatchObject({ args: 'denied' });
});
