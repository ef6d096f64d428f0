import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { directiveSince, lateNames, mayBeLate, patchRelease } from '../../src/catalog/index.ts';

interface Recorded {
  readonly asked: readonly string[];
  readonly rows: readonly { readonly line: string; readonly takenBy: readonly string[] }[];
  /** Those that not all know. */
  readonly directives: readonly { readonly name: string; readonly takenBy: readonly string[] }[];
}

/** What `-t` and `-L` of built servers said (tools/record-releases.mjs). */
const recorded = JSON.parse(
  readFileSync(new URL('../../__fixtures__/releases/taken-lines.json', import.meta.url), 'utf8'),
) as Recorded;

/** The release that brings the last of all that the lines hold. */
function sinceOf(lines: string): number {
  const names = lines.split('\n').flatMap((line) => {
    const [, name = '', args = ''] = /^(<?\/?\w+)\s*(.*?)>?$/.exec(line) ?? [];
    return lateNames(name, args);
  });
  return Math.max(0, ...names.map(({ since }) => since));
}

describe('what servers of eight releases take is what the catalog says', () => {
  test.each(recorded.rows)('$line', ({ line, takenBy }) => {
    const since = sinceOf(line);
    expect(recorded.asked.filter((release) => patchRelease(release) >= since)).toEqual(takenBy);
    expect(mayBeLate(line)).toBe(since > 0 || /\bexpr\b/.test(line));
  });

  test.each(recorded.directives)('$name', ({ name, takenBy }) => {
    const since = directiveSince(name);
    expect(recorded.asked.filter((release) => patchRelease(release) >= since)).toEqual(takenBy);
  });

  test('there are lines that only some take, and lines that all take', () => {
    expect(recorded.asked.length).toBeGreaterThan(6);
    const counts = new Set(recorded.rows.map(({ takenBy }) => takenBy.length));
    expect([1, recorded.asked.length].filter((count) => !counts.has(count))).toEqual([]);
  });
});

test.each([
  ['RewriteRule', '^/a$ /b?c=[BCTLS]', []],
  ['RewriteRule', '^/a[BNP]$ /b [L]', []],
  ['rewriterule', '^/a$ /b "[L, BCTLS]"', ['rewriterule BCTLS']],
  ['LoadModule', 'http2_module modules/mod_http2.so', ['http2_module']],
  ['<IfFile', '/a', ['<IfFile>']],
  ['IndexOptions', 'FancyIndexing +UseOldDateFormat', ['IndexOptions UseOldDateFormat']],
  ['SSLProtocol', 'all -TLSv1 +TLSv1.3', ['SSLProtocol TLSv1.3']],
  ['SSLProxyCheckPeerName', 'off', ['SSLProxyCheckPeerName']],
  ['SSLVHostSNIPolicy', 'strict', ['SSLVHostSNIPolicy']],
  ['RewriteOptions', 'LegacyPrefixDocRoot', ['RewriteOptions LegacyPrefixDocRoot']],
])('%s %s: %j', (directive, args, names) => {
  expect(lateNames(directive, args).map(({ name }) => name)).toEqual(names);
});
