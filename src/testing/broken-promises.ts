import { parse, print } from '../syntax/index.ts';
import type { Transform } from '../transform/index.ts';
import type { Fixture } from './fixture.ts';
import { FIXTURE_ROOT, runFixture } from './run-fixture.ts';
import type { FixtureRun } from './run-fixture.ts';

/** What every migration promises, checked on one fixture's run; [] if all is well. One sentence each. */
export function brokenPromises(
  fixture: Fixture,
  run: FixtureRun,
  transforms: readonly Transform[],
): string[] {
  return [
    ...lossyFiles(run),
    ...newDiagnostics(run),
    ...untrustedEdits(fixture, run),
    ...changedLineEndings(run),
    ...idleExpectations(fixture),
    ...secondRun(fixture, run, transforms),
  ];
}

function lossyFiles({ migration }: FixtureRun): string[] {
  const files = [...migration.model.files.values()].filter(
    ({ document, source }) => print(document) !== source.text,
  );
  return files.map(({ path }) => `print(parse(bytes)) of ${path} is not its bytes`);
}

function newDiagnostics({ migration }: FixtureRun): string[] {
  return migration.patchSet.files.flatMap(({ path, before, after }) => {
    const known = new Set(parse({ path, text: before }).diagnostics.map(({ message }) => message));
    const now = parse({ path, text: after }).diagnostics.map(({ message }) => message);
    return now.filter((message) => !known.has(message)).map((message) => `new in ${path}: ${message}`);
  });
}

function untrustedEdits({ settings }: Fixture, { migration }: FixtureRun): string[] {
  if (settings.apply === 'review') return [];
  const untrusted = migration.findings.filter(
    ({ applied, applicability }) => applied && applicability !== 'safe',
  );
  return untrusted.map(({ fixTitle }) => `applied though nobody asked for it: ${fixTitle}`);
}

/** A file whose lines all end alike still has only such lines, and one whose last line has no end gets none. */
function changedLineEndings({ migration }: FixtureRun): string[] {
  const broken = migration.patchSet.files.filter(({ before, after }) => {
    const endings = lineEndings(before);
    const isOther = endings.size === 1 && [...lineEndings(after)].some((ending) => !endings.has(ending));
    return isOther || (before !== '' && !before.endsWith('\n') && after.endsWith('\n'));
  });
  return broken.map(({ path }) => `${path} has other line endings than before`);
}

function lineEndings(text: string): Set<string> {
  return new Set(text.match(/\r?\n/g));
}

function idleExpectations({ expected, input }: Fixture): string[] {
  const idle = Object.entries(expected).filter(([path, text]) => input[path] === text);
  return idle.map(([path]) => `expected/${path} is the same as in input/: leave it out`);
}

function secondRun(
  fixture: Fixture,
  { files, links }: FixtureRun,
  transforms: readonly Transform[],
): string[] {
  const second = runFixture(fixture, transforms, files, links).migration;
  const problems = second.patchSet.files.map(({ path }) => `a second run changes ${path}`);
  if (second.patchSet.links.length > 0) problems.push(`a second run makes links below ${FIXTURE_ROOT}`);
  return problems;
}
