import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fixture } from './fixture.ts';
import type { FixtureRun } from './run-fixture.ts';

/** Makes expected/, names.txt and findings.txt say what the run gave. For authors, who then read the diff. */
export function writeExpectation(fixture: Fixture, { changed, nameChanges, findings }: FixtureRun): void {
  const expected = join(fixture.folder, 'expected');
  rmSync(expected, { recursive: true, force: true });
  for (const [path, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(expected, path)), { recursive: true });
    writeFileSync(join(expected, path), text, 'latin1');
  }
  writeOrRemove(join(fixture.folder, 'names.txt'), nameChanges);
  writeOrRemove(join(fixture.folder, 'findings.txt'), findings);
}

function writeOrRemove(path: string, text: string): void {
  if (text === '') rmSync(path, { force: true });
  else writeFileSync(path, text);
}
