import { sanitizeForTerminal } from '../../src/output/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { migrationAsJson, renderText } from '../../src/report/index.ts';
import { steeringCharacter } from './steering-character.ts';

const PLAIN = { color: false, width: 80, quiet: false, verbose: true, mode: 'show' } as const;

/** Tells a migration as a terminal is told; throws where that could steer it. */
export function renderMigration(path: string, migration: Migration): void {
  const text = renderText(migration, { ...PLAIN, displayPath: (each) => each });
  const changed = migration.patchSet.files.map(({ after }) => sanitizeForTerminal(after)).join('');
  const shown = Buffer.from(changed, 'latin1').toString('utf8');
  for (const told of [text, shown]) {
    const steering = steeringCharacter(told);
    if (steering !== null) throw new Error(`a terminal would be sent ${steering}`);
  }
  JSON.stringify(migrationAsJson(path, migration, { name: 'stock', version: '2.4.71', why: '' }));
}
