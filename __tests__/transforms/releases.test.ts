import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { directive24, lateNames } from '../../src/catalog/index.ts';
import { parse, visit } from '../../src/syntax/index.ts';
import { TARGET_ROWS } from '../../src/target/index.ts';
import { readFixtures, runFixture } from '../../src/testing/index.ts';
import type { Fixture, FixtureRun } from '../../src/testing/index.ts';
import { lateNamesAdded } from '../../src/transform/index.ts';
import { transforms } from '../../transforms/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { byEffort, someOf } from '../effort.ts';

const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms'));
const releases = [...new Set(TARGET_ROWS.map(({ release }) => release))].toSorted(
  (a, b) => number(a) - number(b),
);

function number(release: string): number {
  return Number(release.split('.')[2]);
}

function runOn(fixture: Fixture, release: string): FixtureRun {
  return runFixture({ ...fixture, settings: { ...fixture.settings, target: release } }, transforms);
}

/** `file: name` for everything that a file holds more often than before and that came after the release. */
function beyond(fixture: Fixture, { changed }: FixtureRun, release: string): string[] {
  return Object.entries(changed).flatMap(([path, text]) => {
    const before = lateIn(fixture.input[path] ?? '', release);
    return lateIn(text, release)
      .slice(before.length)
      .map((name) => `${fixture.transform}/${fixture.name} ${path}: ${name}`);
  });
}

function lateIn(text: string, release: string): string[] {
  const found: string[] = [];
  visit(parse({ path: 'x', text }), (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const { name, argsSpan } = node.type === 'section' ? node.open : node;
    const late = lateNames(
      node.type === 'section' ? `<${name.value}` : name.value,
      text.slice(argsSpan.start, argsSpan.end),
    );
    found.push(...late.filter(({ since }) => since > number(release)).map((each) => each.name));
  });
  return found;
}

/** What a fixture changes is the same on all releases, or it differs between the oldest and the newest; then each is looked at. */
test('no transform writes what its target does not know, on any release of the table', () => {
  const [oldest = '', ...others] = releases;
  const newest = others.at(-1) ?? '';
  const wrong: string[] = [];
  let told = 0;
  for (const fixture of someOf(fixtures, 8)) {
    const first = runOn(fixture, oldest);
    const last = runOn(fixture, newest);
    const isSame =
      JSON.stringify([first.changed, first.findings]) === JSON.stringify([last.changed, last.findings]);
    const runs: [string, FixtureRun][] = isSame
      ? [[oldest, first]]
      : releases.map((each) => [each, runOn(fixture, each)]);
    told += isSame ? 0 : 1;
    for (const [release, run] of runs) {
      wrong.push(...beyond(fixture, run, release).map((each) => `${release} ${each}`));
      if (run.findings.includes('/beyond-target'))
        wrong.push(`${release} ${fixture.transform}/${fixture.name}: planned`);
    }
  }
  expect(wrong).toEqual([]);
  expect(told).toBeGreaterThan(byEffort({ sample: 2, ci: 10, all: 10 }));
});

test('every directive that the catalog calls late is one of 2.4', () => {
  const known = ['MergeSlashes', 'DirectoryCheckHandler', 'HttpProtocolOptions', 'SSLProxyCheckPeerName'];
  expect(known.filter((name) => directive24(name) === null)).toEqual([]);
});

test('what a new text says that not every 2.4 knows is told from what the old one said', () => {
  const added = (before: string, after: string): string[] =>
    lateNamesAdded('x.conf', before, after).map(({ name, since }) => `${name} ${since}`);
  expect(
    added('MergeTrailers On\n', 'MergeTrailers On\n<Location /a>\nDirectoryCheckHandler On\n</Location>\n'),
  ).toEqual(['DirectoryCheckHandler 8']);
  expect(added('RewriteRule ^a /b [L]\n', 'RewriteRule ^a /b [L,BCTLS]\n')).toEqual(['RewriteRule BCTLS 57']);
  expect(added('', 'Require all granted\n')).toEqual([]);
});

test('of a text with tens of thousands of such words it takes little time to tell', () => {
  const lines = 'MergeTrailers On\n'.repeat(30_000);
  const seconds = cpuSeconds(() => {
    expect(lateNamesAdded('x.conf', lines, lines)).toEqual([]);
    expect(lateNamesAdded('x.conf', lines, `${lines}MergeTrailers Off\n`)).toHaveLength(30_001);
  });
  expect(seconds).toBeLessThan(8);
});
