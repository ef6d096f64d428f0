import type { SeededRandom } from './seeded-random.ts';

/** One change of one line, by which a tree comes to mean something else, or nothing that 2.4 takes. */
interface Mutation {
  readonly label: string;
  /** The lines it may be made to. */
  readonly on: RegExp;
  change(line: string, random: SeededRandom): readonly string[];
}

const REQUIRE = /^\s*Require\s+(?!not\b)/i;
const RULE =
  /^\s*(?:Require|Order|Allow|Deny|Satisfy|Auth\w+|AllowOverride\w*|SetEnvIf\w*|BrowserMatch\w*)\s/i;
const OPENING = /^\s*<(?:Directory|Location|Files)(?:Match)?\s/i;

const wrapped = (label: string, start: string, end: string): Mutation => ({
  label,
  on: REQUIRE,
  change: (line) => [start, line, end],
});
const opened = (label: string, ...lines: readonly string[]): Mutation => ({
  label,
  on: OPENING,
  change: (line) => [line, ...lines],
});
const before = (label: string, added: string): Mutation => ({
  label,
  on: REQUIRE,
  change: (line) => [added, line],
});

const MUTATIONS: readonly Mutation[] = [
  { label: 'line gone', on: RULE, change: () => [] },
  { label: 'Require gone', on: REQUIRE, change: () => [] },
  { label: 'twice', on: RULE, change: (line) => [line, line] },
  { label: 'negated', on: REQUIRE, change: (line) => [line.replace(/Require/i, 'Require not')] },
  {
    label: 'negated among all',
    on: REQUIRE,
    change: (line) => [
      '<RequireAll>',
      'Require all granted',
      line.replace(/Require/i, 'Require not'),
      '</RequireAll>',
    ],
  },
  {
    label: 'granted or denied',
    on: /\b(?:granted|denied)\b/,
    change: (line) => [line.replace(/granted|denied/, (word) => (word === 'granted' ? 'denied' : 'granted'))],
  },
  {
    label: 'other address',
    on: /^\s*(?:Require|Allow|Deny)\b.*127\.0\.0\.\d/i,
    change: (line) => [line.replace(/127\.0\.0\.\d+/, '127.0.0.77')],
  },
  wrapped('in Limit', '<Limit GET POST>', '</Limit>'),
  wrapped('in LimitExcept', '<LimitExcept GET OPTIONS>', '</LimitExcept>'),
  wrapped('in Limit twice', '<Limit GET POST>\n<Limit GET>', '</Limit>\n</Limit>'),
  wrapped('in Limit and LimitExcept', '<Limit GET POST>\n<LimitExcept POST>', '</LimitExcept>\n</Limit>'),
  wrapped(
    'in LimitExcept that says nothing new',
    '<Limit GET>\n<LimitExcept PUT>',
    '</LimitExcept>\n</Limit>',
  ),
  wrapped('in Limit of no method', '<Limit GET>\n<Limit POST>', '</Limit>\n</Limit>'),
  wrapped('in Limit of a new method', '<Limit FROB>', '</Limit>'),
  wrapped('in Limit of TRACE', '<Limit TRACE>', '</Limit>'),
  wrapped('in LimitExcept of TRACE', '<LimitExcept TRACE>', '</LimitExcept>'),
  wrapped('in RequireAll', '<RequireAll>', '</RequireAll>'),
  wrapped('in RequireAny', '<RequireAny>', '</RequireAny>'),
  wrapped('in RequireNone', '<RequireNone>', '</RequireNone>'),
  wrapped(
    'in RequireNone among all',
    '<RequireAll>\nRequire all granted\n<RequireNone>',
    '</RequireNone>\n</RequireAll>',
  ),
  wrapped('any of all', '<RequireAny>\nRequire method PUT\n<RequireAll>', '</RequireAll>\n</RequireAny>'),
  before('And', 'AuthMerging And'),
  before('Or', 'AuthMerging Or'),
  before('Off', 'AuthMerging Off'),
  before('method', 'Require method GET'),
  before('expression', 'Require expr "%{REQUEST_URI} =~ m#^/a#"'),
  before('user of an expression', `Require expr "%{REMOTE_USER} == 'alice'"`),
  before('local', 'Require local'),
  before('403 on failure', 'AuthzSendForbiddenOnFailure On'),
  before('new method', 'Require method FROB'),
  before('group of a DBM file', 'Require dbm-group staff'),
  before('nothing', 'Require'),
  before('nobody', 'Require ip'),
  before('misspelt', 'Require valid_user'),
  before('no operator', 'AuthMerging Xor'),
  opened('no such directive', 'AuthUserFiles conf/htpasswd'),
  opened('server directive', 'ServerTokens Prod'),
  opened('two names', 'AuthName "a" "b"'),
  opened('no type', 'AuthType'),
  opened('provider of DBM files', 'AuthBasicProvider dbm'),
  opened('no such provider', 'AuthBasicProvider File'),
  opened('no switch', 'AuthzSendForbiddenOnFailure Maybe'),
  opened('no such class', 'AllowOverride Limits'),
  opened('Directory', '<Directory />', '</Directory>'),
  opened('index', 'DirectoryIndex x.html'),
  opened('lone And', 'AuthMerging And'),
  opened('lone Off', 'AuthMerging Off'),
  opened('AuthType', 'AuthType Basic', 'AuthName "x"'),
  opened('AuthType None', 'AuthType None'),
  opened('no group file', 'AuthGroupFile conf/none'),
  opened('provider', 'AuthBasicProvider file'),
  opened('Order', 'Order allow,deny'),
  opened('Deny', 'Deny from 127.0.0.5'),
  opened('Satisfy', 'Satisfy any'),
  opened('Satisfy for GET', '<Limit GET>\nSatisfy any\n</Limit>'),
  opened('Require', 'Require all granted'),
  opened('Require user', 'Require user alice'),
  opened('AllowOverride None', 'AllowOverride None'),
  opened('AllowOverride Limit', 'AllowOverride Limit'),
  opened('AllowOverride AuthConfig', 'AllowOverride AuthConfig'),
  opened('AllowOverrideList', 'AllowOverride None', 'AllowOverrideList Require Order Allow Deny Satisfy'),
];

/** A change of the text, and what was done; null where none of the changes fits. */
export function mutated(
  text: string,
  random: SeededRandom,
): { readonly text: string; readonly label: string } | null {
  const lines = text.split('\n');
  const places = MUTATIONS.flatMap((mutation) => {
    const at = lines.flatMap((line, i) => (mutation.on.test(line) && !line.endsWith('\\') ? [i] : []));
    return at.length === 0 ? [] : [{ mutation, at }];
  });
  if (places.length === 0) return null;
  const { mutation, at } = random.of(places);
  const line = random.of(at);
  const made = lines.toSpliced(line, 1, ...mutation.change(lines[line] ?? '', random));
  return { text: made.join('\n'), label: `${mutation.label} at ${line + 1}` };
}
