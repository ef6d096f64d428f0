import { migrate } from '../../src/migrate/index.ts';
import type { Finding, Migration } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import type { TextStyle } from '../../src/report/index.ts';
import { targetProfile } from '../../src/target/index.ts';

export const PLAIN: TextStyle = {
  color: false,
  width: 0,
  verbose: false,
  quiet: false,
  mode: 'show',
  displayPath: (path) => path,
};

export function finding(more: Partial<Finding>): Finding {
  return {
    transform: 'some-rule',
    messageId: 'said',
    level: 'warning',
    message: 'Something is so.',
    path: '/x.conf',
    span: { start: 0, end: 1 },
    position: { line: 1, column: 1 },
    applicability: null,
    fixTitle: null,
    applied: false,
    ...more,
  };
}

/** A real migration of one small file, with these findings instead of its own. */
export function sampleMigration(
  findings: readonly Finding[] | null = null,
  text = 'MaxClients 5\n',
  path = '/x.conf',
): Migration {
  const options = { access: 'require', semantics: 'contract', apply: 'safe' } as const;
  const chosen = { ...options, target: targetProfile('stock'), defines: [], skip: [] };
  const only = ['rename-max-clients', 'rename-max-requests-per-child'];
  const migration = migrate({ path, options: { ...chosen, only } }, createMemoryReader({ [path]: text }));
  if ('code' in migration) throw new Error(migration.message);
  return { ...migration, findings: findings ?? migration.findings };
}
