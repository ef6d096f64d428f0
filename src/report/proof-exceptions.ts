// Requests that a finding takes out of what is proven: 2.4 may answer them differently, and no edit keeps the answer.
import type { Migration } from '../migrate/index.ts';
import { plural } from './phrases.ts';

type Finding = Migration['findings'][number];

interface Exception {
  readonly transform: string;
  /** Those of its messages that tell of such requests; all, if there are none. */
  readonly messageIds?: readonly string[];
  /** What stands behind "but for". */
  readonly words: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { transform: 'report-lines-of-one-version', words: 'requests under lines that one version alone reads' },
  {
    transform: 'report-rootless-rewrites',
    words: 'requests that a RewriteRule leads whose result has no slash before it',
  },
  {
    transform: 'report-hidden-providers',
    words: 'logins by a provider alias that virtual hosts do not see',
  },
  {
    transform: 'report-ldap-fallbacks',
    messageIds: ['fallback'],
    words: 'users whom another provider logs in after LDAP',
  },
  { transform: 'report-certificate-users', words: 'users whom a certificate names' },
  {
    transform: 'report-guards-beside-satisfy',
    words: 'requests that mod_ssl refuses beside Satisfy any',
  },
  {
    transform: 'keep-client-certificates',
    words: 'clients with TLS 1.3 that a section asks for a certificate',
  },
  {
    transform: 'ssl-require-variables',
    messageIds: ['remain'],
    words: 'certificates compared by SSL_CLIENT_V_REMAIN',
  },
  {
    transform: 'ssl-crl-check',
    messageIds: ['unknown-issuers'],
    words: 'certificates of unknown issuers that have a revocation list',
  },
  {
    transform: 'register-limited-methods',
    messageIds: ['chance', 'full'],
    words: 'methods that 2.2 did not know',
  },
  { transform: 'report-proxy-blocks', words: 'hosts that ProxyBlock names' },
  { transform: 'report-path-traversal', words: 'addresses with `..` in them' },
  {
    transform: 'keep-doubled-slashes',
    messageIds: ['inherits', 'passed'],
    words: 'addresses with doubled slashes',
  },
];

/** What is not as the proof says, in words, each once. */
export function proofExceptions(findings: readonly Finding[]): string[] {
  const lenient = findings.filter(isLenient).length;
  const sections = `${plural(lenient, 'section')} that let${lenient === 1 ? 's' : ''} in more`;
  const left = findings.filter(({ applied }) => !applied);
  const met = EXCEPTIONS.filter(({ transform, messageIds }) =>
    left.some((each) => each.transform === transform && (messageIds?.includes(each.messageId) ?? true)),
  );
  return [...(lenient === 0 ? [] : [sections]), ...met.map(({ words }) => words)];
}

/** One of the three forms that `--semantics contract` converts as they were meant: the proof compares with that meaning. */
function isLenient({ transform, messageId }: Finding): boolean {
  return transform === 'convert-access-control' && messageId.startsWith('eq-auth-');
}
