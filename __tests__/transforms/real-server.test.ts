import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { patchRelease } from '../../src/catalog/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';
import { askServer, hasServer, serverVersion } from './real-server.ts';
import { someOf } from '../effort.ts';

/** What the input of these says is refused by a real 2.4, and no more once it is rewritten. */
const CURED: ReadonlySet<string> = new Set([
  'auth-digest-qop',
  'drop-password-file-type',
  'exception-hook',
  'filter-provider-expression',
  'include-optional',
  'keepalive-on-off',
  'limit-at-server-level',
  'limit-xml-request-body',
  'make-options-consistent',
  'move-proxy-pass',
  'mutex-family',
  'remove-charset-debuglevel',
  'remove-default-authoritative',
  'remove-dumpio-loglevel',
  'remove-extfilter-debuglevel',
  'remove-mem-cache',
  'remove-sslv2',
  'remove-sslv3',
  'rename-session-cache',
  'replace-cookie-log',
  'replace-server-name-wildcards',
  'rewrite-log',
  'server-tokens-full',
]);
/** The release that refuses the input, where not every 2.4 does. */
const REFUSED_SINCE: Readonly<Record<string, string>> = { 'auth-digest-qop': '2.4.69' };
/** Their results are for a target whose modules are not those of the server that is asked. */
const modules = new Set(transforms.flatMap(({ id, stage }) => (stage === 'modules' ? [id] : [])));

const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms'));
const simple = fixtures.filter(({ name, transform }) => name === 'simple' && !modules.has(transform));

(hasServer() ? describe : describe.skip)('a real 2.4 with all its modules', () => {
  test('there is a fixture for each transform that cures', () => {
    const known = new Set(simple.map(({ transform }) => transform));
    expect([...CURED].filter((transform) => !known.has(transform))).toEqual([]);
  });

  const release = patchRelease(serverVersion());
  const isCured = ({ transform }: Fixture): boolean =>
    CURED.has(transform) && release >= patchRelease(REFUSED_SINCE[transform] ?? '');
  for (const fixture of someOf(simple, 8)) {
    const result = { ...fixture.input, ...fixture.expected };
    if (isCured(fixture)) test(fixture.transform, () => checkCure(fixture, result));
    else if (hasMainFile(fixture)) test(fixture.transform, () => checkHarmless(fixture, result));
  }
});

function hasMainFile({ input }: Fixture): boolean {
  return 'conf/httpd.conf' in input || 'httpd.conf' in input;
}

function checkCure(fixture: Fixture, result: Fixture['input']): void {
  expect(askServer(fixture, fixture.input)).not.toBe('');
  expect(askServer(fixture, result)).toBe('');
}

/** What was accepted is still accepted. */
function checkHarmless(fixture: Fixture, result: Fixture['input']): void {
  const answer = askServer(fixture, result);
  if (answer !== '') expect(askServer(fixture, fixture.input)).not.toBe('');
}
