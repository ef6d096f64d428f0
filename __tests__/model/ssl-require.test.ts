import { describe, expect, test } from '@jest/globals';
import { sslRequirePieces } from '../../src/model/index.ts';

/** What 2.4 reads as 2.2 read the expression. */
function rewritten(expression: string): string {
  return sslRequirePieces(expression).reduceRight(
    (whole, { span, text }) => whole.slice(0, span.start) + text + whole.slice(span.end),
    expression,
  );
}

describe('the expression of SSLRequire', () => {
  test.each([
    ['%{SSL_CIPHER_USEKEYSIZE} >= 128 and %{http_host} eq "a"', null],
    ['%{ENV:ok} eq "1" and %{HTTP:X-Token} ne ""', null],
    ['%{SSL_CLIENT_SAN_Email_0} eq "a" or %{SSL_Session_Resumed} ne "x"', '"" eq "a" or "" ne "x"'],
    ['%{SSL_TLS_SNI} eq "a" and %{SSL_CLIENT_S_DN_Email} eq "SSL_SRP_USER"', null],
    ['%{SERVER_ADDR} eq "192.0.2.1"', '"" eq "192.0.2.1"'],
    ['(%{REMOTE_PORT} eq "1" or %{X} in {"a", "b"})', '("" eq "1" or "" in {"a", "b"})'],
    ['%{REMOTE_USER} eq "%{X}"', '%{REMOTE_USER} eq "\\%{X}"'],
    ['%{REMOTE_USER} eq "\\%{X} 100% \\"%{Y}"', '%{REMOTE_USER} eq "\\%{X} 100% \\"\\%{Y}"'],
    ['%{REMOTE_USER} =~ m#"%{X}# or %{X} eq "a"', '%{REMOTE_USER} =~ m#"%{X}# or "" eq "a"'],
  ])('%s', (expression, expected) => {
    expect(rewritten(expression)).toBe(expected ?? expression);
  });
});
