import { describe, expect, test } from '@jest/globals';
import { withoutNewVariables } from '../../src/model/index.ts';

describe('a text of mod_rewrite as 2.2 takes it', () => {
  test.each([
    ['%{REQUEST_SCHEME}://%{HTTP_HOST}/', '://%{HTTP_HOST}/'],
    ['%{la-u:context_prefix}', ''],
    ['%{CONTEXT_DOCUMENT_ROOT}%{CONN_REMOTE_ADDR}x', 'x'],
    ['%{CONTEXT_PREFIX}-', '\\-'],
    ['\\%{REQUEST_SCHEME}', '\\%{REQUEST_SCHEME}'],
    ['%{ENV:REQUEST_SCHEME}', '%{ENV:REQUEST_SCHEME}'],
    ['-', '-'],
  ])('%s', (text, expected) => {
    expect(withoutNewVariables(text)).toBe(expected);
  });
});
