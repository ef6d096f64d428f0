import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  ALIASES,
  CONDITIONS,
  HOME_FOLDERS,
  PROXIED,
  REWRITES,
  REWRITTEN_AGAIN,
  REWRITTEN_AND_PROXIED,
  SERVER_PATHS,
} from './address-rows.ts';
import { meetTogether } from './sections-of-flows.ts';

// Where a real server leads an address, there the proof looks: some flow has the sections of both, the address and the folder.

const isPlain = (asked: string) => asked.startsWith('/') && !asked.endsWith('/') && !/[%?]|\/\//.test(asked);
/** With [PT] the sections of another address are met. */
const isOfAddress = (lines: string) => !/\[(?:.*,)?(?:PT|passthrough)/.test(lines);

describe('folders', () => {
  const rows = [
    ...ALIASES,
    ...SERVER_PATHS,
    ...HOME_FOLDERS,
    ...REWRITES,
    ...REWRITTEN_AGAIN,
    ...REWRITTEN_AND_PROXIED,
    ...CONDITIONS,
  ].flatMap(([lines, asked, of22]) =>
    typeof of22 === 'string' && isPlain(asked) && isOfAddress(lines) ? [[lines, asked, of22] as const] : [],
  );
  test.each(rows)('%j: %s leads to %s', (lines, asked, file) => {
    expect(meetTogether(lines, asked, `<Directory "${posix.dirname(file)}">`)).toBe(true);
  });
});

describe('proxied addresses', () => {
  const rows = [...PROXIED, ...REWRITTEN_AND_PROXIED].filter(([, , of22]) => of22 === 503);
  test.each(rows)('%j: %s', (lines, asked) => {
    expect(meetTogether(lines, asked, '<Proxy *>')).toBe(true);
  });
});
