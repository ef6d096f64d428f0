// testing: the harness for authors of transforms: fixture folders in, a migration in memory, and what it must keep to.
// Promise: each fixture is checked for all that the project promises, not only for the bytes its author wrote down.
export type { Fixture, FixtureCase } from './fixture.ts';
export { readFixtures } from './read-fixtures.ts';
export { entryPath, FIXTURE_ROOT, fixtureOptions, fixtureReader, runFixture } from './run-fixture.ts';
export type { FixtureRun } from './run-fixture.ts';
export { brokenPromises } from './broken-promises.ts';
export { writeExpectation } from './write-expectation.ts';
