import { describe, expect, test } from '@jest/globals';
import { withoutNewVariables } from '../../src/model/index.ts';

describe('a text of mod_rewrite as 2.2 takes it', () => {
  test.each([
    ['%{REQUEST_SCHEME}://%{HTTP_HOST}/', '://%{HTTP_HOST}/'],
    ['%{la-u:context_prefix}', ''],
    ['%{CONTEXT_DOCUMENT_ROOT}%{CONN_REMOTE_ADDR}x', 'x'],
    ['%{IPV6}%{ssl:ssl_client_san_email_0}%{SSL:SSL_SESSION_RESUMED}', ''],
    ['%{SSL:SSL_CLIENT_S_DN_CN}%{SSL:SSL_TLS_SNI}', '%{SSL:SSL_CLIENT_S_DN_CN}%{SSL:SSL_TLS_SNI}'],
    ['%{CONTEXT_PREFIX}-', '\\-'],
    ['\\%{REQUEST_SCHEME}', '\\%{REQUEST_SCHEME}'],
    ['%{ENV:REQUEST_SCHEME}', '%{ENV:REQUEST_SCHEME}'],
    ['-', '-'],
  ])('%s', (text, expected) => {
    expect(withoutNewVariables(text)).toBe(expected);
  });
});
